"""Readers: a small pool of threads, each with a read-only connection of its own."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from companion.ports.clock import Clock
from companion.ports.record import RecordDamaged, RecordUnreadable
from companion.store.commits import connect

T = TypeVar("T")


def not_readable(path: Path, error: Exception) -> RecordUnreadable:
    """Name the trouble and its remedy; the file itself is left as it is (C-058, T-44)."""
    return RecordUnreadable(
        f"the record {path} cannot be read ({error}). It was left untouched: move it aside "
        f"and start again with an empty record, or put a backup in its place."
    )


DAMAGED = frozenset({11, 26})
"""SQLITE_CORRUPT, SQLITE_NOTADB."""


def damaged(path: Path, why: str) -> RecordDamaged:
    """Name the damage; the file itself is left as it is (C-058, T-44)."""
    return RecordDamaged(
        f"the record {path} is damaged ({why}). It was left untouched: move it aside and start "
        f"again with what can be salvaged of it, or put a backup in its place."
    )


class Readers:
    """Questions to the file, beside the writer: WAL lets both go on at once."""

    def __init__(self, path: Path, clock: Clock, threads: int = 2) -> None:
        self._path = path
        self._clock = clock
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="record reader")
        self._mine = threading.local()
        self._opened: list[sqlite3.Connection] = []

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Run one question. Raises `RecordUnreadable`."""
        loop = asyncio.get_running_loop()
        with self._clock.hold():
            try:
                return await loop.run_in_executor(self._pool, self._ask, question)
            except sqlite3.Error as error:
                raise not_readable(self._path, error) from error

    async def close(self) -> None:
        """Let the questions end, close the connections. Idempotent."""
        await asyncio.to_thread(self._pool.shutdown)
        while self._opened:
            self._opened.pop().close()

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        connection: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            self._mine.connection = connection
            self._opened.append(connection)
        return question(connection)
