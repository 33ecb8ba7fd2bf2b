"""Write buffer: a full disk keeps nothing from ringing, and nothing is written twice."""

from dataclasses import replace
from typing import Any

from companion.rooms.scheduler.write_buffer import WriteBuffer
from companion.words.schedule import EntryId, Firing, FiringState
from tests.twins.schedule import ScheduleInMemory
from tests.unit.rooms.scheduler.alarms import DAY, SEVEN, alarm


class FullDisk(ScheduleInMemory):
    """A book on a disk that can be full."""

    full = False

    def _check(self) -> None:
        if self.full:
            raise OSError(28, "no space left")

    async def claim(self, firing: Firing) -> Firing | None:
        self._check()
        return await super().claim(firing)

    async def update(self, firing: Firing) -> None:
        self._check()
        await super().update(firing)

    async def change(self, entry: Any) -> None:
        self._check()
        await super().change(entry)


FIRING = Firing(entry_id=EntryId(1), due=SEVEN, claimed_at=SEVEN)


async def test_a_moment_is_claimed_once() -> None:
    buffer = WriteBuffer(FullDisk())
    assert await buffer.claim(FIRING) is not None
    assert await buffer.claim(FIRING) is None
    assert await buffer.claim(replace(FIRING, due=SEVEN + DAY)) is not None


async def test_what_a_full_disk_refuses_is_held_and_written_later_in_its_last_form() -> None:
    book = FullDisk()
    buffer = WriteBuffer(book)
    book.full = True
    claimed = await buffer.claim(FIRING)
    assert claimed is not None
    assert claimed.id < 0, "a name of its own until the row has one"
    assert await buffer.claim(FIRING) is None, "no second claim though no row could be written"
    await buffer.update(replace(claimed, state=FiringState.CLOSED, outcome="stopped"))
    assert buffer.held() == 1
    assert not await buffer.write_held()
    book.full = False
    assert await buffer.write_held()
    assert buffer.held() == 0
    (row,) = await book.history(EntryId(1))
    assert (row.outcome, row.due) == ("stopped", SEVEN)


async def test_an_outcome_finds_the_row_of_its_claim_that_was_held() -> None:
    book = FullDisk()
    buffer = WriteBuffer(book)
    book.full = True
    claimed = await buffer.claim(FIRING)
    assert claimed is not None
    book.full = False
    await buffer.write_held()
    await buffer.update(replace(claimed, state=FiringState.CLOSED, outcome="stopped"))
    assert [f.outcome for f in await book.history(EntryId(1))] == ["stopped"]


async def test_where_room_can_be_made_the_claim_is_written_at_once() -> None:
    book = FullDisk()

    def give_room() -> None:
        book.full = False

    buffer = WriteBuffer(book, on_trouble=give_room)
    book.full = True
    claimed = await buffer.claim(FIRING)
    assert claimed is not None
    assert claimed.id > 0
    assert buffer.held() == 0


async def test_an_entry_that_its_owner_removed_meanwhile_is_left_alone() -> None:
    book = FullDisk()
    buffer = WriteBuffer(book)
    entry = await book.add(alarm())
    book.full = True
    await buffer.change(replace(entry, label="gym"))
    book.full = False
    await book.remove(entry.id)
    assert await buffer.write_held()
    assert await book.entries() == ()
