"""Contract of the port `JobQueue`, over SQLite and its twin."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.store.sqlite import Store
from companion.words.job import JobStatus
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import SetClock, draft


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(params=KINDS)
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, clock: SetClock
) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, clock) as store:
        yield store


async def test_jobs_are_claimed_oldest_first_and_once(store: Store) -> None:
    """B-104."""
    first = await store.jobs.put("remember_event", {"event_id": 1})
    second = await store.jobs.put("remember_event", {"event_id": 2})
    a, b, c = [await store.jobs.claim() for _ in range(3)]
    assert a is not None
    assert b is not None
    assert ([a.id, b.id], c) == ([first, second], None)
    assert (a.status, a.attempts, a.payload) == (JobStatus.RUNNING, 1, {"event_id": 1})


async def test_b_090_the_backlog_is_pending_and_running(store: Store) -> None:
    """B-064, B-090, S-06: it can be inspected."""
    job_id = await store.jobs.put("a", {})
    await store.jobs.put("b", {})
    await store.jobs.claim()
    assert await store.jobs.backlog() == 2
    await store.jobs.finish(job_id)
    assert await store.jobs.backlog() == 1
    await store.jobs.claim()
    await store.jobs.finish(job_id, error="late word on a finished job")
    assert await store.jobs.backlog() == 1


async def test_a_job_cut_off_runs_again_exactly_once(store: Store) -> None:
    """Port: a job claimed before a crash runs again exactly once."""
    await store.jobs.put("a", {})
    await store.jobs.claim()
    assert await store.jobs.requeue_running() == 1
    assert await store.jobs.requeue_running() == 0
    again = await store.jobs.claim()
    assert again is not None
    assert again.attempts == 2
    assert await store.jobs.requeue_running() == 0
    assert await store.jobs.claim() is None
    assert await store.jobs.backlog() == 0


async def test_waiting_ends_when_there_may_be_work(store: Store) -> None:
    """A runner sleeps until a job is put, or an event brings one along."""
    for bring in (store.jobs.put("a", {}), store.events.append(draft(), job="a")):
        waiting = asyncio.create_task(store.jobs.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        await bring
        await asyncio.wait_for(waiting, 5)


async def test_finished_jobs_are_swept_after_a_day(store: Store, clock: SetClock) -> None:
    job_id = await store.jobs.put("a", {})
    await store.jobs.claim()
    await store.jobs.finish(job_id, error="no such event")
    assert await store.sweep() == 0
    clock.pass_time(days=2)
    assert await store.sweep() == 1


async def test_the_kind_of_the_lowest_number_is_claimed_first(store: Store) -> None:
    for kind in ("late", "soon", "unknown", "soon"):
        await store.jobs.put(kind, {})
    order = [await store.jobs.claim({"late": 50, "soon": 10}) for _ in range(4)]
    assert [job.kind for job in order if job] == ["soon", "soon", "late", "unknown"]
    assert [job.id for job in order if job][:2] == [2, 4]


async def test_a_job_that_is_put_back_waits_for_its_moment(store: Store, clock: SetClock) -> None:
    """Port: the reason stays with it, and the attempts count on; with more to do they do not."""
    await store.jobs.put("a", {})
    first = await store.jobs.claim()
    assert first is not None
    await store.jobs.again(first.id, clock.now() + timedelta(seconds=30), error="no network")
    assert (await store.jobs.claim(), await store.jobs.due()) == (None, 0)
    assert (await store.jobs.backlog(), await store.jobs.waits("a")) == (1, True)
    assert not await store.jobs.waits("b")
    clock.pass_time(seconds=30)
    assert await store.jobs.due() == 1
    again = await store.jobs.claim()
    assert again is not None
    assert (again.attempts, again.error) == (2, "no network")
    await store.jobs.again(again.id, clock.now())
    rest = await store.jobs.claim()
    assert rest is not None
    assert (rest.attempts, rest.error) == (1, "")


async def test_waiting_ends_when_the_moment_of_a_job_has_come(
    store: Store, clock: SetClock
) -> None:
    """What is tried again needs nobody to say so."""
    await store.jobs.put("a", {})
    await store.jobs.wait()
    job = await store.jobs.claim()
    assert job is not None
    await store.jobs.again(job.id, clock.now() + timedelta(milliseconds=20), error="busy")
    await store.jobs.wait()
    await asyncio.wait_for(store.jobs.wait(), 5)
    clock.pass_time(seconds=1)
    assert await store.jobs.claim() is not None


async def test_a_job_that_failed_before_and_is_cut_off_runs_again(
    store: Store, clock: SetClock
) -> None:
    """A failure is no interruption: each has its own count."""
    await store.jobs.put("a", {})
    for _ in range(3):
        job = await store.jobs.claim()
        assert job is not None
        await store.jobs.again(job.id, clock.now(), error="no network")
    await store.jobs.claim()
    assert await store.jobs.requeue_running() == 1
    assert await store.jobs.claim() is not None
