"""Observed book: keeps the schedule's rows, and calls back after each change on the disk."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.ports.schedule_book import SavedRow, ScheduleBook
from companion.words.schedule import Entry, EntryId, Firing


@dataclass
class ObservedBook:
    """The port `ScheduleBook` over another one."""

    inner: ScheduleBook
    changed: Callable[[], None]
    """Called when a row is on the disk."""

    async def add(self, entry: Entry) -> Entry:
        """Keep a new one."""
        kept = await self.inner.add(entry)
        self.changed()
        return kept

    async def change(self, entry: Entry) -> None:
        """Replace it."""
        await self.inner.change(entry)
        self.changed()

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out."""
        await self.inner.remove(entry_id)
        self.changed()

    async def entries(self) -> tuple[Entry, ...]:
        """All."""
        return await self.inner.entries()

    async def rows(self) -> Sequence[SavedRow]:
        """All, as they lie there."""
        return await self.inner.rows()

    def read(self, row: SavedRow) -> Entry:
        """The entry of a row."""
        return self.inner.read(row)

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down before acting."""
        kept = await self.inner.claim(firing)
        self.changed()
        return kept

    async def update(self, firing: Firing) -> None:
        """Write the new state of a firing."""
        await self.inner.update(firing)
        self.changed()

    async def open(self) -> tuple[Firing, ...]:
        """Not closed."""
        return await self.inner.open()

    async def latest(self, until: datetime) -> Mapping[EntryId, datetime]:
        """Up to when each was seen to."""
        return await self.inner.latest(until)

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Firings of one entry, newest first."""
        return await self.inner.history(entry_id, limit=limit)
