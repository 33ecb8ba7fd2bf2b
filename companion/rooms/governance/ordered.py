"""Orders 頼み: tasks for the clauses of a purpose that the home's grammar reads as orders.

"Turn the television off at ten every night", "remind me on Saturday to hide the cake", "if the
bell rings, turn the hall light on": whoever orders a thing within a purpose gets that very thing,
at that very time.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.home.device_operation import operation_of
from companion.home.kinds import kind_of
from companion.home.request import DEVICES
from companion.rooms.governance.aims import shown
from companion.rooms.governance.draft import Draft, every
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import device as device_kind
from companion.rooms.governance.needs import watched_in
from companion.rooms.governance.task_rows import value_of
from companion.rooms.governance.when import times_in
from companion.rooms.governance.wish import parts_of, says, sentences_of, wish_of
from companion.words.language import Bilingual
from companion.words.number import with_digits
from companion.words.timing import After, Once, OnFact, Recurring, Timing
from companion.words.timing_form import to_plain
from companion.words.understood import UnderstoodWish

MOST_DEVICES = 4
"""Devices of one order that get a task each."""
_ENDS = ("turn_off", "return_to_dock", "pause")
"""Operations by which a home is without a thing, the first that it takes."""
_BELLS = ("doorbell", "sound", "running")
_JOINTS = re.compile(r",? and |, (?:then )?", re.IGNORECASE)
_SUBJECT = re.compile(
    r"(?:i|we|he|she|they|it|you|who|my|our|his|her|their|the)\b|.*[ぁ-んァ-ヶ一-龥]", re.IGNORECASE
)
_SWITCHES_IT_OFF = re.compile(
    r"(?:(?:please|just|then|and|so|(?:at|after|from|by) [\w:]+) )*"
    r"(?:switch|turn|put|shut) (?:it|them) off\b",
    re.IGNORECASE,
)
"""An order without the name of its thing; the grammar reads the Japanese ones."""
_NOT_OFF = re.compile(
    r"\b(?:don't|do not|never)\b.*\boff\b|(?:切ら|消さ|止め)(?:ない|ずに|んと)", re.IGNORECASE
)
"""Of a clause that wants a thing left on."""
_REMEMBERED = re.compile(r"\b(?:forget|fail|miss)\b|忘れ", re.IGNORECASE)
"""Of "do not forget to", which rules nothing out."""
_HOLDS = re.compile(
    r"\b(?:keep|hold|maintain)(?:ing)? (?P<room>[\w' ]{3,30}?) "
    r"(?:(?:up |down )?(?:at|around|about|near|above"
    r"|over|below|under|to|no (?:low|high|cold|cool|warm)er than|at least|or so) )+"
    r"(?P<n>[0-9]{1,2})\b(?! ?(?:%|percent|minutes?|hours?|days?|people|lux))"
    r"|(?P<ja>[^、。]{1,12}?)(?:の(?:温度|室温))?[をはが][^、。]{0,12}?(?P<ja_n>[0-9]{1,2}) ?[度℃]"
    r"(?:くらい|ぐらい|前後|以上|以下)?[にでを]?(?:保|維持|キープ|たも)"
)
_REMINDS = ("reminder_set", "alarm_set")
_SAID = Bilingual("「{}」の時間です", "It is time: “{}”")
_WAKES = Bilingual("起きる時間です", "It is time to get up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """頼み: the tasks, and the acts on devices that were ordered by name."""

    drafts: tuple[Draft, ...] = ()
    serves: frozenset[str] = frozenset()
    """As `domain.operation`."""

    whole: bool = False
    """The purpose asks for nothing else."""
    rest: str = ""
    """The purpose without its orders to operate devices."""

    @property
    def reminds(self) -> bool:
        """Whether people are to be told of something in time."""
        return any("ja" in draft.slots for draft in self.drafts)


def ordered(purpose: str, home: HomeView, now: datetime) -> Ordered:
    """The orders of a purpose; none where no clause is a clear one. A reminder that waits for a
    fact is none: it is watched for (`needs.py`)."""
    wish = wish_of(purpose)
    named = home.mentions(purpose).things
    alone = named if len(named) == 1 else ()
    read = {
        text: tuple(
            _in_time(draft, _time_of_all(sentence, home, now), now)
            for draft in _drafts(text, home, now, _Around(sentence, alone))
        )
        for text, sentence in _clauses(purpose, home, now)
    }
    shown = _shown(purpose, home) if wish.unheard else ()
    drafts = every(*read.values(), shown)
    acts = [draft for draft in drafts if "device" in draft.slots]
    rest = purpose
    for text, found in read.items():
        if any(draft.kind == "device" for draft in found):
            rest = rest.replace(text, " ")
    return Ordered(
        drafts=drafts,
        rest=rest,
        serves=frozenset(
            f"{home.domain_of(draft.slots['device'])}.{draft.slots['operation']}" for draft in acts
        ),
        whole=bool(drafts)
        and not shown
        and all(any(part in text and found for text, found in read.items()) for part in wish.asked),
    )


def _time_of_all(sentence: str, home: HomeView, now: datetime) -> Timing | None:
    """The time that a sentence names somewhere, for orders without one."""
    times = [said for said in times_in(sentence, now, home) if not said.until]
    said = next((said for said in times if said.has_clock), None)
    every_day = any(isinstance(one.timing, Recurring) for one in times)
    if said is not None and isinstance(said.timing, Once) and every_day:
        return Recurring(at=said.timing.at.astimezone(now.tzinfo).time())
    return None if said is None else said.timing


def _in_time(draft: Draft, told: Timing | None, now: datetime) -> Draft:
    if draft.at is not None or draft.kind == "routine" or told is None:
        return draft
    return _at(draft.kind, draft.slots, told, now)


def _clauses(purpose: str, home: HomeView, now: datetime) -> Iterator[tuple[str, str]]:
    """The whole, where it is a clear order; else its sentences, and the parts of those that are
    none; each with its sentence."""
    if _wishes(purpose, home, now):
        yield purpose, purpose
        return
    for sentence in sentences_of(purpose):
        if _wishes(sentence, home, now):
            yield sentence, sentence
            continue
        for part in parts_of(sentence):
            texts = [part] if _wishes(part, home, now) else _pieces(part)
            yield from ((text, sentence) for text in texts)


def _wishes(text: str, home: HomeView, now: datetime) -> Sequence[UnderstoodWish]:
    """The orders of a text; none of "no music", which the grammar reads by its noun alone."""
    rules_out = says("prohibits", text) and not _REMEMBERED.search(text)
    if rules_out:
        return ()
    return home.wishes(text, now) or home.wishes(_held(text, home), now)


def _held(text: str, home: HomeView) -> str:
    """The order that keeps a room at a temperature: "keep the study above 18 degrees"; "" where the
    text holds none, or names no room of this home."""
    found = _HOLDS.search(with_digits(text.casefold()))
    if found is None or not (room := home.room_in(found["room"] or found["ja"])):
        return ""
    return f"set the {home.place(room).en} to {found['n'] or found['ja_n']} degrees"


def _pieces(part: str) -> list[str]:
    """The orders that are joined by "and"; of a story, which has a subject, there are none."""
    pieces = [one.strip() for one in _JOINTS.split(part)]
    return [part] if any(map(_SUBJECT.match, pieces)) else [part, *pieces]


@dataclass(frozen=True, slots=True)
class _Around:
    """The sentence of a clause, and the one thing that the whole purpose names."""

    sentence: str
    alone: Sequence[str]


def _drafts(text: str, home: HomeView, now: datetime, around: _Around) -> tuple[Draft, ...]:
    wishes = _wishes(text, home, now)
    if not wishes:
        return tuple(_without(text, home, now, around))
    return every(
        *(_acts(wish, home, now) for wish in wishes), *(_reminder(wish, now) for wish in wishes)
    )


def _without(text: str, home: HomeView, now: datetime, around: _Around) -> Iterator[Draft]:
    """No television after ten: what it is to be without from an hour on, each day, or on the day
    that it names. Where a clause names it by `it`, it is the one thing that the purpose names: if
    it's on after ten, switch it off."""
    times = times_in(text, now, home)
    pieces = [piece for piece in _JOINTS.split(text) if _is_without(piece)]
    things = [thing for piece in pieces for thing in home.mentions(piece).things]
    if not things and any(map(_SWITCHES_IT_OFF.match, pieces)):
        things, times = [*around.alone], times or times_in(around.sentence, now, home)
    when = next((said for said in times if said.has_clock and not said.until), None)
    if when is None:
        return
    for device in list(filter(None, map(home.device, things)))[:MOST_DEVICES]:
        does = next((one for one in _ENDS if operation_of(device, one) is not None), None)
        timing = when.timing
        if isinstance(timing, Once) and not when.has_day:
            timing = Recurring(at=timing.at.astimezone(now.tzinfo).time())
        if does is not None:
            yield _at("device", {"device": device.id, "operation": does}, timing, now)


