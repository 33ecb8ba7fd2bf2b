"""The job that thins the record: one small step a run, from the start after each end."""

from companion.rooms.consolidation.jobs.thin_record import PAUSE_S, build
from companion.words.ids import JobId
from companion.words.job import Job
from tests.unit.store.samples import START

JOB = Job(id=JobId(1), kind="thin_record", created_at=START)


async def test_it_begins_once_and_pauses_between_its_steps() -> None:
    done: list[str] = []
    left = [True, True, False]

    async def begin() -> None:
        done.append("begin")

    async def step() -> bool:
        done.append("step")
        return left.pop(0)

    thin = build(begin_thinning=begin, thin=step)
    assert [await thin.run(JOB) for _ in range(3)] == [PAUSE_S, PAUSE_S, None]
    assert done == ["begin", "step", "step", "step"]


async def test_after_its_end_it_begins_anew() -> None:
    begun = 0

    async def begin() -> None:
        nonlocal begun
        begun += 1

    async def step() -> bool:
        return False

    thin = build(begin_thinning=begin, thin=step)
    assert await thin.run(JOB) is await thin.run(JOB) is None
    assert begun == 2
