"""A part that flaps is told once, with count and since when (B15)."""

from itertools import pairwise

import pytest

from companion.phrases.health import model
from companion.service.steadiness import CALM_S, DOWN_AFTER_S, Steadiness
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from tests.twins.clock import JumpClock

WELL = model(True, "m", "")
GONE = model(False, "m", "restarting in 2 s")
LOADS = model(False, "m", "not started")


class Watch:
    def __init__(self) -> None:
        self.t = 0.0
        self.steady = Steadiness(JumpClock(), lambda: self.t)

    def sees(self, found: Finding, after_s: float = 1.0) -> Finding:
        self.t += after_s
        return self.steady.settled("llm", found)


def test_a_short_interruption_is_nothing_to_tell() -> None:
    watch = Watch()
    assert watch.sees(WELL) is WELL
    assert watch.sees(GONE) is WELL
    assert watch.sees(LOADS).status is HealthStatus.STARTING
    assert watch.sees(WELL) is WELL


def test_it_is_down_after_half_a_minute() -> None:
    watch = Watch()
    watch.sees(WELL)
    assert watch.sees(GONE).status is HealthStatus.OK
    assert watch.sees(GONE, DOWN_AFTER_S - 0.1).status is HealthStatus.OK
    assert watch.sees(GONE, 0.2) is GONE


def test_what_never_worked_is_down_at_once() -> None:
    assert Watch().sees(GONE) is GONE


@pytest.mark.parametrize("falls", [3, 27])
def test_flapping_is_one_line_with_count_and_since_when(falls: int) -> None:
    """54 of 311 log lines were of a model that fell and came back."""
    watch = Watch()
    watch.sees(WELL)
    told = []
    for _ in range(falls):
        told += [watch.sees(GONE), watch.sees(LOADS), watch.sees(WELL)]
    steady = [f.status for f in told if f.status is not HealthStatus.STARTING]
    changes = sum(a is not b for a, b in pairwise(steady))
    assert changes == 1
    assert told[-1].status is HealthStatus.DEGRADED
    assert f"{falls}回" in told[-1].what.ja
    assert f"{falls} times since 19:00" in told[-1].what.en
    assert watch.sees(WELL, CALM_S) is WELL


def test_parts_that_nobody_can_miss_are_told_at_once() -> None:
    watch = Watch()
    watch.steady.settled("record", WELL)
    assert watch.steady.settled("record", GONE) is GONE
