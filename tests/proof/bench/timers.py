"""Benchmark of ten thousand timers in the clock that `companion/app` builds, on a real file.

APScheduler does not keep our alarms: its rate is the one measured on a like machine for the choice
(ADR 0022), 376 adds a second on SQLite.
"""

import asyncio
import resource
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.rooms.scheduler.alarm_clock import AlarmClock
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.rooms.scheduler.firings import Deeds
from companion.service.clock import SystemClock
from companion.store.key import key_of
from companion.store.queries import sql
from companion.store.schedule_rows import entry_values
from companion.store.sealed import know_seals
from companion.store.sqlite import Store, record_path
from companion.words.ids import EventId
from companion.words.schedule import Entry, EntryKind, FactCondition, Firing, FiringId, SavedAction
from companion.words.timing import After
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("P20",)
TIMERS = 10_000
APS_ADDS_S = 376.0
_LOADS, _ADDS, _TOGETHER, _FIRED = 9, 100, 500, 100


@dataclass
class _Ear:
    """The port `Bell` that notes when each was rung."""

    rang_at: dict[int, datetime] = field(default_factory=dict)
    rung: set[FiringId] = field(default_factory=set)
    clock: SystemClock = field(default_factory=lambda: SystemClock(ZoneInfo("Asia/Tokyo")))

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        """Noted."""
        self.rang_at.setdefault(entry.id, self.clock.now())
        self.rung.add(firing.id)
        return True

    async def silence(self, firing_id: FiringId | None = None) -> None:
        """Nothing sounds."""

    def ringing(self) -> tuple[FiringId, ...]:
        """All that ever rang: nobody stops them here."""
        return tuple(self.rung)

    def began_at(self, firing_id: FiringId) -> datetime | None:
        """Not kept."""
        return None


async def _is_so(condition: FactCondition) -> bool:
    return True


async def _tell(entry: Entry, firing: Firing) -> EventId:
    return EventId(0)


async def _note(fact: object) -> None:
    return None


def _clock_over(store: Store, ear: _Ear) -> AlarmClock:
    async def walk(entry: Entry, firing: Firing, action: SavedAction | None) -> None:
        await ear.ring(entry, firing)

    return AlarmClock(
        book=store.schedule,
        calendar=Calendar(Whereabouts("Asia/Tokyo")),
        clock=ear.clock,
        bell=ear,
        deeds=Deeds(walk=walk, is_so=_is_so, tell=_tell, note=_note),
    )


def _timer(after_s: float, now: datetime) -> Entry:
    return Entry(kind=EntryKind.TIMER, timing=After(after_s), created_at=now)


def _fill(path: Path, now: datetime) -> None:
    """Ten thousand rows at once; how they got there is not what is measured."""
    rows = []
    for number in range(TIMERS):
        rows.append(entry_values(_timer(86400.0 + number, now)))
    connection = sqlite3.connect(path)
    know_seals(connection, key_of(path))
    connection.executemany(sql("insert_entry"), rows)
    connection.commit()
    connection.close()


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Load, add, lateness, idle."""
    idle_s = 2.0 if effort is Effort.SHORT else 30.0
    with tempfile.TemporaryDirectory(prefix="timers") as folder:
        path, ear = record_path(Path(folder)), _Ear()
        await (await Store.open(path, ear.clock)).close()
        await asyncio.to_thread(_fill, path, ear.clock.now())
        store = await Store.open(path, ear.clock)
        try:
            return await _figures(store, ear, idle_s)
        finally:
            await store.close()


async def _figures(store: Store, ear: _Ear, idle_s: float) -> Sequence[Figure]:
    loads, cpu_ms = [], []
    for _ in range(_LOADS):
        clock = _clock_over(store, ear)
        began, cpu_s = time.perf_counter(), _cpu_s()
        await clock.load()
        loads.append((time.perf_counter() - began) * 1000)
        cpu_ms.append((_cpu_s() - cpu_s) * 1000)
    running = asyncio.create_task(clock.run())
    try:
        idle = await _idle(idle_s)
        own, total, rate = await _add(clock, ear)
        late = await _late(clock, ear)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return [
        Figure(
            id="P20",
            what=f"10,000 timers loaded, median of {_LOADS}",
            value=sorted(loads)[_LOADS // 2],
            limit=50.0,
            sense=Sense.AT_MOST,
            unit="ms",
            detail={"cpu_ms": round(sorted(cpu_ms)[_LOADS // 2], 1)},
        ),
        _figure("one added beside 10,000: the clock's own share, p99", own, 1.0, "ms"),
        _figure("lateness at 100 a second, p99, two durable rows each", late, 10.0, "ms"),
        _figure("idle with 10,000 pending, share of a core", idle, 0.1, "%"),
        Figure(
            id="P20",
            what="durable adds a second, each on the disk before it is answered",
            value=rate / APS_ADDS_S,
            limit=20.0,
            sense=Sense.AT_LEAST,
            against="APScheduler 3.11.3 on SQLite, 376 a second (not in this run)",
            detail={"adds_s": round(rate), "add_p99_ms": round(total, 3)},
        ),
    ]


def _figure(what: str, value: float, limit: float, unit: str) -> Figure:
    return Figure(id="P20", what=what, value=value, limit=limit, sense=Sense.AT_MOST, unit=unit)


async def _idle(seconds: float) -> float:
    """CPU of the whole process, per cent of one core."""
    before = _cpu_s()
    await asyncio.sleep(seconds)
    return (_cpu_s() - before) / seconds * 100


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _add(clock: AlarmClock, ear: _Ear) -> tuple[float, float, float]:
    """p99 in ms of our own share and of the whole with its sync, and adds a second together."""
    own, total = [], []
    for number in range(_ADDS):
        entry = _timer(90_000.0 + number, ear.clock.now())
        began, cpu = time.perf_counter(), time.thread_time()
        await clock.add(entry)
        own.append((time.thread_time() - cpu) * 1000)
        total.append((time.perf_counter() - began) * 1000)
    began, many = time.perf_counter(), _TOGETHER
    now = ear.clock.now()
    await asyncio.gather(*(clock.add(_timer(95_000.0 + n, now)) for n in range(many)))
    return _p99(own), _p99(total), many / (time.perf_counter() - began)


async def _late(clock: AlarmClock, ear: _Ear) -> float:
    """p99 in ms of timers due one every 10 ms."""
    now, dues = ear.clock.now(), {}
    for number in range(_FIRED):
        after_s = 1.5 + number * 0.01
        kept = await clock.add(_timer(after_s, now))
        dues[kept.entry.id] = now + timedelta(seconds=after_s)
    async with asyncio.timeout(60):
        while len(ear.rang_at) < _FIRED:
            await asyncio.sleep(0.05)
    return _p99([(ear.rang_at[i] - due).total_seconds() * 1000 for i, due in dues.items()])


def _p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]
