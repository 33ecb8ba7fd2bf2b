"""Needs 用: reads by rules which parts of a plan the words of a purpose name, and which things are
to be watched.

The reason of a wish names needs too ("they feel the cold, and get up at night"), so the whole
purpose is read. The words stand in `needs.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.home.kinds import kind_of
from companion.ports.understanding import Mentions
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.wish import sentences_of
from companion.words.device import Device
from companion.words.language import Bilingual
from companion.words.number import real_number, with_digits
from companion.words.timing import OnFact

MOST_THINGS = 2
"""Things that are watched for one purpose."""
MOST_DEVICES = 3
"""Devices of one thing."""
_NEVER_OFF = re.compile(
    r"\bnever (?:be |go |goes )?off|mustn't (?:stop|go off)|\b(?:stay|stays|keep|keeps) (?:it )?"
    r"(?:on|running)\b|\bstops?\b|止ま(?!って(?:ほしい|くれ))|切れ(?:たら|て(?:い|な)|ない)|消えたら"
)
_SHUT = re.compile(
    r"\b(?:left|stays?|kept|being|is) (?:shut|closed)\b|閉(?:まった|めた|めっ|じた)(?:まま|ぱなし)"
)
_LIMITS = {
    "below": re.compile(
        r"(?:below|under) ([0-9.]+)|([0-9.]+) ?[度℃%]?(?:を?(?:下回|切)|以下|より低)"
    ),
    "above": re.compile(
        r"(?:above|over) ([0-9.]+)|([0-9.]+) ?[度℃%]?(?:を?(?:上回|超え)|以上|より高)"
    ),
}
_SWITCHED_OFF = re.compile(
    r"\b(?:turn|switch|shut|knock)(?:s|es|ed|ing)? (?:it|(?:the|his|her|our) [\w ]{2,20}?) off\b"
    r"|\b(?:turn|switch|shut|knock)(?:s|es|ed|ing)? off\b"
    r"|(?:消し|切っ|止め)て(?:しま|ちゃ|寝|出)|(?:消え|切れ|止まっ)(?:たら|て(?:い|しま))"
)
_SIGNS = ("is", "not", "below", "above", "becomes")
_BETWEEN = re.compile(
    r"\bbetween ([0-9]{1,3})(?: degrees)? and ([0-9]{1,3})\b"
    r"|([0-9]{1,3})[度℃%]?(?:から|〜|～|と)([0-9]{1,3})[度℃%](?:の(?:間|あいだ)|くらい|に)"
)
"""Two figures between which a measure shall stay."""
_REPORTED = {"open": "on", "closed": "off", "running": "on"}
"""Of a sensor, which reports on and off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """見守るもの: devices that are watched together, and the report that is noticed."""

    devices: tuple[Device, ...]
    sign: Mapping[str, float | str]
    """`is`, `not`, `below` or `above`, and `becomes`, as the slots of a watch."""
    called: Bilingual
    stirs: bool = False
    """The report is hoped for: its absence is told."""
    alone: bool = False
    """To name it is to want it watched."""
    mended_by: str = ""
    """Operation on these devices after which it is not so any more."""


def aims_named(purpose: str) -> tuple[str, ...]:
    """Names of the aims that the words of a purpose name, in the order of the table."""
    plain = purpose.casefold()
    return tuple(
        dict.fromkeys(
            name for row in _table().aims if row.words.search(plain) for name in row.names
        )
    )


def watched_in(purpose: str, home: HomeView, *, by_name: bool = True) -> tuple[Watched, ...]:
    """The things of this home that a purpose names, those first that the home has by this name; of
    things that it lacks nothing. `by_name`: also switches by a single word of their names."""
    plain, mentions = purpose.casefold(), home.mentions(purpose)
    found = [*_by_fact(purpose, home)]
    if by_name:
        found += _by_name(plain, mentions, home)
    for row in _table().things:
        if row.words.search(plain) and (devices := _devices(row, plain, mentions, home)):
            known = {device.id for one in found for device in one.devices}
            if not known & {device.id for device in devices}:
                found.append(
                    Watched(
                        devices=devices,
                        sign=_limit(row.sign, plain) or _turned(row.sign, plain),
                        called=row.called,
                        stirs=row.stirs,
                        mended_by=row.mended_by,
                        alone=row.alone,
                    )
                )
    return tuple(found[:MOST_THINGS])


def _by_fact(purpose: str, home: HomeView) -> Iterator[Watched]:
    """The facts after which something is asked for, as the grammar reads the sentences."""
    for sentence in sentences_of(purpose):
        fact = home.mentions(sentence).fact
        device = None if fact is None else home.device(fact.thing)
        apart = device is not None and _is_apart(device, sentence.casefold())
        if fact is not None and device is not None and not apart:
            sign = _sign_of(fact, device)
            mended = "lock" if sign.get("is") == "unlocked" else ""
            yield Watched(devices=(device,), sign=sign, called=device.name, mended_by=mended)


