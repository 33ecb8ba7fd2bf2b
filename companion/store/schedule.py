"""The port `ScheduleBook` over SQLite: every row FULL on the disk before anything rings."""

import logging
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from companion.ports.schedule import EntryUnknown
from companion.store import seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.schedule_rows import (
    MISSED_OUTCOME,
    due_text,
    entry_json,
    entry_of,
    firing_of,
    firing_values,
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
        values = (entry.kind.value, entry_json(entry))
        row = (*values, seal.checksum(values))
        row_id = await self._writer.write(
            lambda c: c.execute(sql("insert_entry"), row).lastrowid, durable=True
        )
        return replace(entry, id=EntryId(row_id or 0))

    async def change(self, entry: Entry) -> None:
        """Replace it."""
        values = (entry.kind.value, entry_json(entry))
        row = (*values, seal.checksum(values), entry.id)
        await self._one(entry.id, "update_entry", row)

    async def remove(self, entry_id: EntryId) -> None:
        """Take it out."""
        await self._one(entry_id, "delete_entry", (entry_id,))

    async def entries(self) -> tuple[Entry, ...]:
        """All, by id; a row that cannot be read costs only itself."""
        rows = await self._readers.read(lambda c: c.execute(sql("schedule_entries_all")).fetchall())
        found = []
        for row in rows:
            try:
                found.append(entry_of(row["id"], row["json"]))
            except (ValueError, KeyError, TypeError) as error:
                log.error("entry %s of the schedule cannot be read: %s", row["id"], error)
        return tuple(found)

    async def claim(self, firing: Firing) -> Firing | None:
        """Write down that this moment is being acted on."""
        return await self._writer.write(lambda c: _claim(c, firing), durable=True)

    async def update(self, firing: Firing) -> None:
        """What has become of it."""
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
        """What became of one entry."""
        rows = await self._readers.read(
            lambda c: c.execute(sql("firings_of"), (entry_id, limit)).fetchall()
        )
        return tuple(firing_of(row) for row in rows)

    async def _one(self, entry_id: EntryId, query: str, row: tuple[object, ...]) -> None:
        changed = await self._writer.write(
            lambda c: c.execute(sql(query), row).rowcount, durable=True
        )
        if not changed:
            raise EntryUnknown(entry_id)


def _claim(connection: sqlite3.Connection, firing: Firing) -> Firing | None:
    values = firing_values(firing)
    done = connection.execute(sql("insert_firing"), (*values, seal.checksum(values)))
    if done.rowcount:
        return replace(firing, id=FiringId(done.lastrowid or 0))
    row = connection.execute(sql("firing_of"), (firing.entry_id, due_text(firing.due))).fetchone()
    if not may_claim_again(firing_of(row), firing):
        return None
    connection.execute(sql("update_firing"), (*values, seal.checksum(values), row["id"]))
    return replace(firing, id=FiringId(row["id"]))


def may_claim_again(before: Firing, firing: Firing) -> bool:
    """Nothing was done at this moment, and now something shall be."""
    nothing_done = before.state is FiringState.CLOSED and before.outcome == MISSED_OUTCOME
    return nothing_done and firing.outcome != MISSED_OUTCOME
