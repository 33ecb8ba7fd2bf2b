"""Benchmark of the sifter: CPU time an event over a year of a town of eleven.

Twice: made-up facts in which all kinds of story meet, and the log of the garden itself. And on
short logs of two people, in which stories are dense, the stories that a full search over every
choice of facts finds, against those of the sifter.
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
from tests.unit.rooms.sifting.full_search import full_search

IDS = ("E-sifting",)
DAYS = {Effort.SHORT: 30, Effort.LONG: 365}
BEGIN = datetime(2026, 1, 1, 7, 0, tzinfo=UTC)
PEOPLE = tuple(f"npc_{n}" for n in range(11))
PLACES = tuple(f"place_{n}" for n in range(15))
THINGS = tuple(f"thing_{n}" for n in range(25))
OFTEN = (StoryVerb.DID, StoryVerb.VISITED, StoryVerb.MET, StoryVerb.ATE, StoryVerb.LEFT)
LIMIT_MS = 0.2
LOGS = {Effort.SHORT: 20, Effort.LONG: 400}
LOG_FACTS = 26
"""A full search of three steps tries 2,600 choices of these, of six steps 230,000."""
PACES_H = ((0, 0.2, 3, 9), (0.2, 9, 24, 24 * 6), (9, 24 * 6, 24 * 60, 24 * 182))
"""Hours from one fact to the next: days, weeks, and years."""


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
        _recall(LOGS[effort]),
        _figure("made-up facts", list(town(DAYS[effort], 17)), effort),
        _figure("facts of the garden", lived, effort),
    ]


def dense(seed: int) -> list[StoryFact]:
    """A short log of two people, two things and two places, of the facts of one pattern."""
    chance = random.Random(seed)
    pattern = PATTERNS[seed % len(PATTERNS)]
    steps = (*pattern.steps, *pattern.never_before, *(one.fact for one in pattern.unless))
    verbs = sorted({step.verb for step in steps})
    pace_h = PACES_H[seed // len(PATTERNS) % len(PACES_H)]
    when, log = BEGIN, list[StoryFact]()
    for number in range(1, LOG_FACTS + 1):
        when += timedelta(hours=chance.choice(pace_h))
        who, whom = chance.sample((*PEOPLE[:2], ""), 2)
        log.append(
            StoryFact(
                verb=chance.choice(verbs),
                who=who,
                whom=whom,
                what=chance.choice(THINGS[:2]),
                where=chance.choice(PLACES[:2]),
                when=when,
                event_id=EventId(number),
            )
        )
    return log


def _recall(logs: int) -> Figure:
    """Stories that only one of the two finds."""
    differ: list[str] = []
    found: Counter[str] = Counter()
    for seed in range(logs):
        log = dense(seed)
        full = {one for pattern in PATTERNS for one in full_search(pattern, log)}
        sifter = Sifter(PATTERNS)
        sifted = {
            (match.pattern, tuple(int(one) for one in match.event_ids))
            for fact in log
            for match in sifter.take(fact)
        }
        differ += (f"log {seed}: {one}" for one in sorted(full ^ sifted))
        found.update(name for name, _ in full)
    return Figure(
        id="E-sifting",
        what=f"stories that a full search and the sifter do not both find, of {found.total()} in "
        f"{logs} short logs",
        value=len(differ),
        limit=0,
        sense=Sense.AT_MOST,
        unit="",
        detail={"which": differ[:10], "found": dict(sorted(found.items()))},
    )


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
