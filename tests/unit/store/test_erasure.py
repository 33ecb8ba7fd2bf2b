"""Erasing: the bytes are gone, the chain stands, and the record says who erased what (T18, S8)."""

import asyncio
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.ports.erasure import Chosen
from companion.store import mirror
from companion.store.backup import automatic
from companion.store.sqlite import Store, record_path
from companion.words.approval import ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.years import walked

NEEDLES = (b"Hanako", "花子".encode())


async def house(folder: Path) -> tuple[Store, Event]:
    """A record in which Hanako said something that was thought, done and told about."""
    store = await Store.open(record_path(folder), SetClock())
    for n in range(3):
        await walked(store, n)
    said = draft(EventSource.USER_INPUT, "said", searchable=True, text="Hanako 花子 is at the door")
    heard = await store.events.append(said, durable=True, job="remember_event")
    await walked(store, 5, because=heard, words="Hanako 花子")
    for n in range(6, 9):
        await walked(store, n)
    return store, heard


def everything_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_the_bytes_are_gone_from_file_wal_and_backups(tmp_path: Path) -> None:
    """S8: after an erasure no file of ours holds a word of it, and the record verifies."""
    store, _ = await house(tmp_path)
    await store.back_up_daily()
    before = everything_on_disk(tmp_path)
    assert all(needle in before for needle in NEEDLES)
    ids = await store.erasure.find(Chosen(text="Hanako"))
    erased = await store.erasure.erase(ids, "she asked", "owner")
    after = everything_on_disk(tmp_path)
    assert [needle for needle in NEEDLES if needle in after] == []
    assert erased.emptied == len(ids) == 4
    assert len(automatic(store.path)) == 1
    found = await store.check()
    await store.close()
    assert found.sound, found.broken
    assert (found.erased, found.erasures) == (erased.emptied, 1)
    assert [n for n in NEEDLES if n in everything_on_disk(tmp_path)] == []


async def test_a_backup_that_is_being_made_keeps_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S8: the day's pages were read before the erasure, and would be put down after it."""
    store, _ = await house(tmp_path)
    first = await store.back_up_daily()
    assert first is not None
    first.rename(first.with_name("memory_hash.20261120T180000.db"))
    writing, may_go = threading.Event(), threading.Event()
    real = mirror._write

    def slow(*args: Any) -> None:
        writing.set()
        assert may_go.wait(30)
        real(*args)

    monkeypatch.setattr(mirror, "_write", slow)
    making = asyncio.create_task(store.back_up_daily())
    await asyncio.to_thread(writing.wait, 30)
    ids = await store.erasure.find(Chosen(text="Hanako"))
    erasing = asyncio.create_task(store.erasure.erase(ids, "she asked", "owner"))
    while (await store.record.recent(limit=1))[0].kind != "erased":
        await asyncio.sleep(0.01)
    may_go.set()
    await asyncio.gather(making, erasing)
    # A day's pages are packed: what they hold cannot be seen.
    assert list((tmp_path / "backups").iterdir()) == automatic(store.path)
    assert [needle for needle in NEEDLES if needle in everything_on_disk(tmp_path)] == []
    await store.close()


async def test_what_came_of_it_goes_with_it(tmp_path: Path) -> None:
    """S2: decision, result, message, question, thoughts, state, revisions, jobs, snapshots."""
    store, heard = await house(tmp_path)
    ids = await store.erasure.find(Chosen(ids=(heard.id,)))
    (decided,) = [i for i in ids if await store.record.decision(i)]
    erased = await store.erasure.erase(ids, "", "owner")
    assert erased.derived_rows > 0
    assert await store.record.decision(decided) is None
    assert all([await store.record.result(i) is None for i in ids])
    question = await store.approvals.of_decision(decided)
    assert question is not None
    assert (question.summary.en, question.status) == ("", ApprovalStatus.DENIED)
    assert await store.state.row("world_item", "person@5") is None
    assert await store.state.row("world_item", "person@1") is not None
    assert await store.snapshots.latest() is None
    assert decided not in await store.acts.unsettled()
    told = await store.record.event(erased.event_id)
    assert told is not None
    assert told.payload["by"] == "owner"
    found = await store.check()
    await store.close()
    assert found.sound, found.broken


async def test_erased_events_are_not_recalled_and_cannot_be_erased_away(tmp_path: Path) -> None:
    store, heard = await house(tmp_path)
    assert heard.id in [e.id for e in await store.record.recallable(limit=50)]
    first = await store.erasure.erase((heard.id,), "", "owner")
    assert heard.id not in [e.id for e in await store.record.recallable(limit=50)]
    assert first.event_id not in await store.erasure.find(Chosen(ids=(first.event_id,)))
    again = await store.erasure.erase((heard.id,), "", "owner")
    assert again.emptied == 0
    await store.close()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Chosen(), []),
        (Chosen(text="100%"), [2]),
        (Chosen(text='say "hi"'), [3]),
        (Chosen(since=START + timedelta(hours=1), until=START + timedelta(hours=3)), [2, 3]),
        (Chosen(ids=(EventId(1), EventId(3)), text="hi"), [3]),
    ],
)
async def test_what_is_meant_is_found(tmp_path: Path, chosen: Chosen, expected: list[int]) -> None:
    store = await Store.open(record_path(tmp_path), SetClock())
    for hour, text in enumerate(("empty", "100% sure", 'say "hi"', "1000")):
        one = replace(draft(), at=START + timedelta(hours=hour), payload={"words": text})
        await store.events.append(one)
    found = await store.erasure.find(chosen)
    await store.close()
    assert list(found) == expected
