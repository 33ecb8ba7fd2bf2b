"""Contract of the port `IntentBook`, over SQLite and its twin (B-052..B-054)."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.store.sqlite import Store
from companion.words.decision import DecisionOutcome
from companion.words.event import EventSource
from companion.words.ids import EventId, IntentId
from companion.words.intent import IntentStatus, Waiting, WaitsFor
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import START, SetClock, decision, draft

WAITING = Waiting(waits_for=WaitsFor.SOMEBODY, until=START + timedelta(hours=1), place="hall")


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


async def decided(store: Store) -> EventId:
    one = draft(EventSource.DELIBERATION_DECISION, "defer")
    event = await store.events.append(one, decision=decision(outcome=DecisionOutcome.DEFER))
    return event.id


async def test_b_053_it_is_kept_as_it_was_written(store: Store) -> None:
    """B-052, B-053: proposed first; the same decision has one intent."""
    about = await decided(store)
    intent = await store.intents.propose(about, WAITING, 4)
    assert (intent.status, intent.waiting) == (IntentStatus.PROPOSED, WAITING)
    assert await store.intents.propose(about, WAITING, 4) == intent
    assert await store.intents.of_decision(about) == intent
    assert await store.intents.open() == (intent,)


async def test_b_052_every_status_is_kept_and_two_are_the_end(store: Store) -> None:
    """B-052: what is done or dropped is not open any more, and still known."""
    about = await decided(store)
    intent = await store.intents.propose(about, WAITING, 4)
    for status in (IntentStatus.BLOCKED, IntentStatus.QUEUED, IntentStatus.RUNNING):
        moved = await store.intents.move(intent.id, status)
        assert moved.status is status
        assert [i.id for i in await store.intents.open()] == [intent.id]
    await store.intents.move(intent.id, IntentStatus.DONE)
    assert await store.intents.open() == ()
    found = await store.intents.of_decision(about)
    assert found is not None
    assert found.status is IntentStatus.DONE


async def test_b_054_nothing_is_dropped_without_a_reason(store: Store) -> None:
    """B-054."""
    intent = await store.intents.propose(await decided(store), WAITING, 4)
    with pytest.raises(ValueError, match="reason"):
        await store.intents.move(intent.id, IntentStatus.DROPPED)
    dropped = await store.intents.move(intent.id, IntentStatus.DROPPED, "too_old")
    assert dropped.dropped_reason == "too_old"
    with pytest.raises(KeyError):
        await store.intents.move(IntentId(99), IntentStatus.DONE)
