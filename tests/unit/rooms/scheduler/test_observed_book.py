"""Observed book: who waits for a change hears of each that is on the disk, and of no reading."""

from dataclasses import replace

import pytest

from companion.ports.schedule import EntryUnknown
from companion.rooms.scheduler.observed_book import ObservedBook
from companion.words.schedule import EntryId, Firing
from tests.twins.schedule import ScheduleInMemory
from tests.unit.rooms.scheduler.alarms import SEVEN, alarm


async def test_every_change_is_told_once_it_is_written() -> None:
    told: list[int] = []
    inner = ScheduleInMemory()
    book = ObservedBook(inner, lambda: told.append(len(told)))
    entry = await book.add(alarm())
    await book.change(replace(entry, label="gym"))
    firing = await book.claim(Firing(entry_id=entry.id, due=SEVEN, claimed_at=SEVEN))
    assert firing is not None
    await book.update(replace(firing, outcome="stopped"))
    await book.remove(entry.id)
    assert len(told) == 5


async def test_reading_tells_nothing_and_gives_what_the_book_has() -> None:
    inner = ScheduleInMemory()
    entry = await inner.add(alarm(label="gym"))
    book = ObservedBook(inner, lambda: pytest.fail("nothing was changed"))
    assert await book.entries() == (entry,)
    assert [book.read(row) for row in await book.rows()] == [entry]
    assert await book.open() == await book.history(entry.id) == ()
    assert await book.latest(SEVEN) == {}


async def test_a_change_that_failed_is_not_told() -> None:
    book = ObservedBook(ScheduleInMemory(), lambda: pytest.fail("nothing was changed"))
    with pytest.raises(EntryUnknown):
        await book.change(replace(alarm(), id=EntryId(9)))
