"""Lines: picks the sentences of a pack that are read, and finds which room each is about."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.home.condition import Condition
from companion.words.context import DeliberationContextPack
from companion.words.place import Place
from companion.words.text import LabelledText
from companion.words.trigger import TriggerKind
from companion.words.trust import TrustLabel

Floats = npt.NDArray[np.float32]
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?;])\s+")
_CLOCK = re.compile(r"^\d\d:\d\d ")
_IDLE = LabelledText("Nothing has happened for a while.", TrustLabel.SELF)
"""A heartbeat, whatever words it comes in."""
_SENSED = 0.9
_FADE = 0.85
"""Each newer line takes this much weight off an older one."""
_UNKNOWN_WEATHER = "不明"
_SENSES: Mapping[str, str] = {
    "door": "front door",
    "garage_door": "gate",
    "opening": "window contact",
    "window": "window contact",
    "motion": "",
    "smoke": "smoke alarm",
    "gas": "gas alarm",
    "carbon_monoxide": "CO alarm",
    "safety": "smoke alarm",
}
"""Quantity of a sensor (Home Assistant's device classes) -> a name that the reader knows. Where a
sensor does not say, its own name is read, and where the class holds unlike things: `occupancy` is a
bed as well as a room, `moisture` rain as well as a leak. "" is not read at all: who is where stands
in the pack as structure, and the reader took `motion sensor` for a bed in use."""


@dataclass(frozen=True, slots=True)
class Line:
    """Line that is read: its text, which rooms and things it names, how new it is."""

    text: str
    rooms: frozenset[str]
    things: frozenset[str]
    weight: float
    is_trigger: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Vectors to meanings: what the trained reader makes of lines and of device names."""

    facts: Mapping[str, Floats]
    """Text -> probabilities of the facts, in the reader's order."""
    things: Mapping[str, Floats]
    """Device name -> probabilities of `THINGS`."""
    vectors: Mapping[str, Floats]


def lines_of(pack: DeliberationContextPack) -> tuple[Line, ...]:
    """Lines of a pack to read, the trigger first. Not read are other people's words (`foreign`),
    and the companion's own: "turned off: done" is no wish, and was taken for one."""
    names = _names(pack)
    about = _IDLE if pack.trigger.kind is TriggerKind.HEARTBEAT else pack.trigger.about
    found = _lines(about, names, 1.0, is_trigger=True)
    for age, text in enumerate(reversed(pack.recent)):
        found += _lines(text, names, _FADE**age)
    for text in (*pack.confirmed_preferences, *pack.goals):
        found += _lines(text, names, 1.0)
    return (*found, *_sensed(pack, names))


def sentences(text: str) -> tuple[str, ...]:
    """One meaning each, more or less: what is embedded and read."""
    plain = _CLOCK.sub("", text).strip()
    return tuple(part.strip() for part in _SENTENCE.split(plain) if part.strip())


def bare(text: str, places: tuple[Place, ...]) -> str:
    """The text without the names of rooms: `water the garden` is nearer to the sprinkler than to
    the garden light only then. The text itself where nothing else is in it."""
    left = text
    for name in sorted((n for p in places for n in _called(p)), key=len, reverse=True):
        if _stands_in(name.casefold(), left.casefold()):
            form = re.escape(name) if not name.isascii() else rf"\b{re.escape(name)}\b"
            left = re.sub(rf"{form}(の|'s)?", " ", left, flags=re.IGNORECASE)
    return " ".join(left.split()) or text


def _sensed(
    pack: DeliberationContextPack, names: tuple[tuple[str, str, str], ...]
) -> Iterable[Line]:
    """Sensors that report something: a bed that is used, smoke, rain."""
    for thing in pack.scene.objects:
        if not thing.id.startswith("binary_sensor.") or Condition.read(thing.state).value != "on":
            continue
        known = _SENSES.get(pack.senses.get(thing.id, ""))
        if known == "":
            continue
        if known is not None:
            room = frozenset({thing.location} if thing.location else ())
            yield Line(f"{known}: on", room, frozenset({thing.id}), _SENSED)
        else:
            yield from _lines(_sensor_line(thing.name), names, _SENSED)
    if pack.scene.weather not in ("", _UNKNOWN_WEATHER):
        yield from _lines(
            LabelledText(f"weather: {pack.scene.weather}", TrustLabel.OBSERVED), names, _SENSED
        )


def _sensor_line(name: str) -> LabelledText:
    return LabelledText(f"{name}: on", TrustLabel.OBSERVED)


def _names(pack: DeliberationContextPack) -> tuple[tuple[str, str, str], ...]:
    """(kind, id, name) of every room and operable thing, longest names first."""
    rooms = [("room", p.id, n) for p in pack.places for n in _called(p)]
    things = [("thing", o.id, o.name) for o in pack.scene.objects if o.type == "device" and o.name]
    return tuple(sorted((*rooms, *things), key=lambda item: -len(item[2])))


def _called(place: Place) -> Iterable[str]:
    return dict.fromkeys((place.name.ja, place.name.en, place.id, *place.aliases))


def _lines(
    text: LabelledText,
    names: tuple[tuple[str, str, str], ...],
    weight: float,
    *,
    is_trigger: bool = False,
) -> list[Line]:
    """Its sentences; one that names no room is about the room the whole text names, if any."""
    if text.foreign or text.own:
        return []
    found = []
    whole, _ = _named(text.text, names)
    for part in sentences(text.text):
        rooms, things = _named(part, names)
        about = rooms if rooms or things else whole
        found.append(Line(part, about, things, weight, is_trigger))
    return found


def _named(
    text: str, names: tuple[tuple[str, str, str], ...]
) -> tuple[frozenset[str], frozenset[str]]:
    """Rooms and things whose names stand in it."""
    left = text.casefold()
    rooms: set[str] = set()
    things: set[str] = set()
    for kind, own, name in names:
        folded = name.casefold()
        if folded and _stands_in(folded, left):
            (rooms if kind == "room" else things).add(own)
            # A thing's name may hold a room's: what is named is the thing.
            left = left.replace(folded, " ")
    return frozenset(rooms), frozenset(things)


def _stands_in(name: str, text: str) -> bool:
    if not name.isascii():
        return name in text
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
