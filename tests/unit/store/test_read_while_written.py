"""Verifying a record that is being written: it is judged as it was at one moment (T15, R1).

Between every two statements of `verify` the house writes: what two statements compare must be of
the same moment, or a sound record is called broken.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import thin
from companion.store.sqlite import Store, record_path
from companion.store.verify import Findings, verify
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import After
from tests.unit.store.samples import START, SetClock
from tests.unit.store.test_thin import KEEP, lived
from tests.unit.store.years import walked


async def verified_while(path: Path, write: Callable[[], Awaitable[object]]) -> Findings:
    """What `verify` says while `write` runs as each of its statements begins."""
    loop, failed = asyncio.get_running_loop(), []

    def between(statement: str) -> None:
        try:
            asyncio.run_coroutine_threadsafe(_await(write), loop).result(30)
        except BaseException as error:  # SQLite swallows what a callback raises
            failed.append(error)

    def look() -> Findings:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.set_trace_callback(between)
            return verify(connection)

    found = await asyncio.to_thread(look)
    assert failed == []
    return found


async def _await(write: Callable[[], Awaitable[object]]) -> None:
    await write()


async def test_a_record_that_grows_meanwhile_is_sound(tmp_path: Path) -> None:
    store = await Store.open(record_path(tmp_path), SetClock())
    numbers = iter(range(10_000))

    async def live() -> None:
        await walked(store, next(numbers))
        timer = Entry(kind=EntryKind.TIMER, timing=After(60.0), created_at=START)
        await store.schedule.add(timer)
        await store.sweep()

    await live()
    found = await verified_while(store.path, live)
    assert found.sound, found.broken
    written = next(numbers)
    assert written > 5
    assert found.events < 4 * written
    await store.close()


async def test_a_record_that_is_thinned_meanwhile_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thin, "GROUP", 8)
    clock = SetClock()
    store = await Store.open(record_path(tmp_path), clock)
    await lived(store, clock, days=20)
    await store.thinning.begin(KEEP)
    await store.thinning.step()
    found = await verified_while(store.path, store.thinning.step)
    assert found.sound, found.broken
    assert store.thinning.total > 8
    await store.close()
