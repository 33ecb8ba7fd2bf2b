"""The one writer: a thread that commits everything waiting as one group (ADR 0009).

A write is a function of the connection. Writes that wait together share one transaction; if
any is durable the commit is FULL (fsync) before anyone's await returns, else it is NORMAL:
readable at once, on the disk with the next FULL commit, at most `FLUSH_AFTER_S` later.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store.queries import sql

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

FLUSH_AFTER_S = 0.8
"""Real seconds after which a NORMAL commit is made durable (issue 2: at most 1 s behind)."""
GROUP_MAX = 512
"""Most writes in one transaction, so that no caller waits behind an endless group."""
BUSY_MS = 5000


@dataclass(frozen=True, slots=True)
class _Write:
    work: Work[Any]
    durable: bool
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the pragmas every connection of the store has."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def not_writable(path: Path, error: sqlite3.Error) -> RecordNotWritable:
    """Name the trouble and its remedy."""
    return RecordNotWritable(
        f"the record {path} cannot be written ({error}). Free disk space or make the folder "
        f"writable, then try again; what was recorded before is kept."
    )


STORAGE_TROUBLE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
    }
)
"""Primary result codes (sqlite.org/rescode.html) that speak of the disk, not of our SQL: what they
refuse may be tried again later."""


def is_storage_trouble(error: sqlite3.Error) -> bool:
    """Whether the disk refused; a mistake in a statement would be refused forever."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR) & 0xFF in STORAGE_TROUBLE


class Writer:
    """Takes writes from any event loop; runs them in order on a thread of its own."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._connection = connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._full: bool | None = None
        self._unsynced_since: float | None = None
        self._rolled_back: list[Callable[[], None]] = []
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="record writer", daemon=True)
        self._closed = False
        self._thread.start()

    def on_rollback(self, tell: Callable[[], None]) -> None:
        """Whoever remembers what a transaction did is told, on the writer's thread, that it was
        undone. To be said before the first write."""
        self._rolled_back.append(tell)

    async def write(self, work: Work[T], *, durable: bool = False) -> T:
        """Run `work` in the next group. Raises what it raises, or `RecordNotWritable`.

        A cancelled caller's write still happens: the record does not forget what it was told.
        """
        if self._closed:
            raise RecordNotWritable(f"the record {self._path} is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        with self._clock.hold():
            self._queue.put(_Write(work, durable, done, loop))
            return await done

    async def close(self) -> None:
        """Finish what waits, make everything durable, close the file. Idempotent."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        open_for_more = True
        while open_for_more:
            group, open_for_more = self._next_group()
            if group:
                self._commit(group)
            if not open_for_more or self._overdue():
                self._flush()
        self._connection.close()

    def _next_group(self) -> tuple[list[_Write], bool]:
        """Everything that waits now; an empty group means it is time to flush."""
        group: list[_Write] = []
        try:
            item = self._queue.get(timeout=self._patience_s())
            while item is not None:
                group.append(item)
                if len(group) == GROUP_MAX:
                    return group, True
                item = self._queue.get_nowait()
        except queue.Empty:
            return group, True
        return group, False

    def _patience_s(self) -> float | None:
        # Real seconds, not the household clock's: power fails in real time.
        if self._unsynced_since is None:
            return None
        return max(0.0, self._unsynced_since + FLUSH_AFTER_S - time.monotonic())

    def _overdue(self) -> bool:
        return self._unsynced_since is not None and self._patience_s() == 0.0

    def _commit(self, group: list[_Write]) -> None:
        durable = any(write.durable for write in group) or self._overdue()
        try:
            results = self._transaction((write.work for write in group), full=durable)
        # The edge of the thread: whatever a write raises belongs to its caller.
        except Exception as error:
            if len(group) == 1:
                self._tell(group, [None], error)
                return
            # One bad write must not take its neighbours down: each again by itself.
            for write in group:
                self._commit([write])
            return
        self._tell(group, results, None)

    def _transaction(self, works: Iterable[Work[Any]], *, full: bool) -> list[Any]:
        connection = self._connection
        if self._full is not full:
            connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            self._full = full
        connection.execute("BEGIN IMMEDIATE")
        try:
            results = [work(connection) for work in works]
            connection.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        if full:
            self._unsynced_since = None
        elif self._unsynced_since is None:
            self._unsynced_since = time.monotonic()
        return results

    def _roll_back(self) -> None:
        # On a full disk SQLite has rolled back by itself; who remembers must hear of it too.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        for tell in self._rolled_back:
            tell()

    def _flush(self) -> None:
        """A FULL commit also syncs every earlier NORMAL one: they share the WAL file."""
        if self._unsynced_since is None:
            return
        try:
            self._transaction(
                [lambda c: c.execute(sql("set_meta"), ("flushed_at", str(time.time())))], full=True
            )
        except sqlite3.Error:
            # The next caller is told; trying again at once would spin on a full disk.
            self._unsynced_since = time.monotonic()

    def _tell(self, group: list[_Write], results: list[Any], error: Exception | None) -> None:
        if isinstance(error, sqlite3.Error) and is_storage_trouble(error):
            error = not_writable(self._path, error)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for write, result in zip(group, results, strict=True):
            by_loop.setdefault(write.loop, []).append((write.done, result))
        for loop, answers in by_loop.items():
            # A loop that ended meanwhile has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, answers, error)


def _settle(answers: list[tuple["asyncio.Future[Any]", Any]], error: Exception | None) -> None:
    for done, result in answers:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
