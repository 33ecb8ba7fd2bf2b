"""Registry: reads names, aliases, rooms and exposure of the hub's entities.

All of it came over the wire (trust `observed`): names are cleaned and cut like those of MQTT
discovery, ids that are none are left out.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.links.discovery import OWN_ORIGIN, clean_name
from companion.links.home_assistant.hub import Exposure, HubSaidNo, Wire
from companion.words.device import Domain

ENTITY_ID = re.compile(r"[a-z_]{1,32}\.[a-z0-9_]{1,128}")
MAX_ALIASES = 16
SATELLITE_DOMAIN = "assist_satellite"
ASSISTANT = "conversation"
"""Home Assistant's own voice assistant: what the owner exposes to it, he shows us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A room as the hub knows it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    floor: str = ""
    floor_name: str = ""

    def words(self) -> tuple[str, ...]:
        """Everything it is called."""
        return (self.name, self.id, *self.aliases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One entity as registered; most are, some are states only."""

    id: str
    name: str = ""
    aliases: tuple[str, ...] = ()
    area: Area | None = None
    platform: str = ""
    unique_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """The hub's registries at one moment."""

    areas: Mapping[str, Area]
    floors: Mapping[str, str]
    """Id -> name."""
    entities: Mapping[str, Listed]
    """Those we may see, of kinds we read."""
    standing: Mapping[str, Area]
    """Area of each piece of hardware by its device id, and of each voice satellite by its entity
    id: where somebody is who speaks through it."""
    exposure_known: bool = True
    """False: the token is no administrator's, and the hub does not tell what is exposed."""


async def read_registry(wire: Wire, exposure: Exposure) -> Registry:
    """Ask for everything, side by side. Raises what `Wire.call` raises."""
    areas, devices, listed, exposed, states = await asyncio.gather(
        wire.call("config/area_registry/list"),
        wire.call("config/device_registry/list"),
        wire.call("config/entity_registry/list"),
        _exposed(wire),
        wire.call("get_states"),
    )
    floors = await _floors(wire)
    rooms = {
        area.id: replace(area, floor_name=floors.get(area.floor, ""))
        for area in map(_area, _objects(areas))
        if area.id
    }
    entries = {str(e.get("entity_id")): e for e in _objects(listed)}
    ids = {str(s.get("entity_id")) for s in _objects(states)} | entries.keys()
    shown = sorted(i for i in ids if _readable(i) and exposure.shows(i, i in (exposed or ())))
    extended = await _extended(wire, [i for i in shown if i in entries])
    hardware = {str(d.get("id")): d for d in _objects(devices)}
    found = (_listed(i, extended.get(i, entries.get(i, {})), hardware, rooms) for i in shown)
    return Registry(
        areas=rooms,
        floors=floors,
        entities={one.id: one for one in found if one is not None},
        standing=_standing(entries, hardware, rooms),
        exposure_known=exposed is not None,
    )


async def _exposed(wire: Wire) -> set[str] | None:
    try:
        told = await wire.call("homeassistant/expose_entity/list")
    except HubSaidNo:
        return None
    listed = told.get("exposed_entities") if isinstance(told, dict) else None
    if not isinstance(listed, dict):
        return None
    return {i for i, to in listed.items() if isinstance(to, dict) and to.get(ASSISTANT) is True}


async def _floors(wire: Wire) -> dict[str, str]:
    """Floors came in 2024.3; an older hub has none."""
    try:
        told = await wire.call("config/floor_registry/list")
    except HubSaidNo:
        return {}
    return {str(f.get("floor_id")): clean_name(f.get("name")) for f in _objects(told)}


async def _extended(wire: Wire, ids: list[str]) -> dict[str, Mapping[str, Any]]:
    """The entries with their aliases, which the plain list leaves out."""
    try:
        told = await wire.call("config/entity_registry/get_entries", entity_ids=ids)
    except HubSaidNo:
        return {}
    return {i: e for i, e in told.items() if isinstance(e, dict)} if isinstance(told, dict) else {}


def _readable(entity_id: str) -> bool:
    domain = entity_id.partition(".")[0]
    return domain in set(Domain) and ENTITY_ID.fullmatch(entity_id) is not None


def _area(told: Mapping[str, Any]) -> Area:
    return Area(
        id=str(told.get("area_id", ""))[:64],
        name=clean_name(told.get("name")),
        aliases=_names(told.get("aliases")),
        floor=str(told.get("floor_id") or "")[:64],
    )


def _listed(
    entity_id: str,
    entry: Mapping[str, Any],
    hardware: Mapping[str, Mapping[str, Any]],
    rooms: Mapping[str, Area],
) -> Listed | None:
    """None for what is hidden, switched off, a setting, or a companion's own."""
    if entry.get("disabled_by") or entry.get("hidden_by") or entry.get("entity_category"):
        return None
    device = hardware.get(str(entry.get("device_id")), {})
    if _is_a_companion(device):
        return None
    room = entry.get("area_id") or device.get("area_id")
    return Listed(
        id=entity_id,
        name=clean_name(entry.get("name")),
        aliases=_names(entry.get("aliases")),
        area=rooms.get(str(room)),
        platform=str(entry.get("platform", ""))[:64],
        unique_id=str(entry.get("unique_id", ""))[:256],
    )


def _standing(
    entries: Mapping[str, Mapping[str, Any]],
    hardware: Mapping[str, Mapping[str, Any]],
    rooms: Mapping[str, Area],
) -> dict[str, Area]:
    """Where hardware and satellites stand. A satellite's own area goes before its device's, as
    Home Assistant itself takes it."""
    areas = {i: device.get("area_id") for i, device in hardware.items()}
    for entity_id, entry in entries.items():
        if entity_id.partition(".")[0] == SATELLITE_DOMAIN:
            areas[entity_id] = entry.get("area_id") or areas.get(str(entry.get("device_id")))
    return {i: rooms[str(area)] for i, area in areas.items() if str(area) in rooms}


def _is_a_companion(device: Mapping[str, Any]) -> bool:
    """Our own entities in the hub, or another companion's: no device to be operated."""
    return OWN_ORIGIN in (device.get("manufacturer"), device.get("model"))


def _names(told: object) -> tuple[str, ...]:
    listed = told if isinstance(told, list | tuple) else ()
    return tuple(name for one in listed[:MAX_ALIASES] if (name := clean_name(one)))


def _objects(told: object) -> Iterable[Mapping[str, Any]]:
    return (one for one in told if isinstance(one, dict)) if isinstance(told, list) else ()
