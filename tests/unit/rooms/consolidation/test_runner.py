"""The job runner: in order, past failures, once more after a crash."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.rooms.consolidation import jobs
from companion.rooms.consolidation.jobs import job_kinds
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.jobs.thin_record import PAUSE_S, ThinRecord
from companion.rooms.consolidation.runner import JobRunner
from companion.store.commits import connect_in_memory
from companion.store.migrations import empty
from companion.store.sqlite import NO_FILE, Store
from companion.words.event import Event
from companion.words.ids import JobId
from companion.words.job import Job, JobPriority, JobStatus, Retry
from tests.unit.store.samples import START, SetClock, draft


class _Kind:
    KIND = "count"
    PRIORITY = JobPriority.LEARNING
    RETRY = Retry()
    PERIOD = None

    def __init__(self) -> None:
        self.ran: list[int] = []

    async def run(self, job: Job) -> float | None:
        await asyncio.sleep(0)
        if job.payload["n"] < 0:
            raise ValueError("below zero")
        self.ran.append(job.payload["n"])
        return None


@contextlib.asynccontextmanager
async def _beside(runner: JobRunner) -> AsyncIterator[None]:
    task = asyncio.create_task(runner.run())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def rows() -> sqlite3.Connection:
    """The record, to be looked at."""
    return connect_in_memory(empty())


@pytest.fixture
def store(rows: sqlite3.Connection) -> Store:
    return Store(NO_FILE, SetClock(), in_memory=rows)


def _failed(rows: sqlite3.Connection) -> list[str]:
    """Why each failed job failed."""
    query = "SELECT error FROM jobs WHERE status = 'failed' ORDER BY id"
    return [row["error"] for row in rows.execute(query)]


async def test_jobs_run_in_order_and_settle(store: Store) -> None:
    """B-104, T-17: after `settle` all that was queued is done."""
    kind = _Kind()
    runner = JobRunner(store.jobs, [kind], SetClock())
    async with _beside(runner):
        for n in range(5):
            await store.jobs.put("count", {"n": n})
        await asyncio.wait_for(runner.settle(), 5)
        assert kind.ran == [0, 1, 2, 3, 4]
        await store.jobs.put("count", {"n": 5})
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran[-1] == 5


async def test_a_failing_job_is_written_down_and_the_next_one_runs(
    store: Store, rows: sqlite3.Connection
) -> None:
    kind = _Kind()
    runner = JobRunner(store.jobs, [kind], SetClock())
    for n in (-1, 7):
        await store.jobs.put("count", {"n": n})
    await store.jobs.put("unheard_of", {})
    assert await runner.drain() == 3
    assert kind.ran == [7]
    assert _failed(rows) == ["ValueError: below zero", "no job kind unheard_of"]


async def test_a_job_cut_off_by_the_end_runs_at_the_next_start(store: Store) -> None:
    """Port: exactly once more."""
    kind = _Kind()
    await store.jobs.put("count", {"n": 3})
    await store.jobs.claim()
    runner = JobRunner(store.jobs, [kind], SetClock())
    async with _beside(runner):
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran == [3]


async def test_remember_event_finds_its_event(store: Store, rows: sqlite3.Connection) -> None:
    """One kind, one file; the payload is the event's id."""
    walked: list[Event] = []

    async def remember(event: Event) -> None:
        walked.append(event)

    event = await store.events.append(draft(), job=RememberEvent.KIND)
    await store.jobs.put(RememberEvent.KIND, {"event_id": 99})
    runner = JobRunner(store.jobs, [RememberEvent(store.record, remember)], SetClock())
    assert await runner.drain() == 2
    assert walked == [event]
    (error,) = _failed(rows)
    assert "99 is not in the record" in error


async def test_jobs_give_way_to_somebody_who_speaks(store: Store) -> None:
    """T-41: what is learnt from a sentence waits until its command is on its way."""
    kind, free = _Kind(), asyncio.Event()

    async def leisure() -> None:
        await free.wait()

    runner = JobRunner(store.jobs, [kind], SetClock(), give_way=leisure)
    await store.jobs.put("count", {"n": 1})
    async with _beside(runner):
        await asyncio.sleep(0.01)
        assert kind.ran == []
        free.set()
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran == [1]


