"""A restored backup brings nothing back that was erased or forgotten after it was made."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.ports.erasure import Chosen
from companion.store.backup import back_up, restore
from companion.store.key import KEY_NAME
from companion.store.sqlite import Store, record_path
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.writeplan import WITHDRAWN, StateChange, WritePlan
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_verify import look

SECRET = "the safe opens with 4711"


async def told(store: Store, text: str) -> Event:
    """A sentence, and a row of state that rests on it."""
    event = await store.events.append(replace(draft(text=text)))
    change = StateChange(
        kind="world_item",
        key=f"said:{event.id}",
        value={"value": text},
        confidence=1.0,
        trust=TrustLabel.HOUSEHOLD,
        observed_at=event.at,
        evidence_event_ids=(event.id,),
    )
    await store.state_writer.apply(WritePlan(event_id=event.id, changes=(change,)))
    return event


async def forgotten(store: Store, event_id: EventId) -> None:
    """As a person's "forget that" does it."""
    by = await store.events.append(draft(text="forget that"))
    gone = await store.state_writer.withdraw(event_id)
    marks = tuple(
        StateChange(
            kind=WITHDRAWN,
            key=f"{one}",
            value={"by": by.id},
            confidence=1.0,
            trust=by.trust,
            observed_at=by.at,
            evidence_event_ids=(by.id,),
        )
        for one in gone.events
    )
    await store.state_writer.apply(WritePlan(event_id=by.id, changes=marks))


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("key", [b"", b"0123456789abcdef0123"])
async def test_what_was_erased_and_forgotten_since_stays_so(tmp_path: Path, key: bytes) -> None:
    """Content, bytes, and all that rested on it; the rest comes back as it was."""
    path = record_path(tmp_path)
    if key:
        (tmp_path / KEY_NAME).write_bytes(key)
    store = await Store.open(path, SetClock())
    secret, wrong = await told(store, SECRET), await told(store, "the cat is called Tom")
    kept = await told(store, "tea at five")
    made = back_up(path, tmp_path / "stick" / "copy.db")
    ids = await store.erasure.find(Chosen(ids=(secret.id,)))
    await store.erasure.erase(ids, "by wish", "owner")
    await forgotten(store, wrong.id)
    await store.close()
    assert SECRET.encode() in made.read_bytes()
    put = restore(made, path, START)
    assert (put.taken_back.erased, put.taken_back.forgotten) == (1, 1)
    assert SECRET.encode() not in path.read_bytes()
    assert look(path).sound
    assert [row[0] for row in rows(path, "SELECT key FROM state ORDER BY key")] == [
        f"{wrong.id}",
        f"said:{kept.id}",
    ]
    store = await Store.open(path, SetClock())
    try:
        there = await store.record.event(secret.id)
        assert there is not None
        assert there.erased
        assert (await store.check()).sound
    finally:
        await store.close()


async def test_an_event_of_another_record_is_not_taken_for_the_same(tmp_path: Path) -> None:
    """After the backup was made two lives went on; only what both share is the same event."""
    path = record_path(tmp_path / "here")
    store = await Store.open(path, SetClock())
    await told(store, "before")
    await store.close()
    made = back_up(path, tmp_path / "copy.db")
    elsewhere = record_path(tmp_path / "there")
    restore(made, elsewhere, START)
    store = await Store.open(elsewhere, SetClock())
    mine = await told(store, "of the other life")
    theirs = back_up(elsewhere, tmp_path / "theirs.db")
    await store.close()
    store = await Store.open(path, SetClock())
    own = await told(store, "of this life")
    assert own.id == mine.id
    await store.erasure.erase((own.id,), "by wish", "owner")
    await store.close()
    put = restore(theirs, path, START)
    assert put.taken_back.erased == 0
    assert ("of the other life",) in rows(path, "SELECT user_text FROM events")


async def test_a_record_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    await told(store, "before")
    await store.close()
    made = back_up(path, tmp_path / "copy.db")
    path.write_bytes(b"no database" * 900)
    put = restore(made, path, START)
    assert not put.taken_back.is_known
    assert look(path).sound
