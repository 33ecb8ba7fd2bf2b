"""The remember corridor, from the journal to what the next context draws on."""

from companion.corridors.remember import Remember
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.words.activity import StreamKind
from companion.words.world import WORLD_ITEM, world_item_of
from tests.unit.store.samples import HeardStream, SetClock, observation


async def test_what_is_journalled_comes_to_be_held() -> None:
    """B-013, B-039: events -> WritePlan -> state, by a job, told live."""
    store, stream = Store.in_memory(SetClock()), HeardStream()
    journal = Journal(store.events, stream, SetClock())
    remember = Remember(consolidation=Consolidation(store.state, store.state_writer), stream=stream)
    runner = JobRunner(store.jobs, [RememberEvent(store.record, remember.walk)], SetClock())
    event = await journal.observed(observation())
    assert await store.state.rows(WORLD_ITEM) == ()
    await runner.drain()
    (row,) = await store.state.rows(WORLD_ITEM)
    assert world_item_of(row).evidence_event_ids == (event.id,)
    (told,) = stream.of(StreamKind.STATE)
    assert told.event_id == event.id
    assert [c["kind"] for c in told.data["changed"]] == [WORLD_ITEM, "persona_interest_state"]


async def test_walking_twice_changes_and_tells_once() -> None:
    """A job may run again after a crash."""
    store, stream = Store.in_memory(SetClock()), HeardStream()
    journal = Journal(store.events, stream, SetClock())
    remember = Remember(consolidation=Consolidation(store.state, store.state_writer), stream=stream)
    event = await journal.observed(observation())
    assert await remember.walk(event) == 2
    assert await remember.walk(event) == 0
    assert len(stream.of(StreamKind.STATE)) == 1
