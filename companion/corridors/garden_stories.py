"""Garden stories 庭の物語: finds the stories in the recorded log of the garden, and the open ones.

The log is read once, from its beginning; what happens from then on is taken fact by fact. So each
story rests on events of the record. The game master chooses by the open ones what it brings up, the
diary by the whole ones what is worth a line.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.ports.record import Record
from companion.rooms.garden.reasons import HABIT_NAMES
from companion.rooms.sifting.choice import carried_on, worth_a_line
from companion.rooms.sifting.garden import story_facts
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.event import Event
from companion.words.facts import Fact, fact_of
from companion.words.facts.garden import (
    SOURCES,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenInjected,
    GardenMet,
    GardenTalked,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.story import StoryFact, StoryMatch, StoryThread

GARDEN = "garden"
PAGE = 2000
"""Events read at once."""
LINES_A_DAY = 3
AGAIN = timedelta(days=60)
"""Time in which the game master does not bring up the very same event again."""
_ME = "\0"
"""Stands for the teller in an English sentence until it is known whether it is I or me."""
_SUBJECT = re.compile(rf"(^|, |\b(?:and|that|what|where) ){_ME}")
_TOLD = (GardenActed, GardenMet, GardenBond, GardenTalked, GardenInjected, GardenDayEnded)


@dataclass(frozen=True, kw_only=True)
class GardenStories:
    """Stories of the garden."""

    told: tuple[StoryMatch, ...]
    """Those worth a line of their day, in order."""
    open: tuple[StoryThread, ...]
    things: Mapping[str, Bilingual]
    """Words for the things that stories are about."""


class LivingStories:
    """Follows the stories of a garden that lives on."""

    def __init__(self) -> None:
        self._sifter = Sifter(PATTERNS)
        self._by_day: dict[str, list[StoryMatch]] = {}
        self._told: list[StoryMatch] = []
        self._often: Counter[str] = Counter()
        self.things: dict[str, Bilingual] = {
            action.value: name for action, name in HABIT_NAMES.items()
        }
        self._ended: set[tuple[str, tuple[EventId, ...]]] = set()
        """Beginnings of stories that came to their end."""
        self._brought: dict[tuple[str, str, str, str], datetime] = {}
        """When each event that the game master brought up happened last."""
        self._ends: Counter[str] = Counter()
        self._today: list[StoryMatch] = []
        self._day_over: list[StoryMatch] = []

    async def read(self, record: Record) -> None:
        """Read the log of the garden from its beginning."""
        for event in await _log(record):
            fact = _fact(event)
            if fact is not None:
                self.take(event.id, fact)

    def take(self, event: EventId, fact: Fact) -> None:
        """Take in the next recorded fact."""
        if isinstance(fact, GardenBond | GardenInjected):
            self.things[fact.about.en] = fact.about
        for one in story_facts(event, fact):
            if isinstance(fact, GardenInjected):
                self._brought[one.verb, one.who, one.whom, one.what] = one.when
            for match in self._sifter.take(one):
                day = match.when.date().isoformat()
                if day not in self._by_day:
                    self._settle()
                self._by_day.setdefault(day, []).append(match)
                ids = match.event_ids
                self._ends[match.pattern] += 1
                self._ended.update((match.pattern, ids[:n]) for n in range(1, len(ids)))
                self._today.append(match)
        if isinstance(fact, GardenDayEnded):
            self._day_over, self._today = self._today, []

    def _settle(self) -> None:
        """The days before are over: choose what was worth a line of each."""
        for day in sorted(self._by_day):
            chosen = worth_a_line(self._by_day.pop(day), self._often, LINES_A_DAY)
            self._often.update(match.pattern for match in chosen)
            self._told += chosen

    def of_ended_day(self) -> tuple[StoryMatch, ...]:
        """Stories worth a line that became whole on the day that ended last, in the garden's own
        reckoning: from waking to waking."""
        return worth_a_line(self._day_over, self._often, LINES_A_DAY)

    def threads(self) -> tuple[StoryThread, ...]:
        """The open ones, the oldest first; of a beginning that came to an end no second one is
        waited for."""
        found = self._sifter.threads()
        return tuple(one for one in found if (one.pattern, one.event_ids) not in self._ended)

    def chosen(self, offers: Sequence[StoryFact]) -> int | None:
        """Number of the offered fact that carries an open story on the furthest, else the first. A
        story of a kind that came to its end often waits behind the others; what happened lately
        does not happen again. None where nothing is left."""
        verbs = {one.verb for one in offers}
        threads = [one for one in self.threads() if one.wish.verb in verbs]

        def pull(fact: StoryFact) -> float:
            found = (carried_on((o,), fact) / (1 + self._ends[o.pattern]) for o in threads)
            return max(found, default=0.0)

        new = [n for n, one in enumerate(offers) if not self._is_lately(one)]
        return max(new, key=lambda n: (pull(offers[n]), -n), default=None)

    def _is_lately(self, fact: StoryFact) -> bool:
        last = self._brought.get((fact.verb, fact.who, fact.whom, fact.what))
        return last is not None and fact.when - last < AGAIN

    def all(self) -> GardenStories:
        """Everything found so far."""
        lately = [
            match
            for day in sorted(self._by_day)
            for match in worth_a_line(self._by_day[day], self._often, LINES_A_DAY)
        ]
        told = (*self._told, *lately)
        return GardenStories(told=told, open=self.threads(), things=self.things)


def line_of(match: StoryMatch, names: Mapping[str, Bilingual], own: str = "") -> Bilingual:
    """The sentence of a story in both languages. `own`: id of the person
    who tells it, written as I and me."""
    names = {**names, own: Bilingual("私", _ME)} if own else names
    ja, en = ({k: v.get(one) for k, v in names.items()} for one in (Language.JA, Language.EN))
    told = _SUBJECT.sub(r"\1I", match.told(Language.EN, en)).replace(_ME, "me")
    return Bilingual(match.told(Language.JA, ja), told)


def offered(verb: str, who: str, other: str, about: Bilingual, minute: int) -> StoryFact:
    """The story fact that an event would be, before it has happened."""
    fact = GardenInjected(
        who=who, other=other, at=minute, map_id="", verb=verb, about=about, words=about
    )
    (found,) = story_facts(EventId(0), fact)
    return found


async def garden_stories(record: Record) -> GardenStories:
    """Read the log of the garden from its beginning and sift it."""
    stories = LivingStories()
    await stories.read(record)
    return stories.all()


async def _log(record: Record) -> list[Event]:
    """Every event of the garden, the oldest first."""
    found: list[Event] = []
    before = None
    while page := await record.recent(limit=PAGE, before=before, sources=SOURCES, origin=GARDEN):
        found += page
        before = page[-1].id
    return found[::-1]


def _fact(event: Event) -> Fact | None:
    return next((fact for one in _TOLD if (fact := fact_of(event, one)) is not None), None)
