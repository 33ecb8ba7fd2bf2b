"""The record in memory is the record: same statements, no thread, no file."""

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.store.sqlite import Store
from companion.words.language import Bilingual
from tests.unit.store.samples import SetClock, draft
from tests.unit.store.years import walked


async def test_it_starts_no_thread_and_makes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store.in_memory(SetClock())
    before = set(threading.enumerate())
    store = Store.in_memory(SetClock())
    for number in range(6):
        await walked(store, number)
    seen = await store.events.append(draft(), durable=True)
    await store.flush()
    assert set(threading.enumerate()) == before
    await store.erasure.erase([seen.id], "no more", "web")
    found = await store.check()
    assert (found.sound, found.events) == (True, 26)
    assert os.listdir() == []
    await store.close()
    with pytest.raises(RecordNotWritable, match="closed"):
        await store.events.append(draft())


async def test_two_of_them_do_not_share_their_rows() -> None:
    one, other = Store.in_memory(SetClock()), Store.in_memory(SetClock())
    await one.events.append(draft())
    assert [len(await store.record.recent()) for store in (one, other)] == [1, 0]


async def test_it_refuses_what_a_file_refuses() -> None:
    """Issue 12: the twin in Python took a question about a decision that does not exist."""
    store, line = Store.in_memory(SetClock()), Bilingual("鍵", "lock")
    seen = await store.events.append(draft())
    with pytest.raises(sqlite3.IntegrityError):
        await store.approvals.ask(seen.id, line, line, 2)
