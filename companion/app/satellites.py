"""Satellites: builds the agent for Home Assistant's satellites, and joins satellites of the
companion's own to the pipeline of the voice."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.app.body import Body
from companion.app.desk import Desk
from companion.app.ground import Ground
from companion.app.hearing import call_check_of, detector_of
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.desk.ask_and_wait import Asking
from companion.links.satellites import SatelliteRooms
from companion.ports.body import Speaker
from companion.ports.part import ResidentSpec, Stage
from companion.service import plugins
from companion.service.plugins import CapabilityRegistry
from companion.voice.mouth import Mouth
from companion.voice.mouths import RoomMouth
from companion.voice.push_to_talk import PhoneParts, Phones
from companion.words.telling import SPEAK

if TYPE_CHECKING:
    from companion.links.wyoming_agent import WyomingAgent
    from companion.links.wyoming_satellite import Outlet, WyomingSatellite


@dataclass(frozen=True, kw_only=True)
class Satellites:
    """Microphones and speakers in other rooms."""

    links: "tuple[WyomingSatellite, ...]" = ()
    mouths: tuple[ResidentSpec, ...] = ()


def build_agent(ground: Ground, desk: Desk) -> "WyomingAgent | None":
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


def build_satellites(
    stack: AsyncExitStack,
    ground: Ground,
    body: Body,
    skills: Skills,
    talking: Talking,
    parts: PhoneParts,
    answers: Callable[[str], bool],
) -> "Satellites":
    """One for each line of the configuration. `parts`: those of the phones; each satellite has a
    detector of its own, since a detector follows one sound, and a mouth. `answers`: whether
    the device of this name answers the call it has just heard."""
    on = ground.foundations
    if not on.settings.links.satellites:
        return Satellites()
    from companion.links.wyoming_satellite import Outlet, SatelliteAddress, WyomingSatellite

    links: list[WyomingSatellite] = []
    mouths: list[ResidentSpec] = []
    for name, own in on.settings.links.satellites.items():
        detector = detector_of(stack, on.settings, own.wake)
        address = SatelliteAddress(
            name=name,
            host=own.host,
            port=own.port,
            place=own.place,
            language=own.language or on.language,
        )
        outlet = Outlet()
        speaker, mouth = _mouth(ground, skills, parts, outlet)
        room = RoomMouth(own.place, mouth, parts.record, outlet.trouble)
        talking.mouths.join(room)
        mouths.append(ResidentSpec(f"mouth of {name}", mouth.run, Stage.ACT))
        if own.alarms:
            body.house_speaker.add(own.place, speaker)
        satellite = WyomingSatellite(
            address,
            phones=Phones(
                replace(
                    parts,
                    detector=detector,
                    call_check=call_check_of(on.settings, own.wake),
                    in_turn=asyncio.Lock(),
                )
            ),
            wake=detector,
            clock=on.clock,
            answers=partial(answers, name),
            outlet=outlet,
            mouth=room,
        )
        links.append(satellite)
    return Satellites(links=tuple(links), mouths=tuple(mouths))


def _mouth(
    ground: Ground, skills: Skills, parts: PhoneParts, outlet: "Outlet"
) -> tuple[Speaker, Mouth]:
    """Speaker and mouth at a satellite, of the same quiet hours as the own one."""
    on = ground.foundations
    speaker: Speaker = plugins.build(
        plugins.FAMILIES["speaker"], "satellite", {}, {"clock": on.clock, "outlet": outlet}
    )
    has = {"speaker": speaker, "clock": on.clock, "spoken": parts.spoken}
    settings = {name: on.settings.capabilities.get(name) for name in (SPEAK,)}
    catalogue = CapabilityRegistry(on.plug_ins.all_built("capabilities", settings, has))
    return speaker, Mouth(catalogue, on.hub, on.clock, skills.quiet)
