"""Benchmark of the sifter: CPU time an event over a year of a town of eleven.

Twice: made-up facts in which all kinds of story meet, and the log of the garden itself.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from companion.rooms.sifting.garden import story_facts
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.ids import EventId
from companion.words.story import StoryFact, StoryVerb
from tests.proof.bench.figure import Effort, Figure, Sense
from tests.unit.rooms.garden import lives as garden

IDS = ("E-sifting",)
DAYS = {Effort.SHORT: 30, Effort.LONG: 365}
BEGIN = datetime(2026, 1, 1, 7, 0, tzinfo=UTC)
PEOPLE = tuple(f"npc_{n}" for n in range(11))
PLACES = tuple(f"place_{n}" for n in range(15))
THINGS = tuple(f"thing_{n}" for n in range(25))
OFTEN = (StoryVerb.DID, StoryVerb.VISITED, StoryVerb.MET, StoryVerb.ATE, StoryVerb.LEFT)
LIMIT_MS = 0.2


def town(days: int, seed: int) -> Iterator[StoryFact]:
    """Facts of so many days: two thirds everyday ones, one third of all kinds."""
    chance = random.Random(seed)
    rare = tuple(StoryVerb)
    number = 0
    for day in range(days):
        moments = sorted(chance.uniform(0, 16) for _ in range(len(PEOPLE) * 12))
        for hour in (*moments, *(16.5 for _ in PEOPLE)):
            number += 1
            last = hour == 16.5
            verb = chance.choice(OFTEN if chance.random() < 0.66 else rare)
            who = PEOPLE[number % len(PEOPLE)] if last else chance.choice(PEOPLE)
            yield StoryFact(
                verb=StoryVerb.ENDED_DAY if last else verb,
                who=who,
                whom=chance.choice([one for one in PEOPLE if one != who] + [""] * 3),
                what=chance.choice(THINGS),
                where=chance.choice(PLACES),
                when=BEGIN + timedelta(days=day, hours=hour),
                event_id=EventId(number),
            )


async def measure(effort: Effort) -> Sequence[Figure]:
    """CPU milliseconds an event, with how many stories were found and are open."""
    log = garden.live(garden.town(), DAYS[effort]).facts
    lived = [one for number, fact in enumerate(log) for one in story_facts(EventId(number), fact)]
    return [
        _figure("made-up facts", list(town(DAYS[effort], 17)), effort),
        _figure("facts of the garden", lived, effort),
    ]


def _figure(of: str, facts: Sequence[StoryFact], effort: Effort) -> Figure:
    sifter = Sifter(PATTERNS)
    found: Counter[str] = Counter()
    began = time.process_time()
    for fact in facts:
        found.update(match.pattern for match in sifter.take(fact))
    spent_s = time.process_time() - began
    return Figure(
        id="E-sifting",
        what=f"CPU time an event: {of}, {len(PATTERNS)} patterns, {DAYS[effort]} days",
        value=round(1000 * spent_s / len(facts), 4),
        limit=LIMIT_MS,
        sense=Sense.AT_MOST,
        unit="ms",
        detail={
            "events": len(facts),
            "open_at_the_end": len(sifter.threads()),
            "found": dict(sorted(found.items())),
        },
    )
