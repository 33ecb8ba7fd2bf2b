"""Writer: commits all waiting writes as one group, in a thread of its own (ADR 0009).

A write is a function of the connection, or a row for an appender: rows that follow each other go
in by one statement. Writes that wait together share one transaction; if any is durable the commit
is FULL (fsync) before anyone's await returns, else it is NORMAL: readable at once, on the disk with
the next FULL commit, at most `FLUSH_AFTER_S` later.

A single NORMAL write mostly finds the thread idle. It is then done where it is, for the way to a
thread and back costs more than the commit: no fsync is in it, nor a checkpoint (those are the
thread's), and after a write that was slow the next ones are left to the thread for a while.
"""

import asyncio
import contextlib
import itertools
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store.commits import Appender, Commits, Work, is_damage
from companion.store.disk_reserve import PersonReserve

T = TypeVar("T")
Row = TypeVar("Row")

log = logging.getLogger(__name__)

GROUP_MAX = 512
"""Most writes in one transaction, so that no caller waits behind an endless group."""
GATHER_MAX_S, GATHER_SHARE = 0.002, 0.5
"""How long a group waits for as many as came last time, and which share of the last commit's time
at most: callers of one group come back one after the other, and the first alone would cost them
all an fsync. Where the disk is quick there is little to win by waiting."""
INLINE_MAX_S = 0.010
"""A write that kept its caller's loop longer sends those after it to the thread,"""
AWAY_FROM_S, AWAY_TO_S = 0.02, 60.0
"""for so long: doubled with each slow one in a row, so that one stolen time slice costs little and
a slow card soon keeps nobody's loop."""
TURN_AFTER_S = 0.001
"""Time of inline writes after which the loop gets a turn, so that a burst does not keep it."""


class _Write(NamedTuple):
    to: Appender[Any, Any] | None
    """Where the row goes; None for work."""
    what: Any
    """A row, or a `Work`."""
    durable: bool
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class _Look:
    """For the thread: something was committed beside it, look when it has to be on the disk."""


_LOOK = _Look()


