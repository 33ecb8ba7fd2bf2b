"""Homes for training: random rooms and devices with names in both languages, by seed."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any

from ruamel.yaml import YAML

from companion.home.condition import Condition
from companion.ports.capability import Capability
from companion.rooms.context.collect import Offer, Seen
from companion.service import plugins
from companion.words.capability import ActionOption
from companion.words.decision import MenuEntry
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place

ROOMS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "hall": (("hall", "玄関", "Hall"), ("entrance", "エントランス", "Entrance"),
             ("corridor", "廊下", "Corridor")),
    "living": (("living", "リビング", "Living room"), ("lounge", "居間", "Lounge")),
    "kitchen": (("kitchen", "台所", "Kitchen"), ("kitchen", "キッチン", "Kitchen")),
    "bed": (("bedroom", "寝室", "Bedroom"), ("nursery", "子ども部屋", "Nursery"),
            ("guest_room", "客間", "Guest room")),
    "study": (("study", "書斎", "Study"), ("office", "仕事部屋", "Home office")),
    "bath": (("bathroom", "浴室", "Bathroom"), ("washroom", "洗面所", "Washroom")),
}  # fmt: skip
"""Kinds of rooms: id, Japanese and English name of some that homes have."""

_LIGHTS = (("明かり", "light"), ("ランプ", "lamp"), ("照明", "ceiling light"))
_SWITCHES = {
    "kitchen": ("hazard", "critical", "brewer", "job"),
    "study": ("hazard", "heater", "plain", "job", "critical"),
    "bed": ("heater", "critical", "plain"),
    "bath": ("hazard", "job"),
    "living": ("plain", "heater", "critical"),
    "hall": ("plain", "job", "water"),
}
NAMELESS = Bilingual("", "")
_OPERATIONS = {
    "light": ("turn_on", "turn_off", "set_brightness"),
    "switch": ("turn_on", "turn_off"),
    "cover": ("open", "close", "set_position", "stop"),
    "climate": ("set_temperature", "set_mode"),
    "lock": ("lock", "unlock"),
    "fan": ("turn_on", "turn_off"),
    "media_player": ("play", "pause", "stop"),
    "sensor": (),
}


@dataclass(slots=True)
class TrainingHouse:
    """Port `House` as far as options need it: devices and what they report."""

    known: dict[str, Device]
    states: dict[str, DeviceState]

    def devices(self) -> tuple[Device, ...]:
        """All, by id."""
        return tuple(self.known[key] for key in sorted(self.known))

    def device(self, device_id: DeviceId) -> Device | None:
        """One."""
        return self.known.get(device_id)

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """Its report."""
        return self.states.get(device_id)

    def connected(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingHome:
    """One home: its rooms, the kind of each, its devices and what can be done with them."""

    places: tuple[Place, ...]
    kinds: Mapping[str, str]
    house: TrainingHouse
    classes: Mapping[str, str]
    """What kind of thing a device is, of things.yaml; lights and the like are not in it."""
    control: Capability

    def seen(self) -> tuple[Seen, ...]:
        """Devices and conditions as the collector gives them."""
        return tuple(
            Seen(device=d, condition=Condition.of(self.house.state(d.id)))
            for d in self.house.devices()
        )

    def offers(self, looks: tuple[Place, ...], vision: Capability) -> tuple[Offer, ...]:
        """All uses of the devices, and a look through each camera."""
        uses = [(self.control, option) for option in self.control.options()]
        uses += [(vision, _look(place)) for place in looks]
        return tuple(
            Offer(capability=capability, spec=spec, option=option)
            for capability, option in uses
            if (spec := capability.SPEC.operation(option.operation)) is not None
        )

    def put(self, device_id: str, value: str, at: datetime, **attributes: Any) -> None:
        """Set one device's report, where it has such a device."""
        if device_id in self.house.known:
            self.house.states[device_id] = DeviceState(
                device_id=DeviceId(device_id), value=value, attributes=attributes, at=at
            )


def _look(place: Place) -> ActionOption:
    return ActionOption(
        operation="observe_scene",
        payload={"camera": place.id},
        label=Bilingual(f"{place.id}を見る", f"look through the {place.id} camera"),
    )


class _Clock:
    """`DeviceControl` asks a clock only while it performs, which never happens here."""


def vision() -> Capability:
    """A capability that can look; it is only asked for its declaration."""
    module = plugins.load("capabilities", "vision_perception")

    class _Vision:
        SPEC = module.SPEC

        def availability(self) -> Any:
            raise NotImplementedError

        def options(self) -> tuple[ActionOption, ...]:
            return ()

        async def perform(self, call: Any) -> Any:
            raise NotImplementedError

    return _Vision()


