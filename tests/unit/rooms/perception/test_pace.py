"""A backlog slows looking down (B-064, S-06)."""

import pytest

from companion.rooms.perception.pace import Pace


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
