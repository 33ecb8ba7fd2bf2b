"""Woken without a house: by the backup, once for each moment, over restarts (T-44)."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from companion.rooms.scheduler.waker import Waker
from companion.words.alarm_backup import AlarmBackup, Moment, Rang, Ring
from companion.words.schedule import Entry, EntryId, EntryKind, Firing, FiringId
from tests.proof.bench.night_clock import NightClock
from tests.unit.rooms.scheduler.alarms import MINUTE, SEVEN, ZONE

NIGHT = SEVEN - 12 * MINUTE
NEXT = SEVEN + 30 * MINUTE


def ring(entry_id: int = 1, due: datetime = SEVEN, **more: object) -> Ring:
    facts = {"kind": EntryKind.ALARM, "at": due, **more}
    return Ring(entry_id=EntryId(entry_id), due=due, **facts)  # type: ignore[arg-type]


@dataclass
class Sleeper:
    """Who is to be woken; the port `Bell`, and the disk under the recovery page."""

    clock: NightClock
    backup: AlarmBackup | None
    disk: dict[Moment, Rang] = field(default_factory=dict)
    full: bool = False
    heard: list[tuple[datetime, EntryId]] = field(default_factory=list)
    waker: Waker = field(init=False)
    _sounding: set[FiringId] = field(default_factory=set)
    _running: "asyncio.Task[None] | None" = None

    async def boot(self) -> None:
        self._sounding.clear()
        self.waker = Waker(
            self.backup, self.disk, bell=self, by=["speaker"], clock=self.clock, keep=self._keep
        )
        self._running = asyncio.create_task(self.waker.run())

    async def killed(self, off_s: float) -> None:
        assert self._running is not None
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        self.clock.skip(off_s)
        await self.boot()

    def _keep(self, rung: Iterable[Rang]) -> None:
        if self.full:
            raise OSError("No space left on device")
        self.disk = {rang.moment: rang for rang in rung}

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        self._sounding.add(firing.id)
        self.heard.append((self.clock.now(), entry.id))
        return True

    async def silence(self, firing_id: FiringId | None = None) -> None:
        self._sounding.clear()

    def ringing(self) -> tuple[FiringId, ...]:
        return tuple(self._sounding)

    def began_at(self, firing_id: FiringId) -> datetime | None:
        return None

    async def until(self, at: datetime) -> None:
        await self.clock.sleep((at - self.clock.now()).total_seconds())


@asynccontextmanager
async def asleep(*rings: Ring, **more: object) -> AsyncIterator[Sleeper]:
    clock = NightClock(NIGHT, ZoneInfo(ZONE))
    clock.begin()
    sleeper = Sleeper(clock, AlarmBackup(zone=ZONE, rings=rings), **more)  # type: ignore[arg-type]
    await sleeper.boot()
    try:
        yield sleeper
    finally:
        await sleeper.killed(0.0)
        assert sleeper._running is not None
        sleeper._running.cancel()
        await asyncio.gather(sleeper._running, return_exceptions=True)
        await clock.end()


async def test_it_rings_within_a_second_until_stopped_and_goes_on_to_the_next() -> None:
    async with asleep(ring(), ring(due=NEXT)) as sleeper:
        assert sleeper.waker.heard().next == ring()
        await sleeper.until(SEVEN + MINUTE)
        ((at, _),) = sleeper.heard
        assert timedelta(0) <= at - SEVEN <= timedelta(seconds=1)
        assert sleeper.waker.heard().ringing == (ring(),)
        assert sleeper.waker.heard().next == ring(due=NEXT)
        assert await sleeper.waker.stop() == 1
        assert not sleeper.ringing()
        await sleeper.until(NEXT - MINUTE)
        assert len(sleeper.heard) == 1
        await sleeper.until(NEXT + MINUTE)
        assert len(sleeper.heard) == 2


async def test_killed_while_it_rings_it_rings_on_and_once_stopped_never_again() -> None:
    """F1 on the recovery page: written down before it sounds."""
    async with asleep(ring()) as sleeper:
        await sleeper.until(SEVEN + MINUTE)
        assert [r.stopped for r in sleeper.disk.values()] == [None]
        await sleeper.killed(off_s=60.0)
        await sleeper.until(SEVEN + 3 * MINUTE)
        assert len(sleeper.heard) == 2
        await sleeper.waker.stop()
        await sleeper.killed(off_s=1.0)
        await sleeper.until(SEVEN + 9 * MINUTE)
        assert len(sleeper.heard) == 2


async def test_what_is_ten_minutes_late_is_an_alarm_no_more_but_a_timer_still_is() -> None:
    """As the house itself has it."""
    late = (ring(1), ring(2, kind=EntryKind.TIMER), ring(3, SEVEN + 40 * MINUTE))
    async with asleep(*late) as sleeper:
        await sleeper.killed(off_s=(SEVEN + 45 * MINUTE - NIGHT).total_seconds())
        await sleeper.until(SEVEN + 46 * MINUTE)
        assert sorted(entry for _, entry in sleeper.heard) == [2, 3]


async def test_what_was_snoozed_in_the_house_rings_when_its_snooze_is_over() -> None:
    async with asleep(ring(at=SEVEN + 9 * MINUTE)) as sleeper:
        await sleeper.until(SEVEN + 8 * MINUTE)
        assert not sleeper.heard
        await sleeper.until(SEVEN + 10 * MINUTE)
        assert len(sleeper.heard) == 1
        assert list(sleeper.disk) == [(1, SEVEN)]


async def test_f7_a_clock_that_is_set_over_it_rings_within_a_second() -> None:
    async with asleep(ring()) as sleeper:
        await sleeper.until(SEVEN - 10 * MINUTE)
        before_s = sleeper.clock.monotonic()
        sleeper.clock.set_wall(660.0)
        await sleeper.clock.sleep(2.0)
        assert len(sleeper.heard) == 1
        assert sleeper.clock.monotonic() - before_s <= 2.0


async def test_f4_a_disk_that_takes_nothing_keeps_nothing_silent_and_hears_of_it_later() -> None:
    async with asleep(ring(), full=True) as sleeper:
        await sleeper.until(SEVEN + MINUTE)
        assert len(sleeper.heard) == 1
        await sleeper.waker.stop()
        assert not sleeper.disk
        sleeper.full = False
        await sleeper.clock.sleep(2.0)
        assert [r.stopped is not None for r in sleeper.disk.values()] == [True]


async def test_without_a_slip_it_says_so() -> None:
    async with asleep() as sleeper:
        sleeper.backup = None
        await sleeper.killed(0.0)
        assert not sleeper.waker.heard().kept
        assert await sleeper.waker.stop() == 0


async def test_a_bell_that_fails_is_rung_again() -> None:
    """A mistake of one rung left the recovery page up, and nobody awake."""
    async with asleep(ring()) as sleeper:
        ring_once = sleeper.ring
        tries: list[int] = []

        async def failing(entry: Entry, firing: Firing) -> bool:
            tries.append(1)
            if len(tries) == 1:
                raise TypeError("a mistake")
            return await ring_once(entry, firing)

        sleeper.ring = failing  # type: ignore[method-assign]
        await sleeper.until(SEVEN + MINUTE)
        assert len(sleeper.heard) == 1
        assert sleeper.waker.heard().ringing == (ring(),)