def random_home(rng: random.Random, needed: str = "") -> TrainingHome:
    """Four to six rooms of different kinds, `needed` first, each with a few devices."""
    kinds = [k for k in ROOMS if k != needed]
    rng.shuffle(kinds)
    chosen = ([needed] if needed else []) + kinds[: rng.randint(3, 5)]
    rooms = [(kind, *rng.choice(ROOMS[kind])) for kind in chosen]
    devices: list[Device] = []
    classes: dict[str, str] = {}
    for kind, own, ja, en in rooms:
        devices += _fixtures(rng, kind, own, Bilingual(ja, en))
        name = Bilingual(ja, en)
        for device, what in (
            *_covers(rng, kind, own, name),
            *_fans(rng, kind, own, name),
            *_things(rng, kind, own),
        ):
            devices.append(device)
            classes[device.id] = what
    ids = [own for _, own, _, _ in rooms]
    places = tuple(
        Place(id=own, name=Bilingual(ja, en), neighbours=tuple(i for i in ids if i != own))
        for _, own, ja, en in rooms
    )
    house = TrainingHouse({d.id: d for d in devices}, {})
    control: Capability = plugins.build(
        "capabilities", "device_control", {}, {"house": house, "clock": _Clock()}
    )
    kind_of = {own: kind for kind, own, _, _ in rooms}
    return TrainingHome(places=places, kinds=kind_of, house=house, classes=classes, control=control)


def _fixtures(rng: random.Random, kind: str, room: str, name: Bilingual) -> list[Device]:
    found = [_device("light", room, room, name, rng.choice(_LIGHTS))]
    if kind in ("living", "bed", "study"):
        found.append(_device("climate", room, room, name, ("エアコン", "air conditioner")))
    if kind == "living" or (kind == "bed" and rng.random() < 0.3):
        noun = rng.choice((("テレビ", "TV"), ("スピーカー", "speaker"), ("ラジオ", "radio")))
        found.append(_device("media_player", room, f"{room}_player", name, noun))
    if kind in ("hall", "kitchen"):
        noun = ("玄関の鍵", "front door") if kind == "hall" else ("勝手口の鍵", "back door")
        found.append(_device("lock", room, f"{kind}_door", NAMELESS, noun))
    return found


def _covers(
    rng: random.Random, kind: str, room: str, name: Bilingual
) -> Iterator[tuple[Device, str]]:
    if kind in ("living", "bed", "study"):
        yield _device("cover", room, f"{room}_cover", name, _called(rng, "curtain")), "curtain"
    if kind in ("hall", "living") and rng.random() < 0.35:
        yield _device("cover", room, f"{room}_awning", NAMELESS, _called(rng, "awning")), "awning"
    if kind in ("study", "bath") or rng.random() < 0.15:
        yield _device("cover", room, f"{room}_window", name, _called(rng, "window")), "window"


def _fans(
    rng: random.Random, kind: str, room: str, name: Bilingual
) -> Iterator[tuple[Device, str]]:
    if kind in ("bath", "kitchen"):
        place = name if rng.random() < 0.6 else NAMELESS
        yield _device("fan", room, f"{room}_hood", place, _called(rng, "extractor")), "extractor"
    if kind in ("bed", "living", "study") and rng.random() < 0.6:
        yield _device("fan", room, f"{room}_fan", name, _called(rng, "breeze")), "breeze"


def _things(rng: random.Random, kind: str, room: str) -> Iterator[tuple[Device, str]]:
    for what in rng.sample(_SWITCHES[kind], k=min(2, len(_SWITCHES[kind]))):
        noun = _called(rng, what)
        yield _device("switch", room, f"{room}_{what}", NAMELESS, noun), what


def _called(rng: random.Random, what: str) -> tuple[str, str]:
    names = things()[what]
    return rng.choice(names["ja"]), rng.choice(names["en"])


@cache
def things() -> Mapping[str, Mapping[str, list[str]]]:
    """Names of things by what they are."""
    text = resources.files(__package__).joinpath("things.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, list[str]]] = YAML(typ="safe").load(text)
    return found


def _device(domain: str, room: str, own: str, place: Bilingual, noun: tuple[str, str]) -> Device:
    ja = f"{place.ja}の{noun[0]}" if place.ja else noun[0]
    en = f"{place.en.lower()} {noun[1]}" if place.en else noun[1]
    climate = {"modes": ("off", "heat", "cool"), "min_temp": 16, "max_temp": 30}
    return Device(
        id=DeviceId(f"{domain}.{own}"),
        domain=Domain(domain),
        name=Bilingual(ja, en),
        area=room,
        operations=_OPERATIONS[domain],
        by_itself=domain in ("light", "cover"),
        attributes=climate if domain == "climate" else {},
    )


def meter(room: str) -> Device:
    """A light meter of one room."""
    return Device(
        id=DeviceId(f"sensor.{room}_illuminance"),
        domain=Domain.SENSOR,
        name=Bilingual("明るさ", "illuminance"),
        area=room,
        operations=(),
        attributes={"device_class": "illuminance"},
    )


def sensor(room: str, key: str, name: Bilingual) -> Device:
    """A binary sensor of one room."""
    return Device(
        id=DeviceId(f"binary_sensor.{room}_{key}"),
        domain=Domain.BINARY_SENSOR,
        name=name,
        area=room,
        operations=(),
    )


def setting_of(entry: MenuEntry, home: TrainingHome) -> object:
    """What the entry sets, or what kind of thing it acts on."""
    payload = entry.payload
    if "temperature" in payload:
        state = home.house.states[entry.object_id]
        return "warmer" if payload["temperature"] > state.attributes["temperature"] else "colder"
    if "mode" in payload:
        return payload["mode"]
    if "brightness" in payload:
        return payload["brightness"]
    return home.classes.get(entry.object_id, "")
