"""The replay shows where everybody was at a minute of a garden day, and what happened on it.

The companion's day ends with a fact that holds the steps of all characters; the day that goes on
has them in the state of the world. Acts and talks are read from the record between two diary pages.
"""

import zlib
from base64 import b64decode, b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from companion.ports.garden import GardenBook
from companion.ports.record import Record
from companion.rooms.garden.being import GardenStep
from companion.words.event import EventSource
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenInjected,
    GardenTalked,
    fact_of,
)
from companion.words.garden import ActionHistoryEntry, Weather

PAGES = "diary"
"""Day under which the book notes the events of all diary pages."""
MOST = 1000
"""Events of one day that are read; a day has about a hundred."""
_HAPPENED = (GardenActed, GardenBond, GardenInjected, GardenTalked, GardenDayEnded)
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


def weather_at(facts: Sequence[Fact], minute: int) -> Weather:
    """The weather as the act of that minute noted it; an act notes it when it ends."""
    acts = [one for one in facts if isinstance(one, GardenActed)]
    found = next((one for one in acts if one.ended >= minute), acts[-1] if acts else None)
    return Weather.UNKNOWN if found is None else found.weather


async def lived_day(day: str, book: GardenBook, record: Record) -> LivedDay | None:
    """Read one day of the garden, an ISO date; None where nothing of it is left to look at."""
    entries = await book.history(day)
    if not entries:
        return None
    pages = await book.events(PAGES)
    before = bisect_left(pages, entries[0].event_id)
    after = bisect_right(pages, entries[-1].event_id)
    events = await record.recent(
        limit=MOST,
        after=pages[before - 1] if before else None,
        before=pages[after] if after < len(pages) else None,
        sources=(EventSource.SYSTEM,),
        origin="garden",
    )
    found = [fact_of(event, cls) for event in events[::-1] for cls in _HAPPENED]
    facts = tuple(one for one in found if one is not None)
    ended = next((one for one in facts if isinstance(one, GardenDayEnded)), None)
    return LivedDay(facts=facts, entries=entries, ended=ended)
