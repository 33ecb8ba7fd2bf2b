"""What the alarm clock's tests are made of: a bell that listens, deeds, a night's clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from companion.ports.schedule_book import ScheduleBook
from companion.rooms.scheduler.alarm_clock import WATCH_S, AlarmClock
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.rooms.scheduler.firings import Deeds
from companion.words.facts import Fact, kind_of
from companion.words.ids import EventId
from companion.words.schedule import (
    Entry,
    EntryKind,
    FactCondition,
    Firing,
    FiringId,
    SavedAction,
    StepEnd,
)
from companion.words.timing import Recurring, Timing
from tests.proof.bench.night_clock import NightClock
from tests.twins.schedule import ScheduleInMemory

ZONE = "Asia/Tokyo"
EVENING = datetime(2026, 11, 20, 22, 0, tzinfo=ZoneInfo(ZONE))
SEVEN = datetime(2026, 11, 21, 7, 0, tzinfo=ZoneInfo(ZONE))
DAILY = Recurring(time(7, 0))


def alarm(timing: Timing = DAILY, kind: EntryKind = EntryKind.ALARM, **more: Any) -> Entry:
    return Entry(kind=kind, timing=timing, created_at=more.pop("created_at", EVENING), **more)


@dataclass
class Morning:
    """One household; its book lasts over restarts, its clock runs on."""

    clock: NightClock
    book: ScheduleBook = field(default_factory=ScheduleInMemory)
    rung: list[tuple[datetime, FiringId]] = field(default_factory=list)
    walked: list[SavedAction | None] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)
    broken: bool = False
    """The way through the house raises."""
    so: bool = True
    ends: dict[str, StepEnd] = field(default_factory=dict)
    """What comes of an action, by its type; None: the record does not tell."""
    told_of_steps: bool = True
    """Whether the kernel tells that the clock was set; else it has to be noticed."""
    ringing_now: set[FiringId] = field(default_factory=set)
    alarms: AlarmClock = field(init=False)
    _running: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.build()

    def build(self) -> None:
        self.ringing_now = set()
        deeds = Deeds(walk=self._walk, is_so=self._is_so, tell=self._tell, note=self._note)
        self.alarms = AlarmClock(
            book=self.book,
            calendar=Calendar(Whereabouts(ZONE, 35.65, 139.74, "JP")),
            clock=self.clock,
            bell=self,
            deeds=deeds,
            watch_s=600.0 if self.told_of_steps else WATCH_S,
        )
        self.clock.on_set = self.alarms.wake if self.told_of_steps else None

    async def boot(self) -> None:
        await self.alarms.load()
        self._running = asyncio.create_task(self.alarms.run())

    async def power_off(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def reboot(self, off_s: float = 0.0) -> None:
        await self.power_off()
        self.clock.skip(off_s)
        self.build()
        await self.boot()

    # -- the port Bell

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        if firing.id not in self.ringing_now:
            self.ringing_now.add(firing.id)
            self.rung.append((self.clock.now(), firing.id))
        return True

    async def silence(self, firing_id: FiringId | None = None) -> None:
        self.ringing_now -= {firing_id} if firing_id is not None else set(self.ringing_now)

    def ringing(self) -> tuple[FiringId, ...]:
        return tuple(self.ringing_now)

    def began_at(self, firing_id: FiringId) -> datetime | None:
        return None

    # -- the deeds

    async def _walk(
        self, entry: Entry, firing: Firing, action: SavedAction | None
    ) -> StepEnd | None:
        if self.broken:
            raise RuntimeError("the house is broken")
        self.walked.append(action)
        if action is None:
            await self.alarms.sound(entry.id)
            return None
        return self.ends.get(action.action_type)

    async def _is_so(self, condition: FactCondition) -> bool:
        return self.so

    async def _tell(self, entry: Entry, firing: Firing) -> EventId:
        self.told.append((entry.label, firing.outcome))
        return EventId(1)

    async def _note(self, fact: Fact) -> None:
        self.told.append((kind_of(type(fact))[1], ""))

    def times(self) -> list[str]:
        return [at.astimezone(UTC).isoformat(timespec="milliseconds") for at, _ in self.rung]

    async def until(self, at: datetime) -> None:
        await self.clock.sleep((at - self.clock.now()).total_seconds())


@asynccontextmanager
async def morning(start: datetime = EVENING, **more: Any) -> AsyncIterator[Morning]:
    clock = NightClock(start, ZoneInfo(ZONE))
    clock.begin()
    house = Morning(clock, **more)
    await house.boot()
    try:
        yield house
    finally:
        await house.power_off()
        await clock.end()


MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
