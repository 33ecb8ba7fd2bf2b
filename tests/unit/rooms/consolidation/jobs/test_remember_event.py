"""The job that remembers an event: found in the record, or failed for good."""

import pytest

from companion.rooms.consolidation.jobs.remember_event import build
from companion.store.sqlite import Store
from companion.words.event import Event
from companion.words.ids import JobId
from companion.words.job import Job
from tests.unit.store.samples import START, SetClock, draft


def job(event_id: int) -> Job:
    return Job(id=JobId(1), kind="remember_event", payload={"event_id": event_id}, created_at=START)


async def test_the_event_is_looked_up_and_remembered() -> None:
    store = Store.in_memory(SetClock())
    event = await store.events.append(draft())
    remembered: list[Event] = []

    async def remember(found: Event) -> None:
        remembered.append(found)

    await build(record=store.record, remember=remember).run(job(event.id))
    assert remembered == [event]


async def test_an_event_that_is_not_in_the_record_fails_the_job() -> None:
    async def remember(found: Event) -> None:
        raise AssertionError(found)

    with pytest.raises(LookupError, match="event 99"):
        await build(record=Store.in_memory(SetClock()).record, remember=remember).run(job(99))
