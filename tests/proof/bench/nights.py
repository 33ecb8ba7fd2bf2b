"""Simulated nights: 0 missed, 0 double rings, late at most 1.1 s, whatever breaks.

Every night runs through the clock, the store and the act corridor that `companion/app` builds, on
a real file that is opened anew at each restart; the model, the home and the disk are broken in
turn. `night_oracle.py` says what must sound. Not simulated: a disk that takes nothing *and* a power
cut in the same minute (then nothing can tell a restart that the ring was stopped).
"""

import asyncio
import logging
import math
import os
import random
import tempfile
import time as real_time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from companion.ports.schedule import NothingRings
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import Days, Once, Recurring
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.night_clock import NightClock
from tests.proof.bench.night_faults import DAY_S, HOUR_S, PLANS, Fault
from tests.proof.bench.night_house import (
    TOLD_WATCH_S,
    AtOnce,
    NightHome,
    NightHouse,
    NightSpeaker,
    World,
    settings_for_nights,
)
from tests.proof.bench.night_oracle import Log, On, Verdict, first_instant, judge

IDS = ("NIGHTS",)
ZONES = 400
SHORT_NIGHTS, LONG_NIGHTS = 80, 2_000
NIGHTS_EACH = 8
"""Most nights of one household: then another begins, with other alarms, in another zone."""
LATE_S = 1.1
APART_S = 1500.0
"""Longer than a ring that is slept through, snoozed once and slept through again."""
Sabotage = Callable[[NightHouse], None]
_DEAD = (
    {"fails": "unavailable"},
    {"fails": "crashed"},
    {"fails": "timed_out"},
    {"answer": "{{{{ not on any menu"},
)


def zones(chance: random.Random) -> list[str]:
    """400 zones of the tz database, in an order of their own."""
    names = sorted(z for z in available_timezones() if "/" in z and not z.startswith(_NO_PLACE))
    chance.shuffle(names)
    return names[:ZONES]


_NO_PLACE = ("posix/", "right/", "SystemV/")


