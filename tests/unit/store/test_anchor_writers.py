"""Whoever writes the anchor signs it with the owner's key where one is used (T15)."""

import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.ports.record import KeyUnusable
from companion.store.anchor import anchor_path, check_anchor
from companion.store.backup import back_up, restore
from companion.store.key import KEY_NAME, key_of
from companion.store.preset import settle_record
from companion.store.rescue import finish, rescue
from companion.store.sqlite import Store, record_path
from companion.store.verify import Findings, verify
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_thin import KEEP, report
from tests.unit.store.years import filled


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    (tmp_path / KEY_NAME).write_bytes(b"k" * 32)
    path = record_path(tmp_path)
    await filled(path, walks=4)
    return path


def anchored(path: Path) -> str:
    """What the anchor is, of a record that verifies with the key."""
    with closing(sqlite3.connect(path)) as connection:
        found, key = verify(connection), key_of(path)
        says = check_anchor(path, connection, found, key)
    assert found.sound, found.broken
    return says


async def _house(path: Path) -> Path:
    store = await Store.open(path, SetClock())
    await store.anchor()
    await store.close()
    return path


async def _restore(path: Path) -> Path:
    copy = back_up(path, path.parent / "copy.db")
    restore(copy, path, START)
    return path


async def _rescue(path: Path) -> Path:
    rescue(path, START)
    return path


async def _rescue_cut_off(path: Path) -> Path:
    """A power cut came between making the new record and putting it in place."""
    rescue(path, START)
    anchor_path(path).unlink()
    os.replace(path, path.with_name(path.name + ".rescued"))
    finish(path)
    return path


async def _thinning(path: Path) -> Path:
    clock = SetClock()
    store = await Store.open(path, clock)
    for number in range(30):
        await store.events.append(report(clock, number))
    await store.anchor()
    clock.pass_time(hours=24 * 40)
    await store.thinning.begin(KEEP)
    while await store.thinning.step():
        pass
    assert store.thinning.total == 30
    await store.close()
    return path


async def _other_embedder(path: Path) -> Path:
    await _house(path)
    return settle_record(path.parent, "other", START).path


async def _key_put_in_place(path: Path) -> Path:
    """While the house runs: what it writes after the owner's word is of the new key."""
    path.with_name(KEY_NAME).write_bytes(b"n" * 32)
    store = await Store.open(path, SetClock())
    await store.settle_quarantine(keep=True, by="owner")
    path.with_name(KEY_NAME).write_bytes(b"m" * 32)
    assert await store.quarantine_changes()
    await store.settle_quarantine(keep=True, by="owner")
    await filled_more(store)
    await store.anchor()
    await store.close()
    store = await Store.open(path, SetClock())
    assert not store.quarantine
    await store.close()
    return path


async def filled_more(store: Store) -> None:
    seen = await store.events.append(draft(), job="remember_event")
    assert seen.id
    await store.sweep()


@pytest.mark.parametrize(
    "write",
    [
        *(_house, _restore, _rescue, _rescue_cut_off, _thinning, _other_embedder),
        _key_put_in_place,
    ],
)
async def test_the_anchor_is_signed_whoever_wrote_it(
    path: Path, write: Callable[[Path], Awaitable[Path]]
) -> None:
    assert anchored(await write(path)) == "signed"


async def test_a_key_that_cannot_be_used_is_named_and_the_record_left_alone(path: Path) -> None:
    """Neither damage nor a full disk: the remedy is the key."""
    path.with_name(KEY_NAME).write_bytes(b"short")
    with pytest.raises(KeyUnusable, match=r"holds 5 bytes.*Put the whole key back"):
        await Store.open_or_rescue(path, SetClock())
    assert not list(path.parent.glob("*.corrupt.*"))
    with pytest.raises(KeyUnusable):
        restore(back_up(path, path.parent / "copy.db"), path, START)


async def test_an_anchor_of_nothing_is_not_written(tmp_path: Path) -> None:
    """A restored record without an event has no end to sign; `missing` is said, not `ok`."""
    path = record_path(tmp_path)
    await (await Store.open(path, SetClock())).close()
    restore(back_up(path, tmp_path / "copy.db"), path, START)
    with closing(sqlite3.connect(path)) as connection:
        assert check_anchor(path, connection, Findings()) == "missing"