def not_writable(path: Path, error: Exception) -> RecordNotWritable:
    """Name the trouble and its remedy."""
    if is_damage(error):
        return RecordNotWritable(
            f"the record {path} is damaged ({error}). What was recorded before is kept: begin anew "
            f"with what can be read of it (`companion rescue`, or on the page)."
        )
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
    """True if the disk refused; a mistake in a statement would be refused forever."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_IOERR) & 0xFF in STORAGE_TROUBLE


class Writer:
    """Takes writes from any event loop; runs them in order on a thread of its own."""

    def __init__(
        self, path: Path, clock: Clock, *, in_memory: sqlite3.Connection | None = None
    ) -> None:
        """`in_memory`: the only connection to a database in memory. Every write is then committed
        where its caller is: there is no disk to wait for, and no thread."""
        self._path = path
        self._clock = clock
        self.person_reserve = PersonReserve(path.parent)
        self._commits = Commits(path, in_memory)
        self._connection = self._commits.connection
        self.on_rollback = self._commits.on_rollback
        self.before_full = self._commits.before_full
        self.use_key = self._commits.use_key
        self.on_damage: Callable[[], None] = lambda: None
        """Called, on the caller's loop, when a write met damage: a check of the whole file is
        due."""
        self._last_group = 0
        self._pending, self._count = 0, threading.Lock()
        """Writes on their way to the thread, and not yet committed."""
        self._inline_from, self._kept_s, self._away_s = 0.0, 0.0, 0.0
        self._commit_s = GATHER_MAX_S
        self._queue: queue.SimpleQueue[_Write | _Look | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False
        if in_memory is None:
            self._thread = threading.Thread(target=self._run, name="record writer", daemon=True)
            self._thread.start()

    @property
    def key(self) -> bytes:
        """The owner's key that sealed rows are written with; b"" where none is used."""
        return self._commits.key

    async def write(self, work: Work[T], *, durable: bool = False) -> T:
        """Run `work` in the next group. Raises what it raises, or `RecordNotWritable`.

        A cancelled caller's write still happens: the record does not forget what it was told.
        """
        if self._may_inline(durable=durable):
            result = self._inline(lambda: self._commits.run(work, full=durable))
            if self._kept_s > TURN_AFTER_S:
                await self._turn()
            return result
        return await self._in_group(None, work, durable)

    async def promise(self, work: Work[T]) -> T:
        """Write a promise to a person: durable, and on a full disk in the space kept for it. Raises
        as `write`."""
        try:
            return await self.write(work, durable=True)
        except RecordNotWritable:
            if not self.person_reserve.reserved:
                raise
        with self.person_reserve.released():
            return await self.write(work, durable=True)

    async def append(self, to: Appender[Row, T], row: Row, *, durable: bool = False) -> T:
        """Add one row in the next group; the cheap way for what comes in great numbers."""
        if self._may_inline(durable=durable):
            result = self._inline(lambda: self._commits.append(to, row))
            if self._kept_s > TURN_AFTER_S:
                await self._turn()
            return result
        return await self._in_group(to, row, durable)

    async def _in_group(self, to: Appender[Row, T] | None, what: Any, durable: bool) -> T:
        if self._closed:
            raise RecordNotWritable(f"the record {self._path} is closed")
        with self._clock.hold():
            loop = asyncio.get_running_loop()
            done: asyncio.Future[T] = loop.create_future()
            write = _Write(to, what, durable, done, loop)
            with self._count:
                self._pending += 1
            self._queue.put(write)
            return await done

    def _may_inline(self, *, durable: bool) -> bool:
        """True if there is no disk, or if nothing has to be on it, no write waits and it was quick
        lately; then the lock is ours."""
        if self._thread is None and not self._closed:
            return self._commits.lock.acquire()
        if durable or self._pending or self._closed or time.monotonic() < self._inline_from:
            return False
        return self._commits.lock.acquire(blocking=False)

    def _inline(self, commit: Callable[[], T]) -> T:
        """Commit here and give the lock back."""
        began = time.monotonic()
        try:
            result = commit()
            look = self._commits.wants_look()
        except sqlite3.Error as error:
            if is_storage_trouble(error):
                raise self._trouble(error) from error
            raise
        finally:
            self._commits.lock.release()
        self._learn(time.monotonic() - began)
        if look and self._thread is not None:
            self._queue.put(_LOOK)
        return result

    async def _turn(self) -> None:
        """Let the loop have a turn: inline writes have kept it."""
        self._kept_s = 0.0
        with self._clock.hold():
            await asyncio.sleep(0)

    async def flush(self) -> None:
        """Have on the disk what was committed so far, now and not within the second. Raises
        `RecordNotWritable`."""
        try:
            await self._in_thread(self._commits.flush)
        except (OSError, sqlite3.Error) as error:
            raise self._trouble(error) from error

    async def upkeep(self, work: Work[T]) -> T:
        """Run what cannot stand in a transaction (VACUUM, a checkpoint), beside all writes."""

        def alone() -> T:
            with self._commits.lock:
                return work(self._connection)

        return await self._in_thread(alone)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Run it in some thread; here, where there is no disk to wait for."""
        if self._thread is None:
            return work()
        with self._clock.hold():
            return await asyncio.to_thread(work)

    def hold_still(self, begin: Callable[[], object]) -> bool:
        """Move all of the WAL into the file, and have `begin` start reading before anything else is
        written: until that reader ends, nothing is moved into the file, and writers go on in the
        WAL. False where somebody else still reads from it. Blocking."""
        with self._commits.lock:
            state = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if state[0] or state[1] != state[2]:
                return False
            begin()
            return True

    async def prune(self, work: Work[T]) -> T:
        """Run one small transaction that deletes, in a thread, beside all writes. Foreign keys are
        not checked meanwhile, since without an index SQLite would read whole tables for each row:
        `work` itself keeps references whole. Raises what `work` raises, or `RecordNotWritable`."""

        def alone() -> T:
            with self._commits.lock:
                # Pages that become free need no zeros of their own: nothing here was erased.
                self._connection.execute("PRAGMA secure_delete = FAST")
                self._connection.execute("PRAGMA foreign_keys = OFF")
                try:
                    return self._commits.run(work, full=False)
                finally:
                    self._connection.execute("PRAGMA foreign_keys = ON")
                    self._connection.execute("PRAGMA secure_delete = ON")

        if self._closed:
            raise RecordNotWritable(f"the record {self._path} is closed")
        try:
            return await self._in_thread(alone)
        except sqlite3.Error as error:
            if is_storage_trouble(error):
                raise self._trouble(error) from error
            raise
        finally:
            self._queue.put(_LOOK)

    def _trouble(self, error: Exception) -> RecordNotWritable:
        if is_damage(error):
            self.on_damage()
        return not_writable(self._path, error)

    def _learn(self, took_s: float) -> None:
        if self._thread is None:
            return
        self._kept_s += took_s
        if took_s <= INLINE_MAX_S:
            self._away_s = 0.0
            return
        self._away_s = min(AWAY_TO_S, max(AWAY_FROM_S, 2 * self._away_s))
        self._inline_from = time.monotonic() + self._away_s

    async def close(self) -> None:
        """Finish what waits, make everything durable, close the file. Idempotent."""
        if self._thread is None:
            self._closed = True
            self._connection.close()
            return
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        open_for_more = True
        while open_for_more:
            group, open_for_more = self._next_group()
            with self._commits.lock:
                if group:
                    self._last_group = len(group)
                    self._commit(group)
                self._commits.tidy()
            if not open_for_more or self._commits.overdue():
                self._flush()
        self._commits.connection.close()

    def _flush(self) -> None:
        try:
            self._commits.flush()
        except (OSError, sqlite3.Error) as error:
            # It is tried again; until then each caller that wants it on the disk is told.
            log.warning("%s", not_writable(self._path, error))

    def _next_group(self) -> tuple[list[_Write], bool]:
        """Everything that waits now; an empty group means it is time to look whether to flush."""
        group: list[_Write] = []
        try:
            item = self._queue.get(timeout=self._commits.patience_s())
            until = time.monotonic() + min(GATHER_MAX_S, GATHER_SHARE * self._commit_s)
            while item is not None:
                if isinstance(item, _Write):
                    group.append(item)
                if len(group) == GROUP_MAX:
                    return group, True
                item = self._next(len(group), until)
        except queue.Empty:
            return group, True
        return group, False

    def _next(self, so_far: int, until: float) -> "_Write | _Look | None":
        """The next write that waits, or that comes before `until` where as many are expected as
        came last time. Raises `queue.Empty`."""
        if 0 < so_far < self._last_group and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                return self._queue.get(timeout=left)
        # What came while this thread had to wait for the interpreter is here all the same.
        return self._queue.get_nowait()

    def _commit(self, group: list[_Write]) -> None:
        durable = any(write.durable for write in group) or self._commits.overdue()
        began = time.monotonic()
        try:
            results = self._commits.run(lambda c: list(_results(c, group)), full=durable)
        # The edge of the thread: whatever a write raises belongs to its caller.
        except Exception as error:
            if len(group) == 1:
                self._tell(group, [None], error)
                return
            # One bad write must not take its neighbours down: each again by itself.
            for write in group:
                self._commit([write])
            return
        self._commit_s = time.monotonic() - began
        self._tell(group, results, None)

    def _tell(self, group: list[_Write], results: list[Any], error: Exception | None) -> None:
        with self._count:
            self._pending -= len(group)
        harmed = False
        if isinstance(error, sqlite3.Error) and is_storage_trouble(error):
            harmed, error = is_damage(error), not_writable(self._path, error)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for write, result in zip(group, results, strict=True):
            by_loop.setdefault(write.loop, []).append((write.done, result))
        for loop, answers in by_loop.items():
            # A loop that ended meanwhile has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, answers, error)
                if harmed:
                    loop.call_soon_threadsafe(self.on_damage)


def _results(connection: sqlite3.Connection, group: Sequence[_Write]) -> Iterator[Any]:
    for to, writes in itertools.groupby(group, key=lambda write: write.to):
        if to is None:
            yield from (write.what(connection) for write in writes)
        else:
            yield from to.append_many(connection, [write.what for write in writes])


def _settle(answers: list[tuple["asyncio.Future[Any]", Any]], error: Exception | None) -> None:
    for done, result in answers:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
