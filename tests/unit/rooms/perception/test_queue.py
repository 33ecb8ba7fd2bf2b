"""The trigger queue: bounded, user first, coalescing, expiring, counted (T-06, T-41)."""

import asyncio
from datetime import timedelta

import pytest

from companion.rooms.perception.queue import TriggerQueue
from companion.words.ids import EventId, TriggerId
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock


def trigger(
    clock: JumpClock,
    name: str,
    priority: Priority = Priority.OBSERVATION,
    *,
    key: str = "",
    lasts_s: float | None = None,
) -> Trigger:
    return Trigger(
        id=TriggerId(name),
        kind=TriggerKind.EVENT,
        priority=priority,
        at=clock.now(),
        about=LabelledText(name, TrustLabel.OBSERVED),
        event_ids=(EventId(len(name)),),
        coalesce_key=key,
        expires_at=None if lasts_s is None else clock.now() + timedelta(seconds=lasts_s),
    )


@pytest.fixture
def clock() -> JumpClock:
    return JumpClock()


async def test_the_user_goes_first_and_equals_in_order(clock: JumpClock) -> None:
    queue = TriggerQueue(clock)
    for name, priority in (
        ("seen", Priority.OBSERVATION),
        ("beat", Priority.HEARTBEAT),
        ("seen2", Priority.OBSERVATION),
        ("said", Priority.USER),
    ):
        assert queue.raise_trigger(trigger(clock, name, priority))
    assert [(await queue.next()).id for _ in range(4)] == ["said", "seen", "seen2", "beat"]


async def test_pending_triggers_of_one_key_become_one_with_the_newest_facts(
    clock: JumpClock,
) -> None:
    """T-41: the newest wins, the evidence of both stays, the place in the line is kept."""
    queue = TriggerQueue(clock)
    queue.raise_trigger(trigger(clock, "came", key="cam|person"))
    queue.raise_trigger(trigger(clock, "other"))
    assert not queue.raise_trigger(trigger(clock, "wentaway", key="cam|person"))
    first = await queue.next()
    assert (first.id, first.event_ids) == ("wentaway", (EventId(4), EventId(8)))
    assert queue.counters.coalesced == 1
    assert queue.depth() == 1


async def test_what_is_stale_is_dropped_and_counted(clock: JumpClock) -> None:
    queue = TriggerQueue(clock)
    queue.raise_trigger(trigger(clock, "old", lasts_s=10))
    queue.raise_trigger(trigger(clock, "good"))
    clock.charge(11)
    assert (await queue.next()).id == "good"
    assert queue.counters.expired == 1


async def test_a_full_queue_sheds_the_least_urgent(clock: JumpClock) -> None:
    queue = TriggerQueue(clock, capacity=2)
    queue.raise_trigger(trigger(clock, "seen"))
    queue.raise_trigger(trigger(clock, "beat", Priority.HEARTBEAT))
    assert queue.raise_trigger(trigger(clock, "said", Priority.USER))
    assert not queue.raise_trigger(trigger(clock, "ahead", Priority.GARDEN))
    assert queue.counters.shed == 2
    assert [(await queue.next()).id for _ in range(2)] == ["said", "seen"]


async def test_stop_clears_all_but_what_a_person_asked_for(clock: JumpClock) -> None:
    queue = TriggerQueue(clock)
    queue.raise_trigger(trigger(clock, "said", Priority.USER))
    queue.raise_trigger(trigger(clock, "seen"))
    queue.raise_trigger(trigger(clock, "beat", Priority.HEARTBEAT))
    assert queue.clear_below_user() == 2
    assert queue.depth() == 1
    assert queue.counters.cleared == 2


async def test_next_waits_for_a_trigger(clock: JumpClock) -> None:
    queue = TriggerQueue(clock)
    waiting = asyncio.create_task(queue.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    queue.raise_trigger(trigger(clock, "late"))
    assert (await waiting).id == "late"
