"""Satellites: builds the agent for Home Assistant's satellites, and joins satellites of the
companion's own to the pipeline of the voice."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.app.desk import Desk
from companion.app.ground import Ground
from companion.app.hearing import detector_of
from companion.desk.ask_and_wait import Asking
from companion.links.satellites import SatelliteRooms
from companion.service.first_call import FirstCall
from companion.voice.push_to_talk import PhoneParts, Phones

if TYPE_CHECKING:
    from companion.links.wyoming_agent import WyomingAgent
    from companion.links.wyoming_satellite import WyomingSatellite


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
    stack: AsyncExitStack, ground: Ground, parts: PhoneParts, first_call: FirstCall
) -> "tuple[WyomingSatellite, ...]":
    """One for each line of the configuration. `parts`: those of the phones; each satellite has a
    detector of its own, since a detector follows one sound."""
    on = ground.foundations
    if not on.settings.links.satellites:
        return ()
    from companion.links.wyoming_satellite import SatelliteAddress, WyomingSatellite

    built: list[WyomingSatellite] = []
    for name, own in on.settings.links.satellites.items():
        detector = detector_of(stack, on.settings)
        address = SatelliteAddress(
            name=name,
            host=own.host,
            port=own.port,
            place=own.place,
            language=own.language or on.language,
        )
        satellite = WyomingSatellite(
            address,
            phones=Phones(replace(parts, detector=detector, in_turn=asyncio.Lock())),
            wake=detector,
            clock=on.clock,
            answers=partial(first_call.answers, name),
        )
        built.append(satellite)
    return tuple(built)
