"""Garden stories 庭の物語: finds the stories in the recorded log of the garden, and the open ones.

The log is read anew each time, so that each story rests on events of the record.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.ports.record import Record
from companion.rooms.sifting.choice import worth_a_line
from companion.rooms.sifting.garden import story_facts
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.event import Event, EventSource
from companion.words.facts import Fact, fact_of
from companion.words.facts.garden import GardenActed, GardenBond, GardenDayEnded, GardenMet
from companion.words.language import Bilingual
from companion.words.story import StoryMatch, StoryThread

GARDEN = "garden"
PAGE = 2000
"""Events read at once."""
LINES_A_DAY = 3
_TOLD = (GardenActed, GardenMet, GardenBond, GardenDayEnded)


@dataclass(frozen=True, kw_only=True)
class GardenStories:
    """Stories of the garden."""

    told: tuple[StoryMatch, ...]
    """Those worth a line of their day, in order."""
    open: tuple[StoryThread, ...]
    things: Mapping[str, Bilingual]
    """Words for the things that stories are about."""


async def garden_stories(record: Record) -> GardenStories:
    """Read the log of the garden from its beginning and sift it."""
    sifter = Sifter(PATTERNS)
    by_day: dict[str, list[StoryMatch]] = {}
    things: dict[str, Bilingual] = {}
    for event in await _log(record):
        fact = _fact(event)
        if isinstance(fact, GardenBond):
            things[fact.about.en] = fact.about
        for one in story_facts(event.id, fact) if fact is not None else ():
            for match in sifter.take(one):
                by_day.setdefault(match.when.date().isoformat(), []).append(match)
    return GardenStories(told=_worth_telling(by_day), open=sifter.threads(), things=things)


def _worth_telling(by_day: Mapping[str, list[StoryMatch]]) -> tuple[StoryMatch, ...]:
    told: list[StoryMatch] = []
    often: Counter[str] = Counter()
    for day in sorted(by_day):
        chosen = worth_a_line(by_day[day], often, LINES_A_DAY)
        often.update(match.pattern for match in chosen)
        told += chosen
    return tuple(told)


async def _log(record: Record) -> list[Event]:
    """Every event of the garden, the oldest first."""
    found: list[Event] = []
    before = None
    while page := await record.recent(limit=PAGE, before=before, sources=(EventSource.SYSTEM,)):
        found += [event for event in page if event.origin == GARDEN]
        before = page[-1].id
    return found[::-1]


def _fact(event: Event) -> Fact | None:
    return next((fact for one in _TOLD if (fact := fact_of(event, one)) is not None), None)