@dataclass
class Night:
    """One household in one zone, for some nights."""

    zone: str
    folder: Path
    chance: random.Random
    sabotage: Sabotage | None = None
    log: Log = field(default_factory=Log)
    dues: list[float] = field(default_factory=list)
    world: World = field(init=False)
    clock: NightClock = field(init=False)
    _start_s: float = 0.0
    _ahead_s: float = 0.0
    _began_s: float = 0.0
    _booted: bool = True
    _snoozed_s: float = -HOUR_S
    _sleeper: "asyncio.Task[None] | None" = None
    _cut: asyncio.Event = field(default_factory=asyncio.Event)

    async def live(self, nights: int, verdict: Verdict) -> None:
        """All of it, then the judgement."""
        start = _start_of(self.zone, self.chance)
        self.clock = NightClock(start, ZoneInfo(self.zone))
        self._start_s = self._ahead_s = start.timestamp()
        speaker, home = NightSpeaker(self.clock), NightHome(self.clock)
        rules = [self.chance.choice(_DEAD)]
        settings = settings_for_nights(self.zone, self.folder, rules)
        self.world = World(self.clock, speaker, home, settings, self.sabotage)
        self.world.on_cut = self._power_fails
        speaker.on_tone = self._hears
        self.clock.begin()
        try:
            await self._boot()
            await self._set_alarms(start, nights)
            for night in range(nights):
                home.gone = self.chance.random() < 0.3
                for fault in self._faults(night):
                    await self._until(fault.at_s)
                    await self._happens(fault)
                await self._until((night + 1) * DAY_S)
        finally:
            await self._end()
        self.log.tones = list(zip(speaker.began_s, speaker.ended_s, strict=True))
        judge(self.dues, self.log, verdict)

    async def _end(self) -> None:
        if self._sleeper is not None:
            self._sleeper.cancel()
            await asyncio.gather(self._sleeper, return_exceptions=True)
        self._stretch_ends()
        await self.world.shut_down()
        await self.clock.end()

    # -- what the owner set

    async def _set_alarms(self, start: datetime, nights: int) -> None:
        """A daily one, one on some weekdays, one for once; so far apart that what sounds is never
        two at a time, also where a gap of the clock moves them together."""
        day = start.astimezone(ZoneInfo(self.zone)).date()
        self.dues = [0.0, 0.0]
        while any(b - a < APART_S for a, b in pairwise(self.dues)):
            first, second, third = self._times()
            weekdays = frozenset(self.chance.sample(range(7), 4))
            once_day = day + timedelta(days=1 + self.chance.randrange(nights))
            once = self._instant(once_day, third)
            found = [once]
            for n in range(-1, nights + 3):
                of = day + timedelta(days=n)
                found.append(self._instant(of, first))
                if of.weekday() in weekdays:
                    found.append(self._instant(of, second))
            self.dues = sorted(d for d in found if d > start.timestamp())
        await self._add(Recurring(first))
        await self._add(Recurring(second, Days(weekdays)))
        await self._add(Once(datetime.fromtimestamp(once, UTC)))

    def _times(self) -> tuple[time, time, time]:
        one, two, three = (
            (datetime.min + timedelta(minutes=30 * slot + self.chance.randrange(3))).time()
            for slot in self.chance.sample(range(20), 3)
        )
        return one, two, three

    def _instant(self, day: date, at: time) -> float:
        return first_instant(day, at, ZoneInfo(self.zone))

    async def _add(self, timing: Any) -> None:
        assert self.world.house is not None
        now = self.clock.now()
        entry = Entry(kind=EntryKind.ALARM, timing=timing, created_at=now)
        await self.world.house.alarms.clock.add(entry)

    # -- what goes wrong

    def _faults(self, night: int) -> list[Fault]:
        """One trouble a night, aimed at a ring of it; what is set wrong is set right later."""
        begin, chance = night * DAY_S, self.chance
        rings = [d - self._start_s for d in self.dues]
        tonight = [r for r in rings if begin + 900 < r < begin + DAY_S - 5 * HOUR_S]
        if not tonight:
            return []
        ring = chance.choice(tonight)
        plan = chance.choice(tuple(PLANS.values()))
        return sorted(plan(ring, chance), key=lambda fault: fault.at_s)

    async def _happens(self, fault: Fault) -> None:
        house = self.world.house
        if fault.kind == "step":
            self._set_clock(fault.amount)
        elif fault.kind == "watch" and house is not None:
            house.watch_every(fault.amount)
            self.clock.on_set = None if fault.amount < TOLD_WATCH_S else house.alarms.clock.wake
        elif fault.kind == "full" and house is not None:
            house.fill_disk(True)
        elif fault.kind == "free" and house is not None:
            house.fill_disk(False)
            await house.storage.events.flush()
        elif fault.kind == "restart":
            self._stretch_ends()
            await self.world.shut_down()
            await self._off(fault.amount)
        elif fault.kind == "cut":
            self._stretch_ends()
            self.world.snapshot(fault.keep)
            await self.world.after_cut()
            await self._off(fault.amount)
        elif fault.kind == "armed":
            await self._armed(fault)

    async def _armed(self, fault: Fault) -> None:
        """The power fails between two durable rows of a ring."""
        self._cut.clear()
        self.world.cut_after = int(fault.keep)
        with suppress(TimeoutError):
            await self.clock.wait_for(self._cut.wait(), 1800.0)
        self.world.cut_after = 0
        if self._cut.is_set():
            await self.world.after_cut()
            await self._off(fault.amount)

    def _power_fails(self) -> None:
        self._stretch_ends()
        self.world.snapshot(1.0)
        self._cut.set()

    async def _off(self, off_s: float) -> None:
        self.clock.skip(off_s)
        await self._boot()

    async def _boot(self) -> None:
        self._began_s, self._booted = self.clock.monotonic(), True
        await self.world.boot()

    def _set_clock(self, by_s: float) -> None:
        self._stretch_ends()
        self._began_s, self._booted = self.clock.monotonic(), False
        self._ahead_s += by_s
        self.clock.set_wall(by_s)

    def _stretch_ends(self) -> None:
        now = self.clock.monotonic()
        if now > self._began_s or self._booted:
            self.log.ons.append(On(self._began_s, now, self._ahead_s, self._booted))
        self._began_s, self._booted = now, False

    async def _until(self, at_s: float) -> None:
        await self.clock.sleep(at_s - self.clock.monotonic())

    # -- the one who sleeps

    def _hears(self) -> None:
        if self._sleeper is None or self._sleeper.done():
            self._sleeper = asyncio.create_task(self._wakes(), name="sleeper")

    async def _wakes(self) -> None:
        """Some time after it began: stop, or snooze. What is silent is left alone."""
        await self.clock.sleep(self.chance.uniform(3.0, 150.0))
        house = self.world.house
        if house is None or not self.world.speaker.sounding(within_s=2.0):
            return
        snoozes = self._snoozed_s + HOUR_S < self.clock.monotonic() and self.chance.random() < 0.25
        self._snoozed_s = self.clock.monotonic() if snoozes else self._snoozed_s
        self.log.acts.append((self.clock.monotonic(), "snooze" if snoozes else "stop"))
        try:
            await (house.alarms.clock.snooze() if snoozes else house.alarms.clock.stop())
        except NothingRings:
            self.log.acts.pop()


