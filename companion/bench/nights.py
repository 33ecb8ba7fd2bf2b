"""Simulated nights (issue 4): 0 missed, 0 double rings, late at most 1.1 s, whatever breaks.

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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from companion.bench.figure import Effort, Figure, NotMeasured, Sense
from companion.bench.night_clock import NightClock
from companion.bench.night_house import (
    TOLD_WATCH_S,
    NightHome,
    NightHouse,
    NightSpeaker,
    World,
    settings_for_nights,
)
from companion.bench.night_oracle import Log, On, Verdict, first_instant, judge
from companion.ports.schedule import NothingRings
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import Days, Once, Recurring

IDS = ("NIGHTS",)
ZONES = 400
DAY_S, HOUR_S = 86400.0, 3600.0
SHORT_NIGHTS, LONG_NIGHTS = 80, 2_000
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


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that happens in a night; `at_s` is monotonic."""

    at_s: float
    kind: str
    amount: float = 0.0
    keep: float = 1.0


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
        await self.world.house.alarms.add(entry)

    # -- what goes wrong

    def _faults(self, night: int) -> list[Fault]:
        """One trouble a night, aimed at a ring of it; what is set wrong is set right later."""
        begin, chance = night * DAY_S, self.chance
        rings = [d - self._start_s for d in self.dues]
        tonight = [r for r in rings if begin + 900 < r < begin + DAY_S - 5 * HOUR_S]
        if not tonight:
            return []
        ring = chance.choice(tonight)
        kind = chance.choice(_KINDS)
        return sorted(_PLANS[kind](ring, chance), key=lambda fault: fault.at_s)

    async def _happens(self, fault: Fault) -> None:
        house = self.world.house
        if fault.kind == "step":
            self._set_clock(fault.amount)
        elif fault.kind == "watch" and house is not None:
            house.watch_every(fault.amount)
            self.clock.on_set = None if fault.amount < TOLD_WATCH_S else house.alarms.wake
        elif fault.kind == "full" and house is not None:
            house.fill_disk(True)
        elif fault.kind == "free" and house is not None:
            house.fill_disk(False)
            await house.held.write_held()
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
            await (house.alarms.snooze() if snoozes else house.alarms.stop())
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


Plan = Callable[[float, random.Random], list[Fault]]


def _small_step(ring: float, chance: random.Random) -> list[Fault]:
    """Over the ring, not told every other time: noticed within a second."""
    step = chance.uniform(5.0, 590.0)
    at = ring - chance.uniform(0.1, step)
    told = chance.random() < 0.5
    watch = (
        []
        if told
        else [
            Fault(at - chance.uniform(3.0, 60.0), "watch", 1.0),
            Fault(at + 30, "watch", TOLD_WATCH_S),
        ]
    )
    return [Fault(at, "step", step), *watch, Fault(ring + 2 * HOUR_S, "step", -step)]


def _step_back(ring: float, chance: random.Random) -> list[Fault]:
    step = chance.uniform(20.0, 3000.0)
    at = ring + 1300 + chance.uniform(0.0, 600.0)
    return [Fault(at, "step", -step), Fault(at + 2 * HOUR_S, "step", step)]


def _wrong_for_hours(ring: float, chance: random.Random) -> list[Fault]:
    """Years or hours ahead, and set right before the ring it would have lost."""
    step = chance.choice((2 * HOUR_S, 5 * 365 * DAY_S, 1.5 * HOUR_S))
    at = ring - chance.uniform(600.0, 800.0)
    return [Fault(at, "step", step), Fault(at + chance.uniform(30, 300), "step", -step)]


def _restart(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-400.0, 60.0)
    return [Fault(at, "restart", chance.choice((1.0, 30.0, 500.0)))]


def _long_off(ring: float, chance: random.Random) -> list[Fault]:
    return [Fault(ring - 600 + chance.uniform(0, 700), "restart", chance.uniform(1300, 9000))]


def _killed(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-5.0, 160.0)
    return [Fault(at, "cut", chance.choice((1.0, 20.0, 300.0)), 1.0)]


def _power_cut(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-5.0, 160.0)
    return [Fault(at, "cut", chance.choice((5.0, 60.0, 400.0)), chance.random())]


def _armed_cut(ring: float, chance: random.Random) -> list[Fault]:
    return [Fault(ring - 2.0, "armed", chance.choice((1.0, 40.0)), chance.randint(1, 4))]


def _disk_full(ring: float, chance: random.Random) -> list[Fault]:
    """From before the ring until it is over, or until somewhere in its snooze or its sound."""
    begin, end = ring - chance.uniform(1.0, 300.0), ring + chance.uniform(60.0, 1000.0)
    return [Fault(begin, "full"), Fault(end, "free")]


def _nothing(ring: float, chance: random.Random) -> list[Fault]:
    return []


_PLANS: dict[str, Plan] = {
    "nothing": _nothing,
    "small step": _small_step,
    "step back": _step_back,
    "wrong for hours": _wrong_for_hours,
    "restart": _restart,
    "long off": _long_off,
    "killed": _killed,
    "power cut": _power_cut,
    "armed cut": _armed_cut,
    "disk full": _disk_full,
}
_KINDS = tuple(_PLANS)


async def run_nights(
    nights: int,
    *,
    seed: int = 1,
    sabotage: Sabotage | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """So many nights, spread over the zones; the figures of `companion bench nights`."""
    quiet = logging.getLogger("companion")
    before, quiet_level = quiet.level, logging.CRITICAL
    quiet.setLevel(quiet_level)
    chance, verdict, began = random.Random(seed), Verdict(), real_time.monotonic()
    names, done = zones(chance), 0
    each = max(1, min(8, math.ceil(nights / len(names))))
    try:
        while done < nights:
            zone = names[(done // each) % len(names)]
            some = min(each, nights - done)
            with tempfile.TemporaryDirectory(prefix="nights", dir=_disk()) as folder:
                night = Night(zone, Path(folder), random.Random(chance.random()), sabotage)
                seen = len(verdict.details)
                await night.live(some, verdict)
            for detail in verdict.details[seen:]:
                tell(f"{zone}: {detail}")
            done += some
            if done % 1000 < some:
                tell(f"{done} nights, {real_time.monotonic() - began:.0f} s")
    finally:
        quiet.setLevel(before)
    late = sorted(verdict.late_s)
    return {
        "nights": done,
        "missed": verdict.missed,
        "double": verdict.double,
        "late_p99_s": round(late[int(len(late) * 0.99)], 3) if late else None,
        "rings": verdict.rings,
        "late_max_s": round(late[-1], 3) if late else None,
        "zones": min(len(names), math.ceil(done / each)),
        "took_s": round(real_time.monotonic() - began, 1),
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