def _is_without(piece: str) -> bool:
    return says("without", piece) and not _NOT_OFF.search(piece)


def _shown(purpose: str, home: HomeView) -> Iterator[Draft]:
    """A light that comes on for somebody who does not hear a bell."""
    bells = [
        device
        for one in watched_in(purpose, home)
        for device in one.devices
        if device.attributes.get("device_class") in _BELLS
    ]
    for bell in bells[:1]:
        timing = to_plain(OnFact(str(bell.id), "on"))
        for draft in shown(home, home.room_in(purpose)):
            yield Draft(kind="routine", slots={**draft.slots, "when": timing})


def _acts(wish: UnderstoodWish, home: HomeView, now: datetime) -> Iterator[Draft]:
    capability, _, operation = wish.operation.partition(".")
    if capability != DEVICES:
        return
    for device in list(filter(None, map(home.device, wish.targets)))[:MOST_DEVICES]:
        kind = kind_of(device)
        does = operation.removeprefix(f"{kind.name}_")
        # A television that cannot be switched off is stopped.
        own, more = kind.instead.get(does, (does, {}))
        row = operation_of(device, does) or operation_of(device, own)
        if row is not None:
            slots = {"device": device.id, "operation": row.does}
            given = {**more, **wish.parameters}
            value = given.get(row.parameter or "")
            if row.does == "set_brightness" and value is None and _darkens(given):
                value = value_of("calm", now)
            extra = {"value": value} if row.parameter else {}
            if device_kind.cannot({**slots, **extra}, home) is None:
                yield _at("device", {**slots, **extra}, wish.when, now)


def _darkens(given: Mapping[str, Any]) -> bool:
    """Whether a step of the brightness goes down."""
    step = next((value for name, value in given.items() if name.endswith("_step")), None)
    return step == "down" or (isinstance(step, int | float) and step < 0)


def _reminder(wish: UnderstoodWish, now: datetime) -> tuple[Draft, ...]:
    if not wish.operation.endswith(_REMINDS) or isinstance(wish.when, OnFact | None):
        return ()
    said = str(wish.slots.get("message", ""))
    words = Bilingual(_SAID.ja.format(said), _SAID.en.format(said)) if said else _WAKES
    return (_at("tell", {"ja": words.ja, "en": words.en}, wish.when, now),)


def _at(kind: str, slots: Mapping[str, Any], when: Timing | None, now: datetime) -> Draft:
    """Once at its moment; at every other timing a proposed routine."""
    if when is None or isinstance(when, Once):
        return Draft(kind=kind, slots=slots, at=None if when is None else when.at)
    if isinstance(when, After):
        return Draft(kind=kind, slots=slots, at=now + timedelta(seconds=when.after_s))
    return Draft(kind="routine", slots={**slots, "when": to_plain(when)})
