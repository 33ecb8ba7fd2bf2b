"""Outside: shows the companion to Home Assistant, as a device and a voice agent, and builds its own
microphone."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.app.acting import Acting
from companion.app.alarms import Alarms
from companion.app.body import Body
from companion.app.desk import Desk
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.voice import Voice, build_voice
from companion.desk.appearance import Appearance
from companion.desk.ask_and_wait import Asking
from companion.links.own_device import OwnDevice
from companion.links.own_node import own_link, own_node
from companion.links.satellites import SatelliteRooms
from companion.words.quiet import Channel

if TYPE_CHECKING:
    from companion.links.wyoming_agent import WyomingAgent


@dataclass(frozen=True, kw_only=True)
class Outside:
    """Each is None where the configuration switches it off."""

    device: OwnDevice | None = None
    appearance: Appearance | None = None
    agent: "WyomingAgent | None" = None
    voice: Voice
    """A record of its own."""


def build_outside(
    stack: AsyncExitStack,
    ground: Ground,
    body: Body,
    alarms: Alarms,
    skills: Skills,
    talking: Talking,
    acting: Acting,
    door: Door,
    desk: Desk,
) -> Outside:
    """Build the links to the outside; none announces itself before the tasks run."""
    agent = _agent(ground, desk)
    voice = build_voice(stack, ground, body, skills, talking, acting, desk)
    if not ground.foundations.settings.mqtt.announce:
        return Outside(agent=agent, voice=voice)
    on, storage = ground.foundations, ground.storage
    node = own_node(on.state_dir)
    device = OwnDevice(
        own_link(ground.home.broker.address, node),
        node=node,
        name=on.settings.avatar.name.bilingual(),
        places=on.places,
        language=on.language,
        discovery_prefix=on.settings.mqtt.discovery_prefix,
    )
    appearance = Appearance(
        shown=device,
        desk=desk.reception,
        approvals=storage.store.approvals,
        record=storage.record,
        state=storage.store.state,
        stream=on.hub,
        blackboard=on.blackboard,
        schedule=alarms.clock,
        language=on.language,
        rooms=tuple(dict.fromkeys(camera.place for camera in body.cameras)),
        drive=skills.base,
        heard_as=door.channels.trust_of,
        awake=ground.mind.awake.is_set,
        hushed=partial(skills.quiet.hushed, Channel.HOME_ASSISTANT),
    )
    return Outside(device=device, appearance=appearance, agent=agent, voice=voice)


def _agent(ground: Ground, desk: Desk) -> "WyomingAgent | None":
    """Agent for Home Assistant's voice satellites; the protocol is loaded only here."""
    on = ground.foundations
    own = on.settings.links.wyoming
    if not own.port:
        return None
    from companion.links.wyoming_agent import AgentAddress, WyomingAgent

    hub = ground.home.hub_house
    words = on.own.words()
    if hub is not None:
        rooms = SatelliteRooms(owner=words, configured=own.rooms, of_hub=hub.room_of)
    else:
        rooms = SatelliteRooms(owner=words, configured=own.rooms)
    asking = Asking(desk=desk.reception, stream=on.hub)
    return WyomingAgent(
        AgentAddress(host=own.host, port=own.port, peers=own.peers),
        name=on.settings.avatar.name.bilingual().get(on.language),
        version=version("companion"),
        ask=asking.ask,
        room_of=rooms.room_of,
    )
