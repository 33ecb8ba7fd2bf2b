"""Look: asks a hub once, for set-up and `doctor`, whether it answers, takes the token and shows
entities.

It keeps no connection open and operates no device.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.links.discovery import slug
from companion.links.home_assistant.hub import Exposure, HubAddress
from companion.links.home_assistant.registry import Area, Registry, read_registry
from companion.links.home_assistant.wire import open_wire
from companion.links.names import bilingual


@dataclass(frozen=True, slots=True)
class Seen:
    """Result of looking at a hub with one token."""

    version: str
    registry: Registry


async def look_at(address: HubAddress, token: str, exposure: Exposure) -> Seen:
    """Connect, read, leave. Raises `HubAway`, `HubSaidNo`, `TokenRefused`."""
    wire = await open_wire(address, token)
    reading = asyncio.create_task(wire.read(), name="hub-look")
    try:
        return Seen(wire.version, await read_registry(wire, exposure))
    finally:
        await wire.close()
        await asyncio.gather(reading, return_exceptions=True)


def places_of(areas: Mapping[str, Area]) -> list[dict[str, Any]]:
    """Rooms as the configuration has them (`home.places`), from the hub's areas."""
    return [_place(area) for area in areas.values()]


def _place(area: Area) -> dict[str, Any]:
    name = bilingual(area.name, area.aliases)
    place_id = slug(area.id) if re.match("[a-z]", slug(area.id)) else f"room_{slug(area.id)}"
    place: dict[str, Any] = {"id": place_id, "name": {"ja": name.ja, "en": name.en}}
    if aliases := [word for word in area.aliases if word not in (name.ja, name.en)]:
        place["aliases"] = aliases
    if area.floor_name:
        place["floor"] = area.floor_name
    return place
