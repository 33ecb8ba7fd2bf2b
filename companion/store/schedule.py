"""Schedule book over SQLite: implements the port `ScheduleBook`; every row is FULL on the disk
before it rings."""

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_book import SavedRow
from companion.store import seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.schedule_rows import (
    MISSED_OUTCOME,
    due_text,
    entry_values,
    firing_of,
    firing_values,
    read_row,
)
from companion.store.writer import Writer
from companion.words.schedule import Entry, EntryId, Firing, FiringId, FiringState

log = logging.getLogger(__name__)


class SqliteSchedule:
    """Entries and firings."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer = writer
        self._readers = readers

    async def add(self, entry: Entry) -> Entry:
        """Keep a new one."""
        row = entry_values(entry)
        row_id = await self._writer.promise(lambda c: c.execute(sql("insert_entry"), row).lastrowid)
        return replace(entry, id=EntryId(row_id or 0))

    async def change(self, entry: Entry) -> None:
        """Replace it."""
        await self._one(entry.id, "update_entry", (*entry_values(entry), entry.id))

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out."""
        await self._one(entry_id, "delete_entry", (entry_id,))

    async def entries(self) -> tuple[Entry, ...]:
        """All, by id; a row that cannot be read costs only itself."""
        found = []
        for row in await self.rows():
            try:
                found.append(read_row(row))
            except ValueError as error:
                log.error("entry %s of the schedule cannot be read: %s", row.id, error)
        return tuple(found)

    async def rows(self) -> Sequence[SavedRow]:
        """All, by id, as they lie there."""
        return await self._readers.read(_rows)

    def read(self, row: SavedRow) -> Entry:
        """The entry of a row."""
        return read_row(row)

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down that this moment is being acted on."""
        return await self._writer.promise(lambda c: _claim(c, firing))

    async def update(self, firing: Firing) -> None:
        """Write down the new state of a firing."""
        values = firing_values(firing)
        row = (*values, seal.checksum(values), firing.id)
        await self._writer.write(
            lambda c: c.execute(sql("update_firing"), row).rowcount, durable=True
        )

    async def open(self) -> tuple[Firing, ...]:
        """Not closed, oldest first."""
        rows = await self._readers.read(lambda c: c.execute(sql("firings_open")).fetchall())
        return tuple(firing_of(row) for row in rows)

    async def latest(self, until: datetime) -> Mapping[EntryId, datetime]:
        """The last moment of each entry, up to `until`."""
        rows = await self._readers.read(
            lambda c: c.execute(sql("firings_latest"), (due_text(until),)).fetchall()
        )
        return {EntryId(row["entry_id"]): datetime.fromisoformat(row["due"]) for row in rows}

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        """Firings of one entry."""
        rows = await self._readers.read(
            lambda c: c.execute(sql("firings_of"), (entry_id, limit)).fetchall()
        )
        return tuple(firing_of(row) for row in rows)

    async def _one(self, entry_id: EntryId, query: str, row: tuple[object, ...]) -> None:
        changed = await self._writer.promise(lambda c: c.execute(sql(query), row).rowcount)
        if not changed:
            raise EntryUnknown(entry_id)


_saved = partial(tuple.__new__, SavedRow)
"""The same as `SavedRow._make`, without a Python call for each of ten thousand rows."""


def _rows(connection: sqlite3.Connection) -> list[SavedRow]:
    plain = connection.cursor()
    plain.row_factory = None
    return list(map(_saved, plain.execute(sql("schedule_entries_all"))))


def _claim(connection: sqlite3.Connection, firing: Firing) -> Firing | None:
    values = firing_values(firing)
    done = connection.execute(sql("insert_firing"), (*values, seal.checksum(values)))
    if done.rowcount:
        return replace(firing, id=FiringId(done.lastrowid or 0))
    row = connection.execute(sql("firing_of"), (firing.entry_id, due_text(firing.due))).fetchone()
    if not _may_claim_again(firing_of(row), firing):
        return None
    connection.execute(sql("update_firing"), (*values, seal.checksum(values), row["id"]))
    return replace(firing, id=FiringId(row["id"]))


def _may_claim_again(before: Firing, firing: Firing) -> bool:
    """True if no act was done at this moment and one shall be done now."""
    nothing_done = before.state is FiringState.CLOSED and before.outcome == MISSED_OUTCOME
    return nothing_done and firing.outcome != MISSED_OUTCOME
