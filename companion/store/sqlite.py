"""Store: joins one SQLite file, one writer and a few readers behind the ports."""

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.ports.record import KeyUnusable, RecordDamaged
from companion.store import codec, rows
from companion.store.acts import SqliteActs
from companion.store.anchor import Anchor, write_anchor
from companion.store.backup import back_up_daily, copies
from companion.store.commits import connect, connect_in_memory, is_damage
from companion.store.erasure import SqliteErasure
from companion.store.garden import SqliteGarden
from companion.store.intents import SqliteIntents
from companion.store.key import key_of
from companion.store.log import SqliteEventLog, SqliteRecord
from companion.store.migrations import empty, migrate
from companion.store.quarantine import BY_ITSELF, Quarantine, quarantine_rows, quarantined, settle
from companion.store.queries import sql
from companion.store.readers import Readers, damaged, not_readable
from companion.store.rescue import Rescue, finish, rescue
from companion.store.schedule import SqliteSchedule
from companion.store.sealed import SEALED, differing, seal_anew
from companion.store.state import SqliteState, SqliteStateWriter
from companion.store.thin import Thinning
from companion.store.verify import Findings, verify, verify_tail
from companion.store.work import SqliteApprovals, SqliteJobs, SqliteSnapshots
from companion.store.writer import Writer, not_writable
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel

DEFAULT_PRESET = "hash"
"""Embedder that needs no model."""
THOUGHT_TTL = timedelta(hours=24)
"""How long a working thought is kept."""
NO_FILE = Path(os.devnull) / "record"
"""Path of a record in memory: no file can be made there, nor beside it."""
JOBS_KEPT = timedelta(hours=1)
"""So few that they are looked through without an index."""


def record_path(state_dir: Path, embedding_preset_id: str = DEFAULT_PRESET) -> Path:
    """Path of the record of one embedding preset."""
    return state_dir / f"memory_{embedding_preset_id}.db"


def record_bytes(record: Path) -> int:
    """Bytes that a record and its backups take on the disk."""
    files = [record, record.with_name(record.name + "-wal"), *copies(record)]
    return sum(file.stat().st_size for file in files if file.exists())


