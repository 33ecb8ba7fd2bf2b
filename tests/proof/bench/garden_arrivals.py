"""Benchmark of stories at the door: 1,000 comings home over a lived garden, three on each day.

The stories are those that the garden's own log gave. After each coming home the household does
something of its own (nothing, talk, a film, a friend, a ring, bed, a walk), and an account kept
beside the product says what was true when a story was told. No model takes part.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from companion.desk.homecoming_story import LOOK_S, SETTLED_S
from companion.home.occasion import Occasion
from companion.words.language import Language
from companion.words.observation import Change
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, Sense
from tests.proof.bench.garden_lived import GardenLived
from tests.unit.desk.coming_home import EVENING, Home

IDS = ("A-arrivals",)
ARRIVALS = {Effort.SHORT: 60, Effort.LONG: 1000}
A_DAY = 3
SEED = 29
WATCHED = timedelta(hours=1)
"""So long after each coming home every half minute is lived; then every ten minutes."""
TICK = timedelta(minutes=30)
"""Garden time that is lived at once while nobody is watched."""
STILL = timedelta(minutes=1)
QUIET_FROM, QUIET_TO = 22, 7


class Doing(StrEnum):
    """An occupation of the household after a coming home."""

    NOTHING = "nothing"
    TALKS = "talks"
    FILM = "a film"
    FRIEND = "a friend comes along"
    RING = "somebody rings"
    VOICE = "a guest's voice"
    BED = "goes to bed"
    OUT = "goes out again"
    HUSH = "asked for quiet"


WEIGHTS: Mapping[Doing, int] = {
    Doing.NOTHING: 6,
    Doing.TALKS: 3,
    Doing.FILM: 3,
    Doing.FRIEND: 3,
} | {one: 1 for one in (Doing.RING, Doing.VOICE, Doing.BED, Doing.OUT, Doing.HUSH)}


@dataclass
class Truth:
    """State of the home, whatever the product thinks."""

    spoke_at: datetime | None = None
    film_until: datetime | None = None
    guest_until: datetime | None = None
    asleep: bool = False
    away: bool = True

    def against(self, now: datetime) -> list[str]:
        """Reasons for which nothing may be told now."""
        found = {
            "speaks": self.spoke_at is not None and now - self.spoke_at < STILL,
            "watches": self.film_until is not None and now < self.film_until,
            "has guests": self.guest_until is not None and now < self.guest_until,
            "sleeps": self.asleep,
            "is out": self.away,
            "quiet hours": now.hour >= QUIET_FROM or now.hour < QUIET_TO,
        }
        return [why for why, so in found.items() if so]


@dataclass
class Arrivals:
    """The comings home, and what was told after them."""

    seed: int = SEED
    wrong: list[str] = field(default_factory=list)
    """Stories told at a moment that was none."""
    after: Counter[str] = field(default_factory=Counter)
    """Stories by what the household did after the coming home."""
    came: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.home = Home(Language.EN)
        self.home.clock.at = EVENING.replace(hour=6, minute=0)
        self.garden = GardenLived(self.home.store, self.home.clock, language=Language.EN)
        self.home.story.stories = self.garden.tellable
        self.truth, self.lived_at = Truth(), self.home.clock.at

    @property
    def now(self) -> datetime:
        """On the wall."""
        return self.home.clock.now()

    async def live(self, arrivals: int) -> None:
        """So many comings home."""
        for number in range(arrivals):
            await self._until(self._time_of(number))
            await self._come()
        await self.garden.close()

    async def _until(self, then: datetime) -> None:
        """Out of the house, while the garden lives on."""
        self.truth = Truth()
        self.home.there = {"hall": "absent"}
        while self.now < then:
            self.home.clock.at = min(then, self.now + TICK)
            await self.garden.tick()

    def _time_of(self, number: int) -> datetime:
        day, third = divmod(number, A_DAY)
        first = EVENING.replace(hour=8, minute=0) + timedelta(days=day)
        return first + timedelta(hours=5 * third + self.chance.uniform(0, 2.5))

    async def _come(self) -> None:
        doing = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        self.came[doing] += 1
        self.truth.away, self.home.there = False, {"hall": "present"}
        self.home.plays("idle")
        away_h = self.chance.choice([None, 0.3, 1.5, 2.4])
        await self.home.comes(away_h=away_h)
        began = self.now - timedelta(seconds=SETTLED_S)
        minutes = self.chance.uniform(2, 50)
        until = began + timedelta(minutes=minutes)
        told = False
        await self._begin(doing, until)
        while self.now < began + WATCHED + timedelta(hours=1) and not self.truth.away:
            await self._go_on(doing, until)
            told |= await self._look(doing, told=told)
            step = LOOK_S if self.now < began + WATCHED else 600.0
            self.home.later(step)
        await self._end(doing)

    async def _begin(self, doing: Doing, until: datetime) -> None:
        home, truth = self.home, self.truth
        if doing is Doing.FILM:
            home.plays(self.chance.choice(["playing", "on"]))
            truth.film_until = until
        elif doing is Doing.FRIEND:
            home.there = self.chance.choice(
                [{"hall": "present"}, {"hall": "present", "bath": "present"}]
            )
            await home.observed(Change.COUNT, count=2)
            truth.guest_until = until
        elif doing in (Doing.RING, Doing.VOICE):
            truth.guest_until = until
            if doing is Doing.RING:
                await home.observed(Change.APPEARED, Occasion.DOORBELL)
            else:
                await home.speaks(TrustLabel.GUEST)
        elif doing is Doing.BED:
            truth.asleep = True
            await home.observed(Change.APPEARED, Occasion.BEDTIME)
        elif doing is Doing.HUSH:
            home.purse.told_off()
        elif doing is Doing.OUT:
            truth.away, home.there = True, {"hall": "absent"}

    async def _go_on(self, doing: Doing, until: datetime) -> None:
        home, truth = self.home, self.truth
        home.is_quiet = self.now.hour >= QUIET_FROM or self.now.hour < QUIET_TO
        if doing is Doing.TALKS and self.now < until:
            await home.speaks()
            truth.spoke_at = self.now
        elif doing is Doing.FILM and self.now >= until:
            home.plays("idle")
        elif doing is Doing.FRIEND and truth.guest_until and self.now >= truth.guest_until:
            truth.guest_until, home.there = None, {"hall": "present"}
            await home.observed(Change.COUNT, count=1)

    async def _look(self, doing: Doing, *, told: bool) -> bool:
        before = len(self.home.spoken)
        if self.now - self.lived_at >= TICK / 3:
            self.lived_at = self.now
            await self.garden.tick()
        await self.home.story.look()
        new = len(self.home.spoken) - before
        if new and (why := self.truth.against(self.now)):
            self.wrong.append(f"{doing}: {', '.join(why)}")
        if new > 1 or (new and told):
            self.wrong.append(f"{doing}: a second story after one coming home")
        self.after[doing] += new
        return bool(new)

    async def _end(self, doing: Doing) -> None:
        """The next coming home begins with an empty house."""
        self.home.plays("idle")
        if doing is not Doing.OUT:
            await self.home.observed(Change.GONE)


async def measure(effort: Effort) -> Sequence[Figure]:
    """All comings home, and how often the words of a story came again."""
    lived = Arrivals()
    await lived.live(ARRIVALS[effort])
    home = lived.home
    told = home.told()
    stories = [tuple(e for e in one.evidence_event_ids) for one in home.spoken]
    await home.store.close()
    of = f"of {len(told)} told after {ARRIVALS[effort]} comings home"
    return [
        _none(
            f"stories told while the owner speaks, watches, sleeps, is out or has guests, {of}",
            len(lived.wrong),
            wrong=lived.wrong[:20],
            came=dict(lived.came),
            told_after=dict(lived.after),
            examples=told[:3] + told[-3:],
        ),
        _none(f"stories told again, {of}", _again(stories)),
        _none(
            f"stories in words that were said before, {of}",
            _again(told),
            words=[words for words, n in Counter(told).most_common(5) if n > 1],
        ),
        Figure(
            id="A-arrivals",
            what="comings home that got a story",
            value=round(100 * len(told) / ARRIVALS[effort], 1),
            limit=20.0,
            sense=Sense.AT_LEAST,
            unit="%",
        ),
    ]


def _again(told: Sequence[object]) -> int:
    return len(told) - len(set(told))


def _none(what: str, value: int, **detail: object) -> Figure:
    return Figure(
        id="A-arrivals",
        what=what,
        value=value,
        limit=0,
        sense=Sense.AT_MOST,
        unit="",
        detail=detail,
    )
