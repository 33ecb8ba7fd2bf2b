"""Entries are read when they are first asked for, and armed without being read (P20)."""

from dataclasses import replace
from datetime import timedelta

from companion.ports.schedule_book import NEVER_US, SavedRow
from companion.rooms.scheduler.lazy_entries import LazyEntries
from companion.words.schedule import Entry, EntryId, EntryKind, FiringState
from companion.words.timing import After, Once
from tests.twins.schedule import ScheduleInMemory
from tests.unit.rooms.scheduler.alarms import DAILY, EVENING, SEVEN, alarm, morning


class Counted(ScheduleInMemory):
    """A book that notes which rows were read."""

    def __init__(self, *, before_step_7: bool) -> None:
        super().__init__()
        self.was_read: list[EntryId] = []
        self.before_step_7 = before_step_7

    async def rows(self) -> list[SavedRow]:
        rows = await super().rows()
        return [row._replace(due_us=None) for row in rows] if self.before_step_7 else list(rows)

    def read(self, row: SavedRow) -> Entry:
        self.was_read.append(row.id)
        return super().read(row)


async def _book(*, before_step_7: bool = False) -> Counted:
    book = Counted(before_step_7=before_step_7)
    await book.add(alarm(After(600.0), EntryKind.TIMER))
    await book.add(alarm(Once(SEVEN)))
    await book.add(alarm(DAILY))
    await book.add(alarm(Once(SEVEN), enabled=False))
    return book


async def test_only_what_a_rule_has_a_say_in_is_read_at_the_start() -> None:
    book = await _book()
    assert [row.due_us == NEVER_US for row in await book.rows()] == [False, False, False, True]
    async with morning(book=book) as house:
        assert book.was_read == [3]
        await house.until(EVENING + timedelta(seconds=601))
        assert house.times() == ["2026-11-20T13:10:00.000+00:00"]
        assert book.was_read == [3, 1]
        await house.until(SEVEN + timedelta(seconds=1))
        assert len(house.rung) == 3
        assert sorted(book.was_read) == [1, 2, 3]
        assert len(house.alarms.entries()) == 4
        assert sorted(book.was_read) == [1, 2, 3, 4]


async def test_read_or_not_the_same_rings() -> None:
    """Rows of before step 7 are worked out; a restart, a night off and a step change nothing."""
    rung = []
    for before_step_7 in (False, True):
        async with morning(book=await _book(before_step_7=before_step_7)) as house:
            await house.reboot(off_s=300.0)
            await house.until(EVENING + timedelta(seconds=700))
            await house.reboot(off_s=3600.0)
            house.clock.set_wall(-1800.0)
            await house.until(SEVEN + timedelta(seconds=5))
            rung.append(house.times())
            history = await house.alarms.history(EntryId(1))
            assert [f.state for f in history] in ([FiringState.CLOSED], [FiringState.RUNNING])
    assert rung[0] == rung[1]
    assert rung[0]


def test_a_row_that_cannot_be_read_costs_only_itself() -> None:
    told: list[Entry] = []
    good = alarm(DAILY, id=EntryId(2))

    def read(row: SavedRow) -> Entry:
        if row.id == 1:
            raise ValueError("no entry")
        return good

    shelf = LazyEntries(read, told.append)
    shelf.lay([SavedRow(EntryId(1), None, "?"), SavedRow(EntryId(2), None, "{}")])
    assert shelf.get(EntryId(1)) is None
    assert shelf.get(EntryId(9)) is None
    assert shelf.opened() == ()
    assert shelf.all() == (good,) == shelf.opened()
    assert told == [good]
    other = replace(good, label="other")
    shelf.put(other)
    assert shelf.get(EntryId(2)) == other
    shelf.remove(EntryId(2))
    assert shelf.all() == ()
    assert told == [good]