def _sign_of(fact: OnFact, device: Device) -> Mapping[str, float | str]:
    for bound, figure in (("above", fact.above), ("below", fact.below)):
        if figure is not None:
            return {bound: figure}
    if fact.value == "running" and not kind_of(device).senses:
        return {"not": "off"}
    if not kind_of(device).senses:
        return {"is": "off" if fact.value == "done" else fact.value}
    # A machine that stands still has not finished; of a pump it is the trouble itself.
    if fact.value == "done":
        return {"is": "off", "becomes": True}
    return {"is": _REPORTED.get(fact.value, fact.value)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Aim:
    words: re.Pattern[str]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thing:
    words: re.Pattern[str]
    senses: tuple[str, ...]
    domain: str
    sign: Mapping[str, float | str]
    called: Bilingual
    stirs: bool
    mended_by: str
    alone: bool
    called_so: re.Pattern[str] | None
    """Only devices whose names hold these words count: not every thermometer is one of a fridge."""


@dataclass(frozen=True, slots=True)
class _Table:
    aims: Sequence[_Aim]
    things: Sequence[_Thing]


@cache
def _table() -> _Table:
    text = (files("companion.rooms.governance") / "needs.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    return _Table(
        aims=[_Aim(words=_pattern(row), names=tuple(row["names"])) for row in read["aim"]],
        things=[_thing(row) for row in read["thing"]],
    )


def _thing(row: Mapping[str, Any]) -> _Thing:
    return _Thing(
        words=_pattern(row),
        senses=tuple(row.get("senses", ())),
        domain=row.get("domain", ""),
        sign={key: row[key] for key in _SIGNS if key in row},
        called=Bilingual(row["ja"], row["en"]),
        stirs=row.get("stirs", False),
        mended_by=row.get("mended_by", ""),
        alone=row.get("alone", False),
        called_so=re.compile(row["called"]) if "called" in row else None,
    )


def _pattern(row: Mapping[str, Any]) -> re.Pattern[str]:
    return re.compile(row["words"].replace("\n", ""))


def _devices(row: _Thing, plain: str, mentions: Mentions, home: HomeView) -> tuple[Device, ...]:
    """The devices of a thing: those of its first class of sensors that the home has, of these the
    ones that the purpose names, or that stand in a room that it names."""
    kinds: Iterable[list[Device]] = (
        [device for device in home.sensing(sense) if device.attributes["device_class"] == sense]
        for sense in row.senses
    )
    if row.domain:
        kinds = ([d for d in home.house.devices() if d.domain.value == row.domain],)
    found = next((devices for devices in kinds if devices), [])
    if row.called_so is not None:
        found = [device for device in found if _is_called(row.called_so, device)]
    else:
        found = [device for device in found if not _is_apart(device, plain)] or found
    named = [device for device in found if device.id in mentions.things]
    there = [device for device in found if device.area in mentions.rooms]
    return tuple((named or there or found)[:MOST_DEVICES])


def _is_apart(device: Device, plain: str) -> bool:
    """Whether it belongs to a thing of its own that the words do not name: the thermometer of a
    fridge tells nothing of the kitchen in which it stands."""
    return any(
        row.called_so is not None
        and _is_called(row.called_so, device)
        and not row.words.search(plain)
        for row in _table().things
    )


def _is_called(words: re.Pattern[str], device: Device) -> bool:
    return any(words.search(name.casefold()) for name in (device.name.ja, device.name.en))


def _by_name(plain: str, mentions: Mentions, home: HomeView) -> Iterator[Watched]:
    """Switches that the purpose names: a pump, a heater."""
    for device in filter(None, map(home.device, mentions.things)):
        if kind_of(device).switches_anything:
            yield Watched(
                devices=(device,),
                sign={"is": "off" if _NEVER_OFF.search(plain) else "on"},
                called=device.name,
            )


def _limit(sign: Mapping[str, float | str], plain: str) -> Mapping[str, float | str] | None:
    """The limit of a measure that the purpose names; None of other signs, and without one."""
    if not {"below", "above"} & {*sign}:
        return None
    plain = with_digits(plain)
    if (span := _BETWEEN.search(plain)) is not None:
        low, high = sorted(float(figure) for figure in span.groups() if figure)
        return {"below": low, "above": high}
    for name, words in _LIMITS.items():
        if (found := words.search(plain)) is not None:
            figure = next(group for group in found.groups() if group)
            number = real_number(figure)
            return None if number is None else {name: number}
    return None


def _turned(sign: Mapping[str, float | str], plain: str) -> Mapping[str, float | str]:
    """An opening that is watched for being shut, and what runs for being switched off."""
    if sign == {"not": "off"} and _SWITCHED_OFF.search(plain):
        return {"is": "off"}
    return {"is": "off"} if sign == {"is": "on"} and _SHUT.search(plain) else sign
