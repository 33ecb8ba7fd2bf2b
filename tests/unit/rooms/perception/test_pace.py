"""A backlog slows looking down (B-064, S-06)."""

import pytest

from companion.rooms.perception.pace import Backlog, Pace


@pytest.mark.parametrize(
    ("backlog", "factor"), [(0, 1), (20, 1), (21, 2), (41, 4), (81, 8), (10_000, 8)]
)
def test_the_backlog_sets_the_factor(backlog: int, factor: float) -> None:
    assert Pace().update(backlog) == factor


def test_half_the_threshold_restores_it_and_not_before() -> None:
    pace = Pace()
    pace.update(30)
    assert [pace.update(n) for n in (19, 11, 10)] == [2, 2, 1]
    assert pace() == 1


async def test_the_jobs_that_wait_are_counted_and_a_disk_that_fails_leaves_the_last_count() -> None:
    counts: list[int | OSError] = [81, OSError("gone")]

    async def count() -> int:
        found = counts.pop(0)
        if isinstance(found, OSError):
            raise found
        return found

    pace = Pace()
    backlog = Backlog(count, pace)
    (tick,) = backlog.ticks()
    await tick.do()
    await tick.do()
    assert (backlog.waiting(), pace()) == (81, 8)
