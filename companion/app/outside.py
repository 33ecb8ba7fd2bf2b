"""Outside: shows the companion to Home Assistant, as a device and a voice agent, and builds its own
microphones: in the room, at the page, and in satellites."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from companion.app.acting import Acting
from companion.app.alarms import Alarms
from companion.app.body import Body
from companion.app.desk import Desk
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.phones import PageVoice, build_phones
from companion.app.satellites import Satellites, build_agent, build_satellites
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.voice import Voice, build_voice
from companion.desk.appearance import Appearance
from companion.links.own_device import OwnDevice
from companion.links.own_node import own_link, own_node
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
    at_page: PageVoice
    """A record of its own."""
    satellites: Satellites
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
    agent = build_agent(ground, desk)
    voice = build_voice(stack, ground, body, skills, talking, acting, desk)
    at_page = build_phones(stack, ground, skills, talking, acting, desk, voice)
    satellites = build_satellites(
        stack, ground, body, skills, talking, at_page.parts, voice.hearing.first_call.answers
    )
    if not ground.foundations.settings.mqtt.announce:
        return Outside(agent=agent, voice=voice, at_page=at_page, satellites=satellites)
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
        clock=on.clock,
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
    return Outside(
        device=device,
        appearance=appearance,
        agent=agent,
        voice=voice,
        at_page=at_page,
        satellites=satellites,
    )
