"""The store: one SQLite file, one writer, a few readers, and the ports in front of them."""

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store import rows
from companion.store.acts import SqliteActs
from companion.store.commits import connect
from companion.store.log import SqliteEventLog, SqliteRecord
from companion.store.migrations import migrate
from companion.store.queries import sql
from companion.store.readers import DAMAGED, Readers, damaged, not_readable
from companion.store.state import SqliteState, SqliteStateWriter
from companion.store.verify import Findings, verify, verify_tail
from companion.store.work import SqliteApprovals, SqliteJobs, SqliteSnapshots
from companion.store.writer import Writer, not_writable

DEFAULT_PRESET = "hash"
"""Embedder that needs no model (S-21)."""
THOUGHT_TTL = timedelta(hours=24)
"""T-33."""
JOBS_KEPT = timedelta(days=1)


def record_path(state_dir: Path, embedding_preset_id: str = DEFAULT_PRESET) -> Path:
    """Where the record of one embedding preset lies (B-033, S-21)."""
    return state_dir / f"memory_{embedding_preset_id}.db"


class Store:
    """Everything that lasts. Build it with `open`, end it with `close`."""

    def __init__(self, path: Path, clock: Clock, thought_ttl: timedelta = THOUGHT_TTL) -> None:
        self.path = path
        self._clock = clock
        self._writer = Writer(path, clock)
        self._readers = Readers(path, clock)
        self.jobs = SqliteJobs(self._writer, self._readers, clock)
        self.events = SqliteEventLog(self._writer, self.jobs, clock, thought_ttl)
        self.record = SqliteRecord(self._readers, clock)
        self.state = SqliteState(self._readers)
        self.state_writer = SqliteStateWriter(self._writer, clock)
        self.approvals = SqliteApprovals(self._writer, self._readers, clock)
        self.snapshots = SqliteSnapshots(self._writer, self._readers)
        self.acts = SqliteActs(self._writer, self._readers, clock)

    @classmethod
    async def open(
        cls, path: Path, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL
    ) -> "Store":
        """Open the file, making or migrating it. Raises `RecordUnreadable` (damaged, left
        untouched) and `RecordNotWritable` (read-only, full), each with its remedy."""
        await asyncio.to_thread(_prepare, path)
        return cls(path, clock, thought_ttl)

    async def close(self) -> None:
        """Finish what waits and close the file. Idempotent."""
        await self._readers.close()
        await self._writer.close()

    async def sweep(self) -> int:
        """Delete what has come to its end of life: thoughts (T-33), old finished jobs."""
        now = self._clock.now()

        def work(connection: sqlite3.Connection) -> int:
            moment = (rows.utc(now),)
            gone = connection.execute(sql("delete_expired_thoughts"), moment).rowcount
            gone += connection.execute(sql("delete_expired_sessions"), moment).rowcount
            finished = (rows.utc(now - JOBS_KEPT),)
            return gone + connection.execute(sql("delete_old_jobs"), finished).rowcount

        return await self._writer.write(work)

    async def check(self) -> Findings:
        """Read the whole record and compare every row with its seal (T15)."""
        return await self._readers.read(verify)


def _prepare(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise RecordNotWritable(
            f"the record {path} cannot be made ({error.strerror}). Make the folder writable "
            f"or choose another state folder."
        ) from error
    try:
        migrate(str(path))
        connection = connect(path)
        try:
            found = verify_tail(connection)
        finally:
            connection.close()
        if not found.sound:
            first = found.broken[0]
            raise damaged(path, f"{first.table} {first.row}: {first.why}")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED:
            raise damaged(path, str(error)) from error
        if isinstance(error, sqlite3.OperationalError):
            raise not_writable(path, error) from error
        raise not_readable(path, error) from error
