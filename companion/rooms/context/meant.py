"""Meant 指すもの: finds the things that the deed of a standing wish is about.

A thing is called by its name, by the last words of it, or by its kind and room. Where several are
called so, the one in the room of the wish is meant, else the one where somebody is; of things that
cannot be told apart none is.
"""

import re
from collections.abc import Iterable, Sequence

from companion.home.kinds import KINDS, kind_of
from companion.home.purpose import purpose_of
from companion.rooms.context.collect import Seen
from companion.rooms.context.holds import room_names, stem
from companion.rooms.context.mentions import named_in
from companion.words.ids import DeviceId
from companion.words.place import Place
from companion.words.purpose import Purpose

_MOST = 3
"""Lamps of one room that are meant together."""
_WARMTH = re.compile(
    r"\bheating\b|\bair.?con\w*|\bcooling\b|\bthe air\b|暖房|冷房|エアコン", re.IGNORECASE
)
_WORD = re.compile(r"[a-z]+")


def things_meant(
    clause: str,
    devices: Sequence[Seen],
    places: Iterable[Place],
    rooms: Sequence[str],
) -> frozenset[DeviceId]:
    """The things of one clause. `rooms`: the room that the wish names, then where it may be
    meant, the likeliest first."""
    called = list(room_names(places))
    usable = [seen for seen in devices if seen.device.operations]
    for found in (
        _by_name(clause, usable, rooms),
        _by_words(clause, usable, rooms, called),
        _thermostats(clause, usable, rooms),
        _by_kind(clause, usable, rooms, called),
    ):
        if found:
            return found
    return frozenset()


def _by_name(clause: str, usable: list[Seen], rooms: Sequence[str]) -> frozenset[DeviceId]:
    for room in (*rooms, ""):
        if found := named_in(clause, usable, room):
            return found
    return frozenset()


def _by_words(
    clause: str, usable: list[Seen], rooms: Sequence[str], called: Sequence[str]
) -> frozenset[DeviceId]:
    """By the words of its name that no other thing has: `the white noise` is the white noise
    machine, and `shake the bed` means the bed shaker."""
    named = [(seen, _own_words(seen, called)) for seen in usable]
    said = _said_words(clause)
    found: list[tuple[int, Seen]] = []
    for seen, own in named:
        others = frozenset[str]().union(*(words for other, words in named if other is not seen))
        shared = {word for word in own if word in said or (_is_japanese(word) and word in clause)}
        if shared - others or (len(own) > 1 and shared == own):
            found.append((len(shared), seen))
    most = max((size for size, _ in found), default=0)
    return _one_of([seen for size, seen in found if size == most], rooms)


_PARTS = re.compile(r"[のと・\s（）()]+")
_SHORTEST = 2
_COMMON = {word.casefold() for kind in KINDS for word in kind.words}


def _own_words(seen: Seen, rooms: Sequence[str]) -> frozenset[str]:
    """The words of a thing's name, without names of rooms and of kinds."""
    name = seen.device.name
    english = {stem(word).removesuffix("er") for word in _WORD.findall(name.en.casefold())}
    parts = {part for part in _PARTS.split(name.ja) if len(part) >= _SHORTEST}
    everywhere = _COMMON | {word for room in rooms for word in (room, *room.split())}
    return frozenset(
        word for word in (*english, *parts) if word not in everywhere and len(word) >= _SHORTEST
    )


def _said_words(clause: str) -> frozenset[str]:
    return frozenset(stem(word).removesuffix("er") for word in _WORD.findall(clause.casefold()))


def _is_japanese(word: str) -> bool:
    return not word.isascii()


def speaks_of_warmth(clause: str) -> bool:
    """Whether a clause is about heating or cooling."""
    return _WARMTH.search(clause) is not None


def _thermostats(clause: str, usable: list[Seen], rooms: Sequence[str]) -> frozenset[DeviceId]:
    if not speaks_of_warmth(clause):
        return frozenset()
    found = [s for s in usable if any(row.as_state for row in kind_of(s.device).operations)]
    return _one_of(found, rooms)


_BEFORE = re.compile(
    r"(?:^|\b(?:the|an?|my|our|all|any|no|this|that|its|only|white|bright|main|ceiling) "
    r"|\b(?:on|off|open|close|shut|switch|turn|up|down) )$"
    r"|(?:^|[、。はがをにてで]|この|その|全部の|部屋の)$",
    re.I,
)
"""Words before the word of a kind where no thing of its own name is meant."""


def _by_kind(
    clause: str, usable: list[Seen], rooms: Sequence[str], called: Sequence[str]
) -> frozenset[DeviceId]:
    """The lamps, or whatever kind of thing, of the first room that has them. `called`: names of
    rooms; a word that is none of them (`the signal lamp`) is the name of one thing."""
    folded = clause.casefold()
    for name in called:
        folded = folded.replace(f"{name}の", "この").replace(name, "the")
    kinds = {
        kind.domain
        for kind in KINDS
        if kind.named is not None
        for found in re.finditer(rf"\b(?:{kind.named.en})\b|{kind.named.ja}", folded, re.I)
        if _BEFORE.search(folded[: found.start()])
    }
    found = [s for s in usable if s.device.domain in kinds]
    for room in rooms:
        here = [s for s in found if s.device.area == room]
        lamps = all(purpose_of(s.device) is Purpose.LAMP for s in here)
        if here and (len(here) == 1 or (lamps and len(here) <= _MOST)):
            return frozenset(s.device.id for s in here)
    return frozenset()


def _one_of(found: list[Seen], rooms: Sequence[str]) -> frozenset[DeviceId]:
    for room in rooms:
        here = [s for s in found if s.device.area == room]
        if len(here) == 1:
            return frozenset({here[0].device.id})
    return frozenset({found[0].device.id}) if len(found) == 1 else frozenset()


def lamps_of(devices: Sequence[Seen], rooms: Sequence[str]) -> frozenset[DeviceId]:
    """The lamps of the first room that has few, for a wish that it be dark there."""
    for room in rooms:
        lamps = [
            seen.device.id
            for seen in devices
            if seen.device.area == room and purpose_of(seen.device) is Purpose.LAMP
        ]
        if 0 < len(lamps) <= _MOST:
            return frozenset(lamps)
    return frozenset()
