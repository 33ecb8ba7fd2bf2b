"""Commits: run transactions on the one connection that writes, with their syncs and the size of the
WAL.

The holder of `lock` may use it: the writer's thread, or a caller whose single write it lets
through (`writer.py`).
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from companion.store.key import key_of
from companion.store.sealed import know_seals

T = TypeVar("T")
Row = TypeVar("Row", contravariant=True)
Given = TypeVar("Given", covariant=True)
Work = Callable[[sqlite3.Connection], T]


class Appender(Protocol[Row, Given]):
    """Appends rows of one form: one row, or many by one statement."""

    @property
    def knows_end(self) -> bool:
        """True if the next row takes one statement and nothing has to be read before."""

    def append(self, connection: sqlite3.Connection, row: Row, /) -> Given:
        """Insert one row."""

    def append_many(
        self, connection: sqlite3.Connection, rows: Sequence[Row], /
    ) -> Sequence[Given]:
        """Insert them in order; what each was given."""


FLUSH_AFTER_S = 0.8
"""Real seconds after which a NORMAL commit is made durable (at most 1 s behind)."""
BUSY_MS = 5000
WAL_BYTES = 16 * 1024 * 1024
"""Size from which the WAL is moved into the file. A dozen pages are in almost every commit, and
each time they are moved there they are written once more: with four times SQLite's own 4 MB that is
a quarter. A start after a power cut reads so much first."""
COMMITS_BETWEEN_LOOKS = 64
COMMITS_TO_TELL = 256
"""Commits beside the thread after which it is called to look: of three pages each they make 3 MiB.
A WAL that begins again is written over; one that only grows costs each commit a third more."""


DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's `sqlite3` begins its message about a text that is none; it gives it no code."""


def is_damage(error: Exception) -> bool:
    """True if the file holds bytes that were never written there: a rescue may help, free space
    will not."""
    if str(error).startswith(_NO_TEXT):
        return True
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED


def connect(path: Path, key: bytes | None = None) -> sqlite3.Connection:
    """A connection with the pragmas every connection of the store has; it may change what is
    sealed. `key`: None takes the one beside the record. Raises `KeyUnusable`."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    return _set_up(connection, key_of(path) if key is None else key)


def connect_in_memory(content: bytes) -> sqlite3.Connection:
    """A connection to a database in memory, its only one. `content`: a serialized database."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.deserialize(content)
    return _set_up(connection, b"")


def _set_up(connection: sqlite3.Connection, key: bytes) -> sqlite3.Connection:
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA foreign_keys = ON")
    know_seals(connection, key)
    return connection