class _Long(_Kind):
    """Done in three parts, a second apart."""

    KIND = "long"
    PRIORITY = JobPriority.HOUSEKEEPING

    def __init__(self, log: list[str]) -> None:
        self.log, self.parts = log, 0

    async def run(self, job: Job) -> float | None:
        self.parts += 1
        self.log.append(f"long {self.parts}")
        return None if self.parts == 3 else 1.0


class _Short(_Kind):
    """Done at once."""

    KIND = "short"

    def __init__(self, log: list[str]) -> None:
        self.log = log

    async def run(self, job: Job) -> None:
        self.log.append("short")


class _Unlucky(_Kind):
    KIND = "unlucky"
    RETRY = Retry(attempts=3, first_s=10.0)

    def __init__(self, fails: int) -> None:
        self.fails, self.attempts = fails, list[int]()

    async def run(self, job: Job) -> None:
        self.attempts.append(job.attempts)
        if len(self.attempts) <= self.fails:
            raise TimeoutError("nobody answers")


async def test_the_higher_priority_goes_first_also_between_the_parts_of_a_long_job() -> None:
    """Issue 12: the job that was queued last, and matters more, is done first."""
    clock, log = SetClock(), list[str]()
    store = Store.in_memory(clock)
    runner = JobRunner(store.jobs, [_Long(log), _Short(log)], clock)
    await store.jobs.put("long", {})
    await store.jobs.put("short", {})
    await runner.drain()
    assert log == ["short", "long 1"]
    await store.jobs.put("short", {})
    clock.pass_time(seconds=1)
    await runner.drain()
    assert log[2:] == ["short", "long 2"]
    clock.pass_time(seconds=1)
    await runner.drain()
    assert log[4:] == ["long 3"]
    assert await store.jobs.backlog() == 0


@pytest.mark.parametrize(("fails", "end"), [(2, JobStatus.DONE), (3, JobStatus.FAILED)])
async def test_what_failed_for_the_worlds_sake_is_tried_again_later(
    fails: int, end: JobStatus, rows: sqlite3.Connection
) -> None:
    """Issue 12: 10 s, then 20 s, then it is failed with the reason."""
    clock, kind = SetClock(), _Unlucky(fails)
    store = Store(NO_FILE, clock, in_memory=rows)
    runner = JobRunner(store.jobs, [kind], clock)
    await store.jobs.put("unlucky", {})
    for wait_s in (10, 20):
        await runner.drain()
        clock.pass_time(seconds=wait_s - 1)
        assert await runner.drain() == 0, "not before its time"
        assert (await store.jobs.due(), await store.jobs.backlog()) == (0, 1)
        clock.pass_time(seconds=1)
    await runner.drain()
    assert kind.attempts == [1, 2, 3]
    ((status, error),) = rows.execute("SELECT status, error FROM jobs").fetchall()
    assert (status, "nobody answers" in error) == (end, end is JobStatus.FAILED)


def test_every_job_kind_is_found_and_takes_its_parts_by_name() -> None:
    """Issue 12: a new kind is one new file; its name is the module's."""

    async def nothing() -> bool:
        return False

    names = ("record", "remember", "begin_thinning", "thin", "sweep", "anchor", "back_up")
    also = ("look_for_habits",)
    parts = {**dict.fromkeys((*names, *also), nothing), "snapshots": None, "blackboard": None}
    kinds = job_kinds({**parts, "snapshot_every_s": 60.0})
    files = Path(jobs.__file__).parent.glob("[a-z]*.py")
    assert [kind.KIND for kind in kinds] == sorted(file.stem for file in files)
    with pytest.raises(LookupError, match="save_snapshot needs snapshot_every_s"):
        job_kinds(parts)


async def test_the_record_is_thinned_a_step_a_run() -> None:
    """Issue 12: it plans its way once, and gives way between its steps."""
    begun, steps = [0], iter((True, True, False))

    async def begin() -> None:
        begun[0] += 1

    async def step() -> bool:
        return next(steps)

    kind, job = ThinRecord(begin, step), Job(id=JobId(1), kind="thin_record", created_at=START)
    assert [await kind.run(job) for _ in range(3)] == [PAUSE_S, PAUSE_S, None]
    assert begun == [1]
