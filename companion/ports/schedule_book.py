"""Port of the schedule book: keeps the rows of alarms, timers, reminders and routines on disk."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from companion.words.schedule import Entry, EntryId, Firing

NEVER_US = 0
"""`SavedRow.due_us` of what no clock will bring, as it stands."""


class SavedRow(NamedTuple):
    """Saved entry as it lies in the record."""

    id: EntryId
    due_us: int | None
    """Microseconds since 1970 (UTC) of its one moment, or `NEVER_US`; None: to be worked out."""
    text: str


class ScheduleBook(Protocol):
    """The rows. Every method that changes one returns when it is FULL on the disk, and raises
    `RecordNotWritable` where it cannot be."""

    async def add(self, entry: Entry) -> Entry:
        """Keep a new one; gives it with its id. Ids are never used again."""

    async def change(self, entry: Entry) -> None:
        """Replace it. Raises `EntryUnknown`."""

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out; its firings stay as history. Raises `EntryUnknown`."""

    async def entries(self) -> tuple[Entry, ...]:
        """All, by id."""

    async def rows(self) -> Sequence[SavedRow]:
        """All, by id, as they lie there: `read` makes an entry of one."""

    def read(self, row: SavedRow) -> Entry:
        """The entry of a row. Raises `ValueError` where it is not what was written."""

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down that this moment is being acted on; None where it was before. A moment that
        was only `missed` may be claimed after all: the clock was wrong when it was missed."""

    async def update(self, firing: Firing) -> None:
        """Write down the new state of a firing."""

    async def open(self) -> tuple[Firing, ...]:
        """Not closed, oldest first: after a restart these go on."""

    async def latest(self, until: datetime) -> Mapping[EntryId, datetime]:
        """The last moment of each entry, up to `until`, that was claimed and not only missed: by a
        clock that was ahead, a moment may have been missed that is yet to come."""

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Firings of one entry, newest first."""