@contextmanager
def read_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All statements within see the file as it was when the first of them read it, while others go
    on writing; as part of the caller's transaction where there is one. Until it ends the WAL cannot
    begin again from its start."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        # SQLite may have ended it by itself, where it could not read.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class Commits:
    """Every method but `flush` and `patience_s` needs the lock."""

    def __init__(self, path: Path, in_memory: sqlite3.Connection | None = None) -> None:
        self.lock = threading.Lock()
        self._syncing = threading.Lock()
        """Held while `flush` syncs: who asks meanwhile waits for it."""
        self._in_memory = in_memory is not None
        self.key = b"" if in_memory else key_of(path)
        """The key that sealed rows are written with; as of the last commit."""
        self._new_key: bytes | None = None
        self.connection = in_memory or connect(path, self.key)
        self.connection.execute("PRAGMA journal_mode = WAL")
        # A checkpoint syncs the disk: it belongs to the thread, never to a commit.
        self.connection.execute("PRAGMA wal_autocheckpoint = 0")
        # What is deleted is overwritten, not only unlinked (an erasure, an expired thought).
        self.connection.execute("PRAGMA secure_delete = ON")
        self._wal = path.with_name(path.name + "-wal")
        self._full: bool | None = None
        self._unsynced_since: float | None = None
        self._first_unsynced = False
        self._sync_failed = False
        self._commits = 0
        self._rolled_back: list[Callable[[], None]] = []
        self._before_full: list[Work[None]] = []

    def on_rollback(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each rollback, for callers that remember what a transaction did. To be
        set before the first write."""
        self._rolled_back.append(tell)

    def before_full(self, work: Work[None]) -> None:
        """Run `work` within each commit that is synced. To be set before the first write."""
        self._before_full.append(work)

    def use_key(self, key: bytes) -> None:
        """Seal with this key what is written after this; undone with the transaction it stands in,
        so that one sum is never made of two keys."""
        self._new_key = key
        know_seals(self.connection, key)

    def run(self, work: Work[T], *, full: bool) -> T:
        """All of it in one transaction, or none; `full`: on the disk before this returns."""
        connection = self.connection
        self._begin(full=full)
        try:
            result = work(connection)
            if full:
                self._last_in_full(connection)
            connection.execute("COMMIT")
        except BaseException as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC:
                self._sync_failed = True
            self._roll_back()
            raise
        if self._new_key is not None:
            self.key, self._new_key = self._new_key, None
        self._commits += 1
        if full:
            self._unsynced_since = None
        elif self._unsynced_since is None:
            self._unsynced_since, self._first_unsynced = time.monotonic(), True
        return result

    def _begin(self, *, full: bool) -> None:
        if full:
            self._write_anew()
        if self._full is not full:
            self.connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            self._full = full
        self.connection.execute("BEGIN IMMEDIATE")

    def append(self, to: Appender[Row, T], row: Row) -> T:
        """One row by itself, NORMAL. A statement alone is a transaction of its own: BEGIN and
        COMMIT around it would be a quarter of its cost."""
        if not to.knows_end or self._full is not False:
            return self.run(lambda connection: to.append(connection, row), full=False)
        try:
            result = to.append(self.connection, row)
        except BaseException:
            self._roll_back()
            raise
        self._commits += 1
        if self._unsynced_since is None:
            self._unsynced_since, self._first_unsynced = time.monotonic(), True
        return result

    def wants_look(self) -> bool:
        """After a commit beside the thread: whether to call the thread, because there is something
        again that is not on the disk, or because the WAL may have grown."""
        first, self._first_unsynced = self._first_unsynced, False
        return first or self._commits % COMMITS_TO_TELL == 0

    def patience_s(self) -> float | None:
        """Seconds until what was committed last has to be on the disk; None when all is.
        Real seconds, not the household clock's: power fails in real time."""
        since = self._unsynced_since
        if since is None:
            return None
        return max(0.0, since + FLUSH_AFTER_S - time.monotonic())

    def overdue(self) -> bool:
        """True if the flush has to be now."""
        return self.patience_s() == 0.0

    def flush(self) -> None:
        """Have every earlier commit on the disk: they share the WAL file. It takes the lock only
        for what a FULL commit notes down, and not while the disk syncs: others go on writing.
        Raises `OSError` or `sqlite3.Error`; then it is due again after `FLUSH_AFTER_S`, since
        trying at once would spin on a full disk."""
        with self._syncing:
            with self.lock:
                if self._unsynced_since is None:
                    return
                self._unsynced_since = time.monotonic()
                self._write_anew()
                self.run(self._last_in_full, full=False)
                self._unsynced_since = None
            try:
                self._sync_wal()
            except OSError:
                with self.lock:
                    self._unsynced_since, self._sync_failed = time.monotonic(), True
                raise

    def _write_anew(self) -> None:
        """After a sync that failed: move the WAL into the file. Linux takes the pages that it could
        not write for clean: they can be read, and the next sync would succeed without them. Raises
        `sqlite3.Error`, also while somebody still reads what must not be overwritten."""
        if not self._sync_failed:
            return
        busy, pages, moved = self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or pages != moved:
            raise sqlite3.OperationalError("a sync failed, and the record is being read")
        self._sync_failed = False

    def _last_in_full(self, connection: sqlite3.Connection) -> None:
        for last in self._before_full:
            last(connection)

    def _sync_wal(self) -> None:
        """As SQLite does it in a FULL commit. Raises `OSError`."""
        if self._in_memory:
            return
        wal = os.open(self._wal, os.O_RDONLY)
        try:
            os.fdatasync(wal)
        finally:
            os.close(wal)

    def tidy(self) -> None:
        """Move a WAL that has grown into the file, so that it begins again."""
        if self._commits < COMMITS_BETWEEN_LOOKS:
            return
        self._commits = 0
        try:
            if self._wal.stat().st_size >= WAL_BYTES:
                self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except (OSError, sqlite3.Error):
            # A disk that takes nothing keeps its WAL; the next commit tells its caller.
            return

    def _roll_back(self) -> None:
        # On a full disk SQLite has rolled back by itself; who remembers must hear of it too.
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")
        if self._new_key is not None:
            self._new_key = None
            know_seals(self.connection, self.key)
        for tell in self._rolled_back:
            tell()
