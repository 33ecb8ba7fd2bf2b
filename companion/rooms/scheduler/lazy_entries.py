"""Lazy entries: read each saved entry of the record when it is first asked for.

A home has dozens and then it makes no difference; ten thousand timers are armed by their moments
alone, and the one that comes up is read then.
"""

import logging
from collections.abc import Callable, Iterable

from companion.ports.schedule_book import SavedRow
from companion.words.schedule import Entry, EntryId

log = logging.getLogger(__name__)


class LazyEntries:
    """All entries by id. A row that cannot be read costs only itself."""

    def __init__(self, read: Callable[[SavedRow], Entry], on_read: Callable[[Entry], None]) -> None:
        """`on_read` is told of each entry that came from its row, once and before anybody else."""
        self._read, self._on_read = read, on_read
        self._rows: dict[EntryId, SavedRow] = {}
        self._entries: dict[EntryId, Entry] = {}

    def lay(self, rows: Iterable[SavedRow]) -> None:
        """Rows to be read later."""
        self._rows.update((row.id, row) for row in rows)

    def get(self, entry_id: EntryId) -> Entry | None:
        """One; None where there is none."""
        found = self._entries.get(entry_id)
        return self._open(entry_id) if found is None else found

    def put(self, entry: Entry) -> None:
        """A new one, or another in its place."""
        self._rows.pop(entry.id, None)
        self._entries[entry.id] = entry

    def remove(self, entry_id: EntryId) -> None:
        """It is gone."""
        self._rows.pop(entry_id, None)
        self._entries.pop(entry_id, None)

    def opened(self) -> tuple[Entry, ...]:
        """Entries that were read: all but those with a single moment, or with none."""
        return tuple(self._entries.values())

    def all(self) -> tuple[Entry, ...]:
        """Everything, read."""
        for entry_id in tuple(self._rows):
            self._open(entry_id)
        return tuple(self._entries.values())

    def _open(self, entry_id: EntryId) -> Entry | None:
        row = self._rows.pop(entry_id, None)
        if row is None:
            return None
        try:
            entry = self._read(row)
        except ValueError as error:
            log.error("entry %s of the schedule cannot be read: %s", entry_id, error)
            return None
        self._entries[entry_id] = entry
        self._on_read(entry)
        return entry
