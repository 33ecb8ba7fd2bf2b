"""Readers: small questions are asked where the caller is, while the disk is quick (issue 4)."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.ports.record import RecordUnreadable
from companion.store import readers as module
from companion.store.commits import connect
from companion.store.readers import Readers
from tests.unit.store.samples import SetClock


@pytest.fixture
async def readers(tmp_path: Path) -> AsyncIterator[Readers]:
    path = tmp_path / "record.db"
    connection = connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    asked = Readers(path, SetClock())
    yield asked
    await asked.close()


def _where(connection: sqlite3.Connection) -> int:
    return threading.get_ident()


async def test_a_look_is_taken_here_and_a_search_is_not(readers: Readers) -> None:
    """Fifty looks a walk: no way to a thread and back for each."""
    assert await readers.look_up(_where) == threading.get_ident()
    assert await readers.read(_where) != threading.get_ident()


async def test_after_a_slow_look_the_next_ones_are_left_to_the_threads(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P24: a slow card keeps nobody's loop; when it was quick again, looks come back."""
    monkeypatch.setattr(module, "AWAY_FROM_S", 0.2)

    def slow(connection: sqlite3.Connection) -> None:
        time.sleep(2 * module.INLINE_MAX_S)

    await readers.look_up(slow)
    assert await readers.look_up(_where) != threading.get_ident()
    readers._inline_from = 0.0
    assert await readers.look_up(_where) == threading.get_ident()


async def test_many_looks_in_a_row_let_others_have_their_turn(readers: Readers) -> None:
    """A walk that asks much keeps the loop for a millisecond at most."""
    turns: list[int] = []

    async def other() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    beside = asyncio.create_task(other())
    for _ in range(20):
        await readers.look_up(lambda c: time.sleep(module.TURN_AFTER_S / 2))
    beside.cancel()
    await asyncio.gather(beside, return_exceptions=True)
    assert len(turns) >= 5


async def test_a_look_that_fails_names_the_trouble(readers: Readers) -> None:
    with pytest.raises(RecordUnreadable):
        await readers.look_up(lambda c: c.execute("SELECT * FROM nowhere").fetchall())


async def test_a_question_of_two_statements_is_answered_as_of_one_moment(readers: Readers) -> None:
    """T15: what they compare is of the same moment, also while the house writes."""
    with closing(connect(readers._path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")

        def ask(connection: sqlite3.Connection) -> tuple[int, int]:
            before = connection.execute("SELECT count(*) FROM t").fetchone()[0]
            writer.execute("INSERT INTO t VALUES (1)")
            return before, connection.execute("SELECT count(*) FROM t").fetchone()[0]

        assert await readers.read(ask) == (0, 0)
        assert await readers.read(ask) == (1, 1)
