"""Home 家の見取り図: what the engine knows of the home while it reads one sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.ports.house import House
from companion.words.device import Device, DeviceState
from companion.words.place import Place

GUARDED = ("garage", "garage_door", "gate", "door")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """物: a device, scene or script that can be spoken of."""

    id: str
    names: tuple[str, ...]
    """The first is its name; the others are aliases and readings."""
    domain: str
    device_class: str = ""
    area: str = ""
    state: str | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    operations: tuple[str, ...] = ()
    """Operations that it announced; empty where it announced none."""

    def takes(self, operation: str) -> bool:
        """Whether it can do this, as far as it is known: a lamp that is only on or off has no
        brightness."""
        if operation == "set_brightness" and self.attributes.get("supported_color_modes") == [
            "onoff"
        ]:
            return False
        return not self.operations or operation in self.operations

    @property
    def name(self) -> str:
        """As the owner wrote it."""
        return self.names[0]

    @property
    def is_person(self) -> bool:
        """True for a person of the household, as a tracker reports them."""
        return self.domain == "person"

    @property
    def kind(self) -> str:
        """As in the table of operations: a cover that lets people in is a garage."""
        return "garage" if self.domain == "cover" and self.device_class in GUARDED else self.domain


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """部屋: an area, with its floor."""

    id: str
    names: tuple[str, ...]
    floor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storey:
    """階: a floor."""

    id: str
    names: tuple[str, ...]
    level: int | None = None
    """Counted upwards; None where neither the owner nor its name tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """家の見取り図: rooms, floors and things at one moment."""

    things: tuple[Thing, ...] = ()
    rooms: tuple[Room, ...] = ()
    storeys: tuple[Storey, ...] = ()
    people: tuple[str, ...] = ()
    """Names that are no thing's: who is spoken to, or of."""

    def thing(self, thing_id: str) -> Thing | None:
        """One thing by its id."""
        return next((thing for thing in self.things if thing.id == thing_id), None)

    def room(self, room_id: str) -> Room | None:
        """One room by its id."""
        return next((room for room in self.rooms if room.id == room_id), None)

    def room_called(self, name: str) -> Room | None:
        """One room by its id or any of its names, as `--room` and `context_area` give it."""
        wanted = name.casefold()
        return next(
            (r for r in self.rooms if wanted in {r.id, *(n.casefold() for n in r.names)}), None
        )

    def on_floor(self, room_id: str) -> str:
        """The floor a room is on; "" where nobody said."""
        room = self.room(room_id)
        return room.floor if room is not None else ""

    def spelled(self) -> tuple[object, ...]:
        """Everything that names are read from: while it is the same, so are they."""
        return (
            tuple((t.id, t.names, t.domain, t.area) for t in self.things),
            tuple((r.id, r.names) for r in self.rooms),
            tuple((s.id, s.names, s.level) for s in self.storeys),
            self.people,
        )


def home_of(data: Mapping[str, Any]) -> Home:
    """Read `HOME.json` (the format of the intent fixtures). Raises `ValueError` on another."""
    try:
        storeys = tuple(
            Storey(id=_id(f, "floor", n), names=_names(f), level=f.get("level"))
            for n, f in enumerate(data.get("floors", ()))
        )
        floors = {name: s.id for s in storeys for name in (s.id, *s.names)}
        rooms = tuple(
            Room(id=_id(a, "area", n), names=_names(a), floor=floors.get(a.get("floor", ""), ""))
            for n, a in enumerate(data.get("areas", ()))
        )
        areas = {name: r.id for r in rooms for name in (r.id, *r.names)}
        things = tuple(_thing(e, n, areas) for n, e in enumerate(data.get("entities", ())))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a home: {error!r}") from error
    return Home(things=things, rooms=rooms, storeys=storeys)


def _names(entry: Mapping[str, Any]) -> tuple[str, ...]:
    names = [str(entry["name"]), *entry.get("aliases", ())]
    reading = entry.get("reading", ())
    names += [reading] if isinstance(reading, str) else list(reading)
    return tuple(dict.fromkeys(str(name) for name in names if name))


def _id(entry: Mapping[str, Any], kind: str, number: int) -> str:
    return str(entry.get("id") or entry.get("area_id") or entry.get("name") or f"{kind}_{number}")


def _thing(entry: Mapping[str, Any], number: int, areas: Mapping[str, str]) -> Thing:
    thing_id = str(entry.get("id") or entry.get("entity_id") or "")
    domain = str(entry.get("domain") or thing_id.partition(".")[0])
    state = entry.get("state")
    if isinstance(state, Mapping):
        state = state.get("out", state.get("in"))
    attributes = dict(entry.get("attributes") or {})
    return Thing(
        id=thing_id or f"{domain}.{entry['name']}",
        names=_names(entry),
        domain=domain,
        device_class=str(entry.get("device_class") or attributes.get("device_class") or ""),
        area=areas.get(str(entry.get("area") or entry.get("area_id") or ""), ""),
        state=None if state is None else str(state),
        attributes=attributes,
    )


def present_home(house: House, places: Iterable[Place]) -> Home:
    """The home as the grammar reads it now: names, rooms and what was last reported."""
    devices = house.devices()
    return home_now(devices, {str(d.id): house.state(d.id) for d in devices}, places)


def home_now(
    devices: Iterable[Device], states: Mapping[str, DeviceState | None], places: Iterable[Place]
) -> Home:
    """The home as the house announces it, with what was last reported. A room's floor is the
    owner's word, else what the hub says of the things in it."""
    announced, kept = tuple(devices), tuple(places)
    floors = {d.area: str(d.attributes["floor"]) for d in announced if d.attributes.get("floor")}
    floors |= {place.id: place.floor for place in kept if place.floor}
    return Home(
        things=tuple(_announced(device, states.get(device.id)) for device in announced),
        rooms=tuple(
            Room(
                id=place.id,
                names=tuple(dict.fromkeys((place.name.ja, place.name.en, *place.aliases))),
                floor=floors.get(place.id, ""),
            )
            for place in kept
        ),
        storeys=tuple(Storey(id=name, names=(name,)) for name in dict.fromkeys(floors.values())),
    )


def _announced(device: Device, state: DeviceState | None) -> Thing:
    known = state is not None and state.available
    aliases = device.attributes.get("aliases", ())
    names = (device.name.ja, device.name.en, *(a for a in aliases if isinstance(a, str)))
    return Thing(
        id=device.id,
        names=tuple(dict.fromkeys(name for name in names if name)),
        domain=device.domain.value,
        device_class=str(device.attributes.get("device_class") or ""),
        area=device.area,
        state=state.value if state is not None and known else None,
        attributes=state.attributes if state is not None and known else {},
        operations=device.operations,
    )
