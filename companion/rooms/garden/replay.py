"""The replay shows where everybody was at a minute of a garden day, and what happened on it.

The companion's day ends with a fact that holds the steps of all characters; the day that goes on
has them in the state of the world. Acts and talks are read from the record between two diary pages.
Of a day that was lived before steps were kept, the acts and encounters say where the companion was,
and where it met whom.
"""

import zlib
from base64 import b64decode, b64encode
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from companion.ports.garden import GardenBook
from companion.ports.record import Record
from companion.rooms.garden.being import GardenStep
from companion.rooms.garden.town import MINUTES_PER_HOP
from companion.words.event import Event
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenInjected,
    GardenMet,
    GardenTalked,
    GardenWorded,
    fact_of,
)
from companion.words.facts.garden import SOURCES, GardenLine
from companion.words.garden import ActionHistoryEntry, GardenAction, Weather
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language

PAGES = "diary"
"""Day under which the book notes the events of all diary pages."""
MOST = 1000
"""Events of a day and the one after that are read; a day has about a hundred."""
TALK_MINUTES = 5
"""Before the end of a talk, which is when the log notes it, both were there for so long."""
_HAPPENED = (GardenActed, GardenBond, GardenInjected, GardenMet, GardenTalked, GardenDayEnded)
Steps = Mapping[str, Sequence[GardenStep]]


@dataclass(frozen=True, kw_only=True)
class LivedDay:
    """A day of the garden as the record has it."""

    facts: tuple[Fact, ...]
    """Oldest first."""
    entries: tuple[ActionHistoryEntry, ...]
    """The companion's own acts, oldest first."""
    ended: GardenDayEnded | None
    """None for the day that goes on."""


def packed(steps: Steps) -> str:
    """Steps by character as short text, about a sixth of their JSON."""
    return b64encode(zlib.compress(msgspec.json.encode(steps))).decode()


def unpacked(text: str) -> Steps:
    """Steps that were packed; none for "", and for what this version cannot read."""
    try:
        plain = zlib.decompress(b64decode(text))
        return msgspec.json.decode(plain, type=dict[str, tuple[GardenStep, ...]])
    except (zlib.error, ValueError, msgspec.MsgspecError):
        return {}


def step_at(steps: Sequence[GardenStep], minute: int) -> GardenStep | None:
    """The step that a character was in; None before the first that is known."""
    number = bisect_right(steps, minute, key=lambda one: one.at)
    return steps[number - 1] if number else None


def all_steps(kept: Steps, facts: Sequence[Fact], own: str, began: int) -> tuple[Steps, bool]:
    """Steps of a day that began at this minute, and whether all were kept: for the time before the
    first that was kept, those that the facts tell."""
    mine = kept.get(own, ())
    if mine and mine[0].at <= began:
        return kept, True
    told = steps_told(facts, own)
    if not mine:
        return told, False
    earlier = {who: [one for one in steps if one.at < mine[0].at] for who, steps in told.items()}
    return {who: [*earlier.get(who, ()), *kept.get(who, ())] for who in {*told, *kept}}, False


def steps_told(facts: Sequence[Fact], own: str) -> Steps:
    """Steps as far as the facts tell them: the companion's own, and others while it met them. A
    step at no map ("") means that the whereabouts are not known from then on."""
    acts = [one for one in facts if isinstance(one, GardenActed) and one.who == own]
    found: dict[str, list[GardenStep]] = defaultdict(list)
    for number, act in enumerate(acts):
        before = acts[number - 1].ended if number else act.began
        found[own] += _steps_of_act(act, before)
    ends = [one.ended for one in acts]
    for other, began, step in sorted(_encounters(facts, own), key=lambda one: one[1]):
        at = bisect_left(ends, step.at)
        gone = max(ends[at], step.at + 1) if at < len(ends) else step.at + 1
        known = [one for one in found[other] if one.at < began]
        found[other] = [*known, step, GardenStep(gone, "", GardenAction.IDLE)]
    return found


def _steps_of_act(act: GardenActed, before: int) -> Iterator[GardenStep]:
    """Steps of one act; the way to its place is a part of it and not in the record."""
    if before < act.began:
        yield GardenStep(before, act.way[0] if act.way else act.map_id, GardenAction.MOVE)
    for number, map_id in enumerate(act.way or (act.map_id,)):
        at = act.began + MINUTES_PER_HOP * number
        if at <= act.ended:
            yield GardenStep(at, map_id, act.action)


def _encounters(facts: Sequence[Fact], own: str) -> Iterator[tuple[str, int, GardenStep]]:
    """People that were met: who, the minute from which on, and the step in which they were."""
    for one in facts:
        if isinstance(one, GardenMet | GardenTalked) and own in (one.who, one.other):
            other = one.other if one.who == own else one.who
            talked = isinstance(one, GardenTalked)
            began = one.at - TALK_MINUTES if talked else one.at
            action = GardenAction.TALK if talked else GardenAction.IDLE
            yield other, began, GardenStep(began, one.map_id, action)


def weather_at(facts: Sequence[Fact], minute: int) -> Weather:
    """The weather as the act of that minute noted it; an act notes it when it ends."""
    acts = [one for one in facts if isinstance(one, GardenActed)]
    found = next((one for one in acts if one.ended >= minute), acts[-1] if acts else None)
    return Weather.UNKNOWN if found is None else found.weather


def _told(events: Sequence[Event], until: EventId | None) -> Iterator[Fact]:
    """Facts of the events before one; a talk in the words that it was given later, also after."""
    worded = {
        one.talk: one for event in events if (one := fact_of(event, GardenWorded)) is not None
    }
    for event in events:
        if until is not None and event.id >= until:
            return
        found = (fact_of(event, cls) for cls in _HAPPENED)
        fact = next((one for one in found if one is not None), None)
        if isinstance(fact, GardenTalked) and event.id in worded:
            fact = in_words(fact, worded[event.id])
        if fact is not None:
            yield fact


def in_words(talk: GardenTalked, worded: GardenWorded) -> GardenTalked:
    """A talk with the turns that a model worded, in the language it did."""
    turns = []
    for turn, words in zip(talk.turns, worded.turns, strict=True):
        japanese = worded.language is Language.JA
        told = Bilingual(words, turn.words.en) if japanese else Bilingual(turn.words.ja, words)
        turns.append(GardenLine(who=turn.who, words=told) if words else turn)
    return msgspec.structs.replace(talk, turns=tuple(turns))


async def lived_day(day: str, book: GardenBook, record: Record) -> LivedDay | None:
    """Read one day of the garden, an ISO date; None where nothing of it is left to look at."""
    entries = await book.history(day)
    if not entries:
        return None
    pages = await book.events(PAGES)
    before = bisect_left(pages, entries[0].event_id)
    after = bisect_right(pages, entries[-1].event_id)
    ends = (*pages[after : after + 2], None, None)
    # To the page after its own: the model may word a talk when its day is over.
    events = await record.recent(
        limit=MOST,
        after=pages[before - 1] if before else None,
        before=ends[1],
        sources=SOURCES,
        origin="garden",
    )
    facts = tuple(_told(events[::-1], ends[0]))
    ended = next((one for one in facts if isinstance(one, GardenDayEnded)), None)
    return LivedDay(facts=facts, entries=entries, ended=ended)
