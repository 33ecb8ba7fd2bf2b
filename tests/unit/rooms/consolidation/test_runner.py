"""The job runner: in order, past failures, once more after a crash."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.runner import JobRunner
from companion.store.memory import MemoryStore
from companion.words.event import Event
from companion.words.job import Job, JobStatus
from tests.unit.store.samples import SetClock, draft


class _Kind:
    KIND = "count"

    def __init__(self) -> None:
        self.ran: list[int] = []

    async def run(self, job: Job) -> None:
        await asyncio.sleep(0)
        if job.payload["n"] < 0:
            raise ValueError("below zero")
        self.ran.append(job.payload["n"])


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
def store() -> MemoryStore:
    return MemoryStore(SetClock())


async def test_jobs_run_in_order_and_settle(store: MemoryStore) -> None:
    """B-104, T-17: after `settle` all that was queued is done."""
    kind = _Kind()
    runner = JobRunner(store.jobs, [kind])
    async with _beside(runner):
        for n in range(5):
            await store.jobs.put("count", {"n": n})
        await asyncio.wait_for(runner.settle(), 5)
        assert kind.ran == [0, 1, 2, 3, 4]
        await store.jobs.put("count", {"n": 5})
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran[-1] == 5


async def test_a_failing_job_is_written_down_and_the_next_one_runs(store: MemoryStore) -> None:
    kind = _Kind()
    runner = JobRunner(store.jobs, [kind])
    for n in (-1, 7):
        await store.jobs.put("count", {"n": n})
    await store.jobs.put("unheard_of", {})
    assert await runner.drain() == 3
    assert kind.ran == [7]
    failed = [j for j in store.jobs._tables.jobs if j.status is JobStatus.FAILED]
    assert [j.error for j in failed] == ["ValueError: below zero", "no job kind unheard_of"]


async def test_a_job_cut_off_by_the_end_runs_at_the_next_start(store: MemoryStore) -> None:
    """Port: exactly once more."""
    kind = _Kind()
    await store.jobs.put("count", {"n": 3})
    await store.jobs.claim()
    runner = JobRunner(store.jobs, [kind])
    async with _beside(runner):
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran == [3]


async def test_remember_event_finds_its_event(store: MemoryStore) -> None:
    """One kind, one file; the payload is the event's id."""
    walked: list[Event] = []

    async def remember(event: Event) -> None:
        walked.append(event)

    event = await store.events.append(draft(), job=RememberEvent.KIND)
    await store.jobs.put(RememberEvent.KIND, {"event_id": 99})
    runner = JobRunner(store.jobs, [RememberEvent(store.record, remember)])
    assert await runner.drain() == 2
    assert walked == [event]
    (failed,) = [j for j in store.jobs._tables.jobs if j.status is JobStatus.FAILED]
    assert "99 is not in the record" in failed.error


async def test_jobs_give_way_to_somebody_who_speaks(store: MemoryStore) -> None:
    """T-41: what is learnt from a sentence waits until its command is on its way."""
    kind, free = _Kind(), asyncio.Event()

    async def leisure() -> None:
        await free.wait()

    runner = JobRunner(store.jobs, [kind], give_way=leisure)
    await store.jobs.put("count", {"n": 1})
    async with _beside(runner):
        await asyncio.sleep(0.01)
        assert kind.ran == []
        free.set()
        await asyncio.wait_for(runner.settle(), 5)
    assert kind.ran == [1]
