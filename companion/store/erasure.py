"""Erasure over SQLite: implements the port `Erasure` by one transaction, then clears the bytes."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from companion.ports.clock import Clock
from companion.ports.erasure import Chosen, Erased
from companion.ports.event_log import RecordNotWritable
from companion.ports.record import RecordDamaged
from companion.store import erase as erasing
from companion.store import rows
from companion.store.backup import drop_copies
from companion.store.episodes import forget_erased
from companion.store.log import ChainHead
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer, not_writable
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

OWED = "overwrite_owed"
"""In `meta`: an erasure is in the record, and its bytes may still lie somewhere."""
TRUNCATE_TRIES = 20
"""A reader in the middle of a question keeps the WAL; each try waits up to the busy timeout."""


class SqliteErasure:
    """Empties events, then overwrites what is left of them in file, WAL and our own backups."""

    def __init__(
        self,
        path: Path,
        writer: Writer,
        readers: Readers,
        head: ChainHead,
        clock: Clock,
        back_up: Callable[[], Awaitable[object]],
    ) -> None:
        self._path, self._writer, self._readers = path, writer, readers
        self._head, self._clock, self._back_up = head, clock, back_up

    async def find(self, chosen: Chosen, *, consequences: bool = True) -> tuple[EventId, ...]:
        """The events meant, and all that cite them."""

        def ask(connection: sqlite3.Connection) -> tuple[EventId, ...]:
            found = erasing.find(connection, chosen)
            return tuple(erasing.with_consequences(connection, found) if consequences else found)

        return await self._readers.read(ask)

    async def quoting(self, event_ids: Sequence[EventId]) -> tuple[EventId, ...]:
        """Events that still have content and cite these."""
        return await self._readers.read(lambda c: tuple(erasing.quoting(c, event_ids)))

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        """Take their content away for good."""
        ids = sorted(event_ids)
        now = self._clock.now()

        def work(connection: sqlite3.Connection) -> tuple[EventId, int, int]:
            emptied, derived = erasing.erase(connection, ids)
            draft = EventDraft(
                source=EventSource.SYSTEM,
                kind="erased",
                at=now,
                trust=TrustLabel.SELF,
                payload={
                    "ids": list(erasing.ranges(ids)),
                    "events": emptied,
                    "derived_rows": derived,
                    "by": by,
                    "reason": reason,
                },
            )
            connection.execute(sql("set_meta"), (OWED, "1"))
            return self._head.append(connection, rows.event_row(draft)), emptied, derived

        event_id, emptied, derived = await self._writer.promise(work)
        done = await self.overwrite()
        return Erased(
            event_id=event_id,
            ids=tuple(ids),
            emptied=emptied,
            derived_rows=derived,
            overwritten=done,
        )

    async def overwrite(self) -> bool:
        """Overwrite what an erasure has left of its bytes in the file, the WAL, the index over
        episodes and our own backups,
        if that is owed; False while the disk has no room for it. Raises `RecordNotWritable`."""
        owed = await self._readers.read(lambda c: c.execute(sql("get_meta"), (OWED,)).fetchone())
        if owed is None or owed[0] != "1":
            return True
        # They hold it too; and what they held is room.
        had = await asyncio.to_thread(drop_copies, self._path)
        try:
            await asyncio.to_thread(forget_erased, self._path)
            await self._writer.upkeep(_overwrite)
        except sqlite3.Error as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
                raise not_writable(self._path, error) from error
            log.warning("what was erased is overwritten on the disk once there is room")
            return False
        try:
            await self._writer.write(lambda c: c.execute(sql("set_meta"), (OWED, "0")))
            if had:
                await self._back_up()
        except (RecordNotWritable, RecordDamaged) as error:
            # It is overwritten; the backup is made up for later.
            log.warning("after an erasure: %s", error)
        return True


def _overwrite(connection: sqlite3.Connection) -> None:
    """Rewrite the file without free pages, and empty the WAL into it."""
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        # Without room for a second file: what was deleted is overwritten where it lay
        # (`secure_delete`). Only what was thinned leaves free pages as they were.
        free = connection.execute(sql("size_of_file")).fetchone()["free"]
        if free or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
            raise
    for _ in range(TRUNCATE_TRIES):
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if not busy:
            return
    busy_error = sqlite3.OperationalError("a reader keeps the WAL; erase again later to empty it")
    busy_error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    raise busy_error