def _start_of(zone: str, chance: random.Random) -> datetime:
    """An evening; every other time just before the zone's clocks change."""
    day = date(2025, 1, 1) + timedelta(days=chance.randrange(700))
    evening = datetime.combine(day, time(18), tzinfo=UTC)
    if chance.random() < 0.5:
        return evening
    offset = evening.astimezone(ZoneInfo(zone)).utcoffset()
    for days in range(370):
        later = evening + timedelta(days=days)
        if later.astimezone(ZoneInfo(zone)).utcoffset() != offset:
            return later - timedelta(days=chance.randrange(1, 3))
    return evening


async def run_nights(
    nights: int,
    *,
    seed: int = 1,
    chunk: int = 0,
    each: int = 0,
    sabotage: Sabotage | None = None,
    verdict: Verdict | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """So many nights, spread over the zones; the figures of `companion bench nights`.

    `chunk`: which part of a longer run this is; it begins at zones, and with chances, of its own.
    `each`: nights of one household; 0: as many as leave none of the zones out.
    """
    verdict, began = verdict or Verdict(), real_time.monotonic()
    houses, chance = zones_of(nights, seed, chunk, each), random.Random(f"{seed} {chunk}")
    async for zone, details in _households(houses, chance, sabotage, verdict):
        for detail in details:
            tell(f"{zone}: {detail}")
    return figures(nights, verdict, houses, real_time.monotonic() - began)


async def _households(
    houses: Sequence[tuple[str, int]],
    chance: random.Random,
    sabotage: Sabotage | None,
    verdict: Verdict,
) -> AsyncIterator[tuple[str, list[str]]]:
    """One after the other; what was wrong in each."""
    quiet = logging.getLogger("companion")
    before, quiet_level = quiet.level, logging.CRITICAL
    quiet.setLevel(quiet_level)
    asyncio.get_running_loop().set_default_executor(AtOnce(max_workers=1))
    try:
        for zone, some in houses:
            with tempfile.TemporaryDirectory(prefix="nights", dir=_disk()) as folder:
                night = Night(zone, Path(folder), random.Random(chance.random()), sabotage)
                seen = len(verdict.details)
                await night.live(some, verdict)
            yield zone, verdict.details[seen:]
    finally:
        quiet.setLevel(before)


def zones_of(nights: int, seed: int, chunk: int = 0, each: int = 0) -> list[tuple[str, int]]:
    """Which households live, and for how many nights each."""
    names = zones(random.Random(seed))
    each = each or nights_each(nights)
    houses = math.ceil(nights / each)
    return [
        (names[(chunk * houses + n) % len(names)], min(each, nights - n * each))
        for n in range(houses)
    ]


def nights_each(nights: int) -> int:
    """Nights of one household, where so many are to be spread over all zones."""
    return max(1, min(NIGHTS_EACH, math.ceil(nights / ZONES)))


def figures(
    nights: int, verdict: Verdict, houses: Sequence[tuple[str, int]], took_s: float
) -> dict[str, Any]:
    """What a run is told by."""
    late = sorted(verdict.late_s)
    return {
        "nights": nights,
        "missed": verdict.missed,
        "double": verdict.double,
        "late_p99_s": round(late[int(len(late) * 0.99)], 3) if late else None,
        "rings": verdict.rings,
        "late_max_s": round(late[-1], 3) if late else None,
        "zones": len({zone for zone, _ in houses}),
        "took_s": round(took_s, 1),
    }


def _disk() -> str | None:
    """Where the nights' files lie: in memory where there is such a place. They are files all the
    same; what a power cut leaves of them is decided by `World.snapshot`, not by the disk."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else None


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """As a benchmark among the others."""
    found = await run_nights(SHORT_NIGHTS if effort is Effort.SHORT else LONG_NIGHTS)
    against = f"{found['rings']} rings in {found['nights']} nights over {found['zones']} zones"
    wrong = [("missed", "rings missed"), ("double", "rings twice")]
    return [
        *(
            Figure(
                id="NIGHTS",
                what=what,
                value=float(found[key]),
                limit=0.0,
                sense=Sense.AT_MOST,
                unit="rings",
                against=against,
                detail=found,
            )
            for key, what in wrong
        ),
        Figure(
            id="NIGHTS",
            what="lateness p99, steps and restarts included",
            value=float(found["late_p99_s"]),
            limit=LATE_S,
            sense=Sense.AT_MOST,
            unit="s",
            against=against,
            detail=found,
        ),
    ]