class Store:
    """Everything that lasts. Build it with `open`, end it with `close`."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        thought_ttl: timedelta = THOUGHT_TTL,
        *,
        in_memory: sqlite3.Connection | None = None,
    ) -> None:
        self.path = path
        self._clock = clock
        self._anchored: tuple[int, str] | None = None
        self._writer = Writer(path, clock, in_memory=in_memory)
        self._readers = Readers(path, clock, in_memory=in_memory)
        self.person_reserve = self._writer.person_reserve
        self.jobs = SqliteJobs(self._writer, self._readers, clock)
        self.events = SqliteEventLog(self._writer, self.jobs, clock, thought_ttl)
        self.record = SqliteRecord(self._readers, clock)
        self.state = SqliteState(self._readers)
        self.state_writer = SqliteStateWriter(self._writer, clock)
        self.approvals = SqliteApprovals(self._writer, self._readers, clock)
        self.snapshots = SqliteSnapshots(self._writer, self._readers)
        self.acts = SqliteActs(self._writer, self._readers, clock)
        self.intents = SqliteIntents(self._writer, self._readers, clock)
        self.schedule = SqliteSchedule(self._writer, self._readers)
        self.garden = SqliteGarden(self._writer, self._readers)
        self.thinning = Thinning(self._writer, self._readers, self.events.head, clock)
        self.quarantine = Quarantine()
        """Rows that another program put in or changed; they wait for the owner."""
        self.disturbed = asyncio.Event()
        """Set when somebody else has written to the file, or reading or writing met damage."""
        self._readers.on_damage = self._writer.on_damage = self.disturbed.set
        self._version: int | None = None
        self._file: BinaryIO | None = None
        """Open until every connection is closed: with the first descriptor of a file that a process
        closes it loses all its locks on that file, SQLite's too, and the next program that looks in
        deletes the WAL (https://www.sqlite.org/howtocorrupt.html, section 2.2)."""
        self._reading = threading.Lock()
        """Held while `_file` is in use."""
        self.erasure = SqliteErasure(
            path, self._writer, self._readers, self.events.head, clock, self.back_up_daily
        )

    @classmethod
    async def open(
        cls, path: Path, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL
    ) -> "Store":
        """Open the file, making or migrating it. Raises `RecordUnreadable` (damaged, left
        untouched) and `RecordNotWritable` (read-only, full), each with its remedy."""
        held = await asyncio.to_thread(_prepare, path, clock.now())
        store = cls(path, clock, thought_ttl)
        store.quarantine = held
        return store

    @classmethod
    def in_memory(cls, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL) -> "Store":
        """A new record that ends with the object: the same tables, statements and refusals, but
        nothing on a disk, no thread and no fsync. For tests and evaluations; it has no backup, no
        anchor and no key."""
        return cls(NO_FILE, clock, thought_ttl, in_memory=connect_in_memory(empty()))

    @classmethod
    async def open_or_rescue(
        cls, path: Path, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL, wanted: bool = False
    ) -> "tuple[Store, Rescue | None]":
        """Open the file; a damaged one is moved aside untouched, and what can be saved of it, or
        the last backup, begins a new one. `wanted`: also one that opens, since the full
        check found it damaged. Raises as `open` does, but for damage."""
        await asyncio.to_thread(finish, path)
        try:
            if not wanted:
                return await cls.open(path, clock, thought_ttl=thought_ttl), None
        except RecordDamaged:
            pass
        rescued = await asyncio.to_thread(rescue, path, clock.now())
        return await cls.open(path, clock, thought_ttl=thought_ttl), rescued

    async def close(self) -> None:
        """Finish what waits and close the file. Idempotent."""
        await self._readers.close()
        await self._writer.close()
        await asyncio.to_thread(self._let_go)

    async def sweep(self) -> int:
        """Delete what has come to its end of life: thoughts, old finished jobs."""
        now = self._clock.now()

        def work(connection: sqlite3.Connection) -> int:
            moment = (rows.utc(now),)
            gone = connection.execute(sql("delete_expired_thoughts"), moment).rowcount
            gone += connection.execute(sql("delete_expired_sessions"), moment).rowcount
            finished = (rows.utc(now - JOBS_KEPT),)
            return gone + connection.execute(sql("delete_old_jobs"), finished).rowcount

        return await self._writer.write(work)

    async def flush(self) -> None:
        """Have on the disk now what would be there within the second. Raises
        `RecordNotWritable`."""
        await self._writer.flush()

    async def anchor(self) -> None:
        """Write down beside the record where its chain ends; on the disk, both. No anchor is
        written where no event was added since. Looks whether anybody else wrote to the file."""

        def end(connection: sqlite3.Connection) -> tuple[int, str]:
            row = connection.execute(sql("chain_end")).fetchone()
            return (row["id"], bytes(row["chain"]).hex()) if row else (0, "")

        try:
            await self._writer.upkeep(self._look_for_others)
        except sqlite3.Error as error:
            raise not_writable(self.path, error) from error
        if self._anchored == await self._readers.look_up(end):
            return
        await self._writer.flush()
        last, chain = await self._readers.look_up(end)
        made = Anchor(last, chain, codec.stamp(self._clock.now()))
        try:
            await asyncio.to_thread(write_anchor, self.path, made, key_of(self.path))
        except OSError as error:
            raise RecordNotWritable(f"the anchor of {self.path}: {error}") from error
        self._anchored = last, chain

    def _look_for_others(self, connection: sqlite3.Connection) -> None:
        """SQLite counts, for each connection, the commits of all others; nobody but the writer's
        has a reason to."""
        version = int(connection.execute("PRAGMA data_version").fetchone()[0])
        if self._version not in (None, version) or self._has_new_key():
            self.disturbed.set()
        self._version = version

    def _has_new_key(self) -> bool:
        """True if the owner has put their first key in place while the house runs."""
        with contextlib.suppress(KeyUnusable):  # writing the anchor tells that
            return not self._writer.key and bool(key_of(self.path))
        return False

    async def quarantine_changes(self) -> Quarantine:
        """Take out of the way what another program put in or changed meanwhile, and what was sealed
        before the owner's key was put in place (ADR 0032). Rows written from here on are sealed
        with the key that lies beside the record now."""
        self.disturbed.clear()
        key, now = key_of(self.path), self._clock.now()

        def work(connection: sqlite3.Connection) -> Quarantine:
            self._writer.use_key(key)
            return _quarantine(connection, key, now)

        self.quarantine = await self._writer.write(work, durable=True)
        return self.quarantine

    async def settle_quarantine(self, *, keep: bool, by: str) -> int:
        """The owner says whether what is held back is theirs; gives how many rows it was."""
        key = key_of(self.path)
        draft = EventDraft(
            source=EventSource.SYSTEM,
            kind="rows_settled",
            at=self._clock.now(),
            trust=TrustLabel.SELF,
            payload={"kept": keep, "by": by, "rows": len(self.quarantine.rows)},
        )

        def work(connection: sqlite3.Connection) -> int:
            # It may have been put in place meanwhile: what is written from here on is of it too.
            self._writer.use_key(key)
            count = settle(connection, key, keep=keep)
            self.events.head.append(connection, rows.event_row(draft))
            return count

        settled = await self._writer.promise(work)
        self.quarantine = Quarantine()
        return settled

    async def back_up_daily(self) -> Path | None:
        """Today's automatic backup, if it is not there yet. Raises `RecordNotWritable`."""
        with self._clock.hold():
            now = self._clock.now()
            return await asyncio.to_thread(back_up_daily, self.path, now, self._still)

    @contextlib.contextmanager
    def _still(self) -> Iterator[BinaryIO | None]:
        """The file as it is, while others write; None when it cannot be had."""
        with self._reading:
            if self._file is None:
                # Not buffered: what was read of it yesterday is no answer today.
                self._file = self.path.open("rb", buffering=0)
            reader = connect(self.path, b"")
            try:

                def begin() -> None:
                    reader.execute("BEGIN")
                    reader.execute("SELECT 1 FROM sqlite_schema").fetchone()

                yield self._file if self._writer.hold_still(begin) else None
            finally:
                reader.close()

    def _let_go(self) -> None:
        with self._reading:
            if self._file is not None:
                self._file.close()
                self._file = None

    async def check(self) -> Findings:
        """Read the whole record and compare every row with its seal."""
        return await self._readers.read(verify)


def _prepare(path: Path, now: datetime) -> Quarantine:
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
            if not found.sound:
                first = found.broken[0]
                raise damaged(path, f"{first.table} {first.row}: {first.why}")
            return _looked_through(connection, key_of(path), now)
        finally:
            connection.close()
    except UnicodeDecodeError as error:
        # SQLite quotes a broken schema in its message, and that is no text any more.
        raise damaged(path, str(error)) from error
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise damaged(path, str(error)) from error
        if isinstance(error, sqlite3.OperationalError):
            raise not_writable(path, error) from error
        raise not_readable(path, error) from error


def _looked_through(connection: sqlite3.Connection, key: bytes, now: datetime) -> Quarantine:
    """Holds back the rows of the tables that authorise which are not as they were sealed."""
    found = quarantined(connection, key)
    if not found.differing:
        return found
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = _quarantine(connection, key, now)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return found


def _quarantine(connection: sqlite3.Connection, key: bytes, now: datetime) -> Quarantine:
    """In the caller's transaction."""
    first_key = bool(key) and not differing(connection, b"")
    found = quarantine_rows(connection, key, now)
    if first_key:
        # The owner has put a key in place since. What authorises waits for their word; the rest is
        # as it was sealed, and not damaged.
        seal_anew(connection, key, tuple(SEALED.keys() - BY_ITSELF.keys()))
    return found
