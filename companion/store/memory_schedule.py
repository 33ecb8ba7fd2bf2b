"""The schedule's rows in the store's in-memory twin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_book import SavedRow
from companion.store.schedule import may_claim_again
from companion.store.schedule_rows import (
    MISSED_OUTCOME,
    due_text,
    due_us,
    entry_json,
    entry_of,
    firing_of,
    firing_values,
    read_row,
)
from companion.words.schedule import Entry, EntryId, Firing, FiringId, FiringState

_COLUMNS = (
    *("entry_id", "due", "state", "step", "claimed_at", "again_at", "outcome", "closed_at"),
    "event_id",
)


@dataclass
class MemorySchedule:
    """The port `ScheduleBook`; rows go through the same text as on the disk."""

    _entries: dict[EntryId, str] = field(default_factory=dict)
    _firings: list[Firing] = field(default_factory=list)
    _last: int = 0

    async def add(self, entry: Entry) -> Entry:
        """Keep a new one."""
        self._last += 1
        self._entries[EntryId(self._last)] = entry_json(entry)
        return replace(entry, id=EntryId(self._last))

    async def change(self, entry: Entry) -> None:
        """Replace it."""
        if entry.id not in self._entries:
            raise EntryUnknown(entry.id)
        self._entries[entry.id] = entry_json(entry)

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out."""
        if self._entries.pop(entry_id, None) is None:
            raise EntryUnknown(entry_id)

    async def entries(self) -> tuple[Entry, ...]:
        """All, by id."""
        return tuple(read_row(row) for row in await self.rows())

    async def rows(self) -> Sequence[SavedRow]:
        """All, by id, as they lie there."""
        return [
            SavedRow(i, due_us(entry_of(i, text)), text)
            for i, text in sorted(self._entries.items())
        ]

    def read(self, row: SavedRow) -> Entry:
        """The entry of a row."""
        return read_row(row)

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down that this moment is being acted on."""
        for i, before in enumerate(self._firings):
            if (before.entry_id, due_text(before.due)) == (firing.entry_id, due_text(firing.due)):
                if not may_claim_again(before, firing):
                    return None
                self._firings[i] = _stored(replace(firing, id=before.id))
                return replace(firing, id=before.id)
        kept = replace(firing, id=FiringId(len(self._firings) + 1))
        self._firings.append(_stored(kept))
        return kept

    async def update(self, firing: Firing) -> None:
        """Write down the new state of a firing."""
        self._firings[firing.id - 1] = _stored(firing)

    async def open(self) -> tuple[Firing, ...]:
        """Not closed, oldest first."""
        return tuple(f for f in self._firings if f.state is not FiringState.CLOSED)

    async def latest(self, until: datetime) -> Mapping[EntryId, datetime]:
        """The last moment of each entry, up to `until`."""
        found: dict[EntryId, datetime] = {}
        for firing in self._firings:
            if firing.due <= until and firing.outcome != MISSED_OUTCOME:
                found[firing.entry_id] = max(found.get(firing.entry_id, firing.due), firing.due)
        return found

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Firings of one entry, newest first."""
        mine = [f for f in self._firings if f.entry_id == entry_id]
        return tuple(mine[::-1][:limit])


def _stored(firing: Firing) -> Firing:
    """As it comes out of the columns again."""
    row = dict(zip(_COLUMNS, firing_values(firing), strict=True))
    return firing_of({**row, "id": firing.id})
