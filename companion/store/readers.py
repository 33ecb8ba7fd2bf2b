"""Readers: run queries in a small pool of threads, each with a read-only connection of its own.

A small question (a row or a few, by key) is asked where its caller is: the way to a thread and back
costs several times as much, and one walk asks some fifty of them. WAL lets nobody wait for the
writer. After one that was slow the next ones are left to the threads for a while, as with writes.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from companion.ports.clock import Clock
from companion.ports.record import RecordDamaged, RecordUnreadable
from companion.store.commits import connect, is_damage, read_transaction

T = TypeVar("T")

INLINE_MAX_S = 0.010
"""A question that kept its caller's loop longer sends those after it to the threads,"""
AWAY_FROM_S, AWAY_TO_S = 0.02, 60.0
"""for so long: doubled with each slow one in a row."""
TURN_AFTER_S = 0.001
"""Time of questions in a row after which the loop gets a turn."""


def not_readable(path: Path, error: Exception) -> RecordUnreadable:
    """Name the trouble and its remedy; the file itself is left as it is."""
    return RecordUnreadable(
        f"the record {path} cannot be read ({error}). It was left untouched: move it aside "
        f"and start again with an empty record, or put a backup in its place."
    )


def damaged(path: Path, why: str) -> RecordDamaged:
    """Name the damage; the file itself is left as it is."""
    return RecordDamaged(
        f"the record {path} is damaged ({why}). It was left untouched: begin anew with what can be "
        f"read of it (`companion rescue`), or bring a backup back (`companion restore`)."
    )


class Readers:
    """Questions to the file, beside the writer: WAL lets both go on at once."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        threads: int = 2,
        *,
        in_memory: sqlite3.Connection | None = None,
    ) -> None:
        """`in_memory`: the only connection to a database in memory; every question is asked of it,
        where its caller is."""
        self._path = path
        self._in_memory = in_memory
        self._clock = clock
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="record reader")
        self._mine = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self.on_damage: Callable[[], None] = lambda: None
        """Called when a question met damage: a check of the whole file is due."""
        self._inline_from, self._kept_s, self._away_s = 0.0, 0.0, 0.0

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Run one question, of however many statements: all of them see the record as it was at one
        moment. Raises `RecordUnreadable`."""

        def at_one_moment(connection: sqlite3.Connection) -> T:
            with read_transaction(connection):
                return question(connection)

        loop = asyncio.get_running_loop()
        with self._clock.hold():
            try:
                if self._in_memory is not None:
                    return at_one_moment(self._in_memory)
                return await loop.run_in_executor(self._pool, self._ask, at_one_moment)
            except sqlite3.Error as error:
                raise self._trouble(error) from error

    async def look_up(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Run one small question of one statement, here where it can be. Raises
        `RecordUnreadable`."""
        began = time.monotonic()
        if began < self._inline_from:
            return await self.read(question)
        try:
            found = self._ask(question)
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        self._learn(time.monotonic() - began)
        if self._kept_s > TURN_AFTER_S:
            self._kept_s = 0.0
            with self._clock.hold():
                await asyncio.sleep(0)
        return found

    def _trouble(self, error: sqlite3.Error) -> RecordUnreadable:
        if not is_damage(error):
            return not_readable(self._path, error)
        self.on_damage()
        return damaged(self._path, str(error))

    def _learn(self, took_s: float) -> None:
        if self._in_memory is not None:
            return
        self._kept_s += took_s
        if took_s <= INLINE_MAX_S:
            self._away_s = 0.0
            return
        self._away_s = min(AWAY_TO_S, max(AWAY_FROM_S, 2 * self._away_s))
        self._inline_from = time.monotonic() + self._away_s

    async def close(self) -> None:
        """Let the questions end, close the connections. Idempotent."""
        await asyncio.to_thread(self._pool.shutdown)
        while self._opened:
            self._opened.pop().close()

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._in_memory or getattr(self._mine, "connection", None)
        if connection is None:
            # It seals nothing, so that a key it cannot read keeps nobody from reading.
            connection = connect(self._path, b"")
            connection.execute("PRAGMA query_only = ON")
            self._mine.connection = connection
            self._opened.append(connection)
        return question(connection)
