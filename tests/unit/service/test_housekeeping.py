"""Housekeeping: periodic kinds of job, started in step, giving way to people and to a full disk."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.ports.jobs import JobKind
from companion.rooms.consolidation.jobs import job_kinds
from companion.rooms.consolidation.jobs.thin_record import ThinRecord
from companion.service.blackboard import Blackboard
from companion.service.housekeeping import Housekeeping
from companion.store.sqlite import Store
from companion.words.job import Job, JobPriority, Period, Retry
from tests.unit.store.samples import SetClock


async def _at_once() -> None:
    return


class _Kind:
    """Notes when it runs."""

    KIND = "note_time"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry()
    PERIOD: Period | None = Period(every_s=60)

    def __init__(self, clock: SetClock, fails: Exception | None = None) -> None:
        self.at = list[float]()
        self._clock, self._fails = clock, fails

    async def run(self, job: Job) -> None:
        self.at.append(self._clock.monotonic())
        if self._fails is not None:
            raise self._fails


class _Slow(_Kind):
    """Its first run takes an hour."""

    async def run(self, job: Job) -> None:
        await super().run(job)
        if len(self.at) == 1:
            self._clock.pass_time(hours=1)


class _Retried(_Kind):
    KIND = "retried"
    PERIOD = Period(every_s=3600)
    RETRY = Retry(attempts=3, first_s=600, longest_s=3600)


async def _run(
    clock: SetClock,
    seconds: float,
    *kinds: JobKind,
    store: Store | None = None,
    give_way: Callable[[], Awaitable[None]] = _at_once,
    writable: Callable[[], Awaitable[None]] = _at_once,
) -> None:
    jobs = (store or Store.in_memory(clock)).jobs
    keeping = Housekeeping(kinds, jobs, clock, give_way=give_way, writable=writable)
    (resident,) = keeping.residents()
    task = asyncio.ensure_future(resident.run())
    async with asyncio.timeout(20):
        while clock.monotonic() < seconds and not task.done():
            await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_each_kind_runs_in_step_and_what_was_slept_through_is_not_paid_back() -> None:
    """T-33: a suspended device, or a slow job, brings one run, not a burst."""
    clock = SetClock()
    kind, hourly = _Slow(clock), _Kind(clock)
    hourly.KIND, hourly.PERIOD = "hourly", Period(every_s=3600, first_s=30)
    await _run(clock, 3800, kind, hourly)
    assert kind.at == [60, 3720, 3780]
    assert hourly.at[:2] == [30, 3660]


async def test_a_wall_clock_that_is_set_back_stops_nothing() -> None:
    """Issue 12: a board without a battery believes another year for a while."""
    clock = SetClock()

    class SetBack(_Kind):
        async def run(self, job: Job) -> None:
            await super().run(job)
            began = clock.now()
            clock.now = lambda: began.replace(year=1999)  # type: ignore[method-assign]

    kind = SetBack(clock)
    await _run(clock, 200, kind)
    assert kind.at == [60, 120, 180]


async def test_what_a_disk_refused_is_tried_again_sooner_and_a_mistake_harms_no_other() -> None:
    """Issue 12: 10 min, then 20; given up, it waits for its next time."""
    clock = SetClock()
    refused = _Retried(clock, RecordNotWritable("disk full"))
    wrong, other = _Kind(clock, ValueError("a mistake")), _Kind(clock)
    wrong.KIND, other.KIND = "wrong", "other"
    await _run(clock, 10_000, refused, wrong, other)
    assert refused.at[:4] == [3600, 4200, 5400, 7200]
    assert wrong.at[:2] == other.at[:2] == [60, 120]


async def test_it_gives_way_to_a_person_and_waits_for_the_disk() -> None:
    """T-41: nothing is swept while a command is on its way, nor while events wait for room."""
    clock, kind = SetClock(), _Kind(SetClock())
    asked, free = asyncio.Event(), asyncio.Event()

    async def give_way() -> None:
        asked.set()
        await free.wait()

    keeping = Housekeeping(
        (kind,), Store.in_memory(clock).jobs, clock, give_way=give_way, writable=_at_once
    )
    task = asyncio.ensure_future(keeping.run())
    async with asyncio.timeout(30):
        await asked.wait()
        assert kind.at == []
        free.set()
        while not kind.at:
            await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_long_work_is_a_row_that_outlives_a_restart_and_stands_there_once() -> None:
    """ADR 34: the record is thinned 15 minutes after a start and once a day; not twice at once."""
    clock = SetClock()
    store = Store.in_memory(clock)

    async def never() -> bool:
        raise AssertionError("the job runner's work")

    await _run(clock, 3 * 24 * 3600, ThinRecord(never, never), store=store)
    assert clock.slept[0] == 900
    job = await store.jobs.claim()
    assert job is not None
    assert (job.kind, await store.jobs.claim()) == ("thin_record", None)
    assert await store.jobs.requeue_running() == 1
    assert await store.jobs.waits("thin_record")


def test_the_periods_of_the_house() -> None:
    """S-06, T-33: a minute for the anchor and, unless configured, the snapshot."""

    async def nothing() -> bool:
        return False

    store = Store.in_memory(SetClock())
    calls = ("record", "remember", "begin_thinning", "thin", "sweep", "anchor", "back_up")
    parts = {**dict.fromkeys((*calls, "look_for_habits"), nothing), "snapshots": store.snapshots}
    parts |= {"blackboard": Blackboard(SetClock()), "snapshot_every_s": 60.0}
    periods = {kind.KIND: kind.PERIOD for kind in job_kinds(parts)}
    assert {name: period and period.every_s for name, period in periods.items()} == {
        "anchor_record": 60,
        "back_up_record": 3600,
        "propose_habits": 3600,
        "remember_event": None,
        "save_snapshot": 60,
        "sweep_record": 3600,
        "thin_record": 86400,
    }
    assert [name for name, period in periods.items() if period and period.queued] == ["thin_record"]
