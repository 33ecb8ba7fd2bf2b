"""The one writer: a thread that commits everything waiting as one group (ADR 0009).

A write is a function of the connection. Writes that wait together share one transaction; if
any is durable the commit is FULL (fsync) before anyone's await returns, else it is NORMAL:
readable at once, on the disk with the next FULL commit, at most `FLUSH_AFTER_S` later.

A single NORMAL write mostly finds the thread idle. It is then done where it is, for the way to a
thread and back costs more than the commit: no fsync is in it, nor a checkpoint (those are the
thread's), and after a write that was slow the next ones are left to the thread for a while.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store.commits import Commits, Work

T = TypeVar("T")

GROUP_MAX = 512
"""Most writes in one transaction, so that no caller waits behind an endless group."""
LINGER_S, LINGER_STEP_S = 0.002, 0.0001
"""How long a group waits for as many as came last time: callers of one group come back one after
the other, and the first alone would cost them all an fsync."""
INLINE_MAX_S = 0.010
"""A write that kept its caller's loop longer sends those after it to the thread,"""
AWAY_FROM_S, AWAY_TO_S = 0.02, 60.0
"""for so long: doubled with each slow one in a row, so that one stolen time slice costs little and
a slow card soon keeps nobody's loop."""
INLINE_TURNS = 8
"""Inline writes after which the loop gets a turn, so that a burst does not keep it."""


class _Write(NamedTuple):
    work: Work[Any]
    durable: bool
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class _Look:
    """For the thread: something was committed beside it, look when it has to be on the disk."""


_LOOK = _Look()


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
        self._commits = Commits(path)
        self._connection = self._commits.connection
        self.on_rollback = self._commits.on_rollback
        self._last_group = 0
        self._pending, self._count = 0, threading.Lock()
        """Writes on their way to the thread, and not yet committed."""
        self._inline_from, self._inline_turns, self._away_s = 0.0, 0, 0.0
        self._queue: queue.SimpleQueue[_Write | _Look | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="record writer", daemon=True)
        self._closed = False
        self._thread.start()

    async def write(self, work: Work[T], *, durable: bool = False) -> T:
        """Run `work` in the next group. Raises what it raises, or `RecordNotWritable`.

        A cancelled caller's write still happens: the record does not forget what it was told.
        """
        if self._closed:
            raise RecordNotWritable(f"the record {self._path} is closed")
        with self._clock.hold():
            if not durable and self._may_inline():
                return await self._inline(work)
            loop = asyncio.get_running_loop()
            done: asyncio.Future[T] = loop.create_future()
            self._queue_up(_Write(work, durable, done, loop))
            return await done

    def _queue_up(self, write: _Write) -> None:
        with self._count:
            self._pending += 1
        self._queue.put(write)

    def _may_inline(self) -> bool:
        """Whether nothing is before it and the disk was quick lately; then the lock is ours."""
        if self._pending or time.monotonic() < self._inline_from:
            return False
        return self._commits.lock.acquire(blocking=False)

    async def _inline(self, work: Work[T]) -> T:
        began, first = time.monotonic(), not self._commits.unsynced()
        try:
            result: T = self._commits.run((work,), full=False)[0]
        except sqlite3.Error as error:
            if is_storage_trouble(error):
                raise not_writable(self._path, error) from error
            raise
        finally:
            self._commits.lock.release()
        self._learn(began, time.monotonic())
        if first:
            self._queue.put(_LOOK)
        self._inline_turns += 1
        if self._inline_turns % INLINE_TURNS == 0:
            await asyncio.sleep(0)
        return result

    async def upkeep(self, work: Work[T]) -> T:
        """Run what cannot stand in a transaction (VACUUM, a checkpoint), beside all writes."""

        def alone() -> T:
            with self._commits.lock:
                return work(self._connection)

        with self._clock.hold():
            return await asyncio.to_thread(alone)

    def _learn(self, began: float, ended: float) -> None:
        if ended - began <= INLINE_MAX_S:
            self._away_s = 0.0
            return
        self._away_s = min(AWAY_TO_S, max(AWAY_FROM_S, 2 * self._away_s))
        self._inline_from = ended + self._away_s

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
            with self._commits.lock:
                if group:
                    self._last_group = len(group)
                    self._commit(group)
                if not open_for_more or self._commits.overdue():
                    self._commits.flush()
                self._commits.tidy()
        self._commits.connection.close()

    def _next_group(self) -> tuple[list[_Write], bool]:
        """Everything that waits now; an empty group means it is time to look whether to flush."""
        group: list[_Write] = []
        try:
            item = self._queue.get(timeout=self._commits.patience_s())
            self._linger()
            while item is not None:
                if isinstance(item, _Write):
                    group.append(item)
                if len(group) == GROUP_MAX:
                    return group, True
                item = self._queue.get_nowait()
        except queue.Empty:
            return group, True
        return group, False

    def _linger(self) -> None:
        end = time.monotonic() + LINGER_S
        while self._pending < self._last_group and time.monotonic() < end:
            time.sleep(LINGER_STEP_S)

    def _commit(self, group: list[_Write]) -> None:
        durable = any(write.durable for write in group) or self._commits.overdue()
        try:
            results = self._commits.run((write.work for write in group), full=durable)
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

    def _tell(self, group: list[_Write], results: list[Any], error: Exception | None) -> None:
        with self._count:
            self._pending -= len(group)
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
