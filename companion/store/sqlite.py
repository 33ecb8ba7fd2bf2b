"""The store: one SQLite file, one writer, a few readers, and the ports in front of them."""

import asyncio
import sqlite3
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store import rows
from companion.store.log import SqliteEventLog, SqliteRecord
from companion.store.migrations import migrate
from companion.store.queries import sql
from companion.store.readers import Readers, not_readable
from companion.store.state import SqliteState, SqliteStateWriter
from companion.store.work import SqliteApprovals, SqliteJobs, SqliteSnapshots
from companion.store.writer import Writer, connect, not_writable

DEFAULT_PRESET = "hash"
"""Embedder that needs no model (S-21)."""
THOUGHT_TTL = timedelta(hours=24)
"""T-33."""
JOBS_KEPT = timedelta(days=1)


def record_path(state_dir: Path, embedding_preset_id: str = DEFAULT_PRESET) -> Path:
    """Where the record of one embedding preset lies (B-033, S-21)."""
    return state_dir / f"memory_{embedding_preset_id}.db"


@dataclass(frozen=True)
class RecordReport:
    """What a check of the whole record found."""

    events: int
    damaged_event_ids: tuple[int, ...]
    sqlite_says: str

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damaged_event_ids and self.sqlite_says == "ok"


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

    async def check(self) -> RecordReport:
        """Read the whole record and compare every row with its checksum (limits 2.9)."""
        return await self._readers.read(_check)


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
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        raise not_writable(path, error) from error
    except sqlite3.DatabaseError as error:
        raise not_readable(path, error) from error


def _check(connection: sqlite3.Connection) -> RecordReport:
    says = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    count, damaged = 0, []
    for row in connection.execute(sql("events_all")):
        count += 1
        if not rows.is_intact(row):
            damaged.append(int(row["id"]))
    return RecordReport(count, tuple(damaged), str(says))
