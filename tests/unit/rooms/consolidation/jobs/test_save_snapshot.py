"""The blackboard is saved where something on it has changed."""

from datetime import datetime

from companion.rooms.consolidation.jobs.save_snapshot import ANYWAY_S, SaveSnapshot
from companion.service.blackboard import Blackboard
from companion.store.sqlite import Store
from companion.words.ids import JobId
from companion.words.job import Job
from tests.unit.store.samples import SetClock, observation


async def test_snapshots_are_taken_every_minute_in_which_something_changed() -> None:
    """B-032, S-06, B-100; a quiet home writes nothing but a sign of life now and then."""
    clock = SetClock()
    store, board = Store.in_memory(clock), Blackboard(clock)
    kind = SaveSnapshot(store.snapshots, board, 60.0)

    async def saved_at() -> datetime:
        await kind.run(Job(id=JobId(0), kind=kind.KIND, created_at=clock.now()))
        latest = await store.snapshots.latest()
        assert latest is not None
        return latest.created_at

    assert await saved_at() == clock.now()
    board.seen(observation(at=clock.now()))
    clock.pass_time(seconds=60)
    assert await saved_at() == (changed := clock.now())
    # Seen again as it was: nothing new.
    clock.pass_time(seconds=60)
    board.seen(observation(at=clock.now()))
    assert await saved_at() == changed
    board.seen(observation(value="absent", at=clock.now()))
    assert await saved_at() == (changed := clock.now())
    clock.pass_time(seconds=ANYWAY_S)
    assert await saved_at() == clock.now() > changed
