"""The hour's model calls and the buckets of the sources (F19, T17)."""

import asyncio

import pytest

from companion.rooms.perception.budget import SOURCES, CallBudget, SourceBuckets
from companion.rooms.perception.queue import CALLS_A_WALK, TriggerQueue
from companion.words.ids import TriggerId
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock


def trigger(
    clock: JumpClock, name: str, priority: Priority = Priority.OBSERVATION, source: str = "hall"
) -> Trigger:
    return Trigger(
        id=TriggerId(name),
        kind=TriggerKind.EVENT,
        priority=priority,
        at=clock.now(),
        about=LabelledText(name, TrustLabel.OBSERVED),
        coalesce_key=f"{source}|{name}",
    )


@pytest.fixture
def clock() -> JumpClock:
    return JumpClock()


async def test_an_hour_has_so_many_calls_and_the_next_one_again(clock: JumpClock) -> None:
    budget = CallBudget(clock, 3)
    assert (budget.left(), budget.renews_in_s(3)) == (3, 0.0)
    budget.spend()
    await clock.sleep(1000)
    for _ in range(3):
        budget.spend()
    assert (budget.left(), budget.made()) == (-1, 4)
    assert budget.renews_in_s(1) == pytest.approx(3600)
    await clock.sleep(budget.renews_in_s(1))
    assert budget.left() >= 1


async def test_a_bucket_gives_its_burst_then_its_rate(clock: JumpClock) -> None:
    buckets = SourceBuckets(clock, 6)
    assert [buckets.take("hall") for _ in range(8)] == [True] * 6 + [False] * 2
    assert buckets.take("living"), "each source has its own"
    await clock.sleep(buckets.next_in_s("hall"))
    assert clock.monotonic() == pytest.approx(10)
    assert buckets.take("hall")
    assert not buckets.take("hall")


async def test_sources_that_never_come_again_do_not_fill_the_memory(clock: JumpClock) -> None:
    """T17: whoever can name sources can name many."""
    buckets = SourceBuckets(clock, 1)
    assert all(buckets.take(f"s{i}") for i in range(3 * SOURCES))
    assert len(buckets._held) == SOURCES


async def test_of_a_storm_the_newest_waits_at_the_door(clock: JumpClock) -> None:
    """F19: what happened last is thought about, as soon as its source has a token."""
    queue = TriggerQueue(clock, per_minute=2)
    raised = [queue.raise_trigger(trigger(clock, f"t{i}")) for i in range(10)]
    assert raised == [True, True] + [False] * 8
    assert queue.raise_trigger(trigger(clock, "garden gate", source="gate"))
    got = [(await queue.next()).id for _ in range(4)]
    assert got == ["t0", "t1", "garden gate", "t9"]
    assert clock.monotonic() == pytest.approx(30)
    assert queue.counters.suppressed == 7


@pytest.mark.parametrize("priority", [Priority.USER, Priority.APPROVAL, Priority.ROUTINE])
async def test_people_and_routines_are_never_held(clock: JumpClock, priority: Priority) -> None:
    budget = CallBudget(clock, 3)
    for _ in range(9):
        budget.spend()
    queue = TriggerQueue(clock, per_minute=1, budget=budget)
    for i in range(5):
        assert queue.raise_trigger(trigger(clock, f"t{i}", priority))
    assert [(await queue.next()).id for _ in range(5)] == [f"t{i}" for i in range(5)]
    assert clock.monotonic() == 0


async def test_over_the_budget_a_trigger_waits_for_the_hour(clock: JumpClock) -> None:
    budget = CallBudget(clock, 5)
    queue = TriggerQueue(clock, budget=budget)
    for _ in range(5 - CALLS_A_WALK + 1):
        budget.spend()
    queue.raise_trigger(trigger(clock, "seen"))
    taken = asyncio.create_task(queue.next())
    assert (await taken).id == "seen"
    assert clock.monotonic() == pytest.approx(3600)
    assert queue.counters.over_budget == 1


async def test_stop_clears_the_door_too(clock: JumpClock) -> None:
    queue = TriggerQueue(clock, per_minute=1)
    for i in range(3):
        queue.raise_trigger(trigger(clock, f"t{i}"))
    assert queue.clear_below_user() == 2
    assert queue.depth() == 0
