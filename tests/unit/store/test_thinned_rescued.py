"""What was thinned and what was lost, told apart by a rescue, by `verify` and by an erasure."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.store.backup import automatic, back_up_daily, days
from companion.store.erasure import _overwrite
from companion.store.mirror import as_of
from companion.store.pages import Pages
from companion.store.preset import settle_record
from companion.store.rescue import rescue, shapes
from companion.store.sqlite import Store, record_path
from companion.store.verify import verify_tail
from companion.words.ids import EventId
from tests.proof.bench.rescue_witness import witness
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_sealed import harmed
from tests.unit.store.test_thin import count, lived, look, thinned
from tests.unit.store.years import filled


@pytest.fixture
async def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def store(tmp_path: Path, clock: SetClock) -> AsyncIterator[Store]:
    """Twelve days lived, with what was old taken out."""
    store = await Store.open(record_path(tmp_path), clock)
    await lived(store, clock, 12)
    await thinned(store)
    yield store
    await store.close()


def settled(path: Path) -> None:
    """All in the file, nothing in the WAL."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")


def hit(path: Path, *keys: tuple[str, tuple[int, ...]]) -> None:
    """Noise over these rows."""
    settled(path)
    told = witness(path, sorted({table for table, _ in keys}))
    bad = bytearray(path.read_bytes())
    for first, end, table, key in told.places:
        if (table, key) in keys:
            bad[first:end] = os.urandom(end - first)
    path.write_bytes(bytes(bad))


def runs(path: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT first_id, last_id FROM thinned ORDER BY 1").fetchall()


def events(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM events ORDER BY id")]


async def test_a_rescue_keeps_the_marks_and_counts_as_lost_only_what_was_hit(store: Store) -> None:
    await store.close()
    before, was = runs(store.path), look(store.path)
    last = before[-1][1]
    hit(store.path, ("events", (last + 1,)), ("events", (last + 2,)))
    found = rescue(store.path, START)
    now = look(store.path)
    assert now.sound, now.broken
    assert (found.lost, now.lost, now.thinned) == (2, 2, was.thinned)
    assert now.gaps == [(last, last + 3)]
    assert runs(store.path) == before


async def test_a_loss_stays_explained_when_its_neighbours_are_thinned(
    tmp_path: Path, clock: SetClock
) -> None:
    path = record_path(tmp_path)
    store = await Store.open(path, clock)
    await lived(store, clock, 6)
    await store.close()
    # Four reports one after the other that nothing rests on; the two in the middle are lost.
    with closing(sqlite3.connect(path)) as connection:
        (before,) = connection.execute(
            "SELECT id FROM events e WHERE id > 50 AND (SELECT count(*) FROM events n WHERE n.id "
            "BETWEEN e.id AND e.id + 3 AND n.source = 'device_state' AND NOT EXISTS "
            "(SELECT 1 FROM event_evidence WHERE evidence_id = n.id)) = 4 LIMIT 1"
        ).fetchone()
    hit(path, ("events", (before + 1,)), ("events", (before + 2,)))
    rescue(path, clock.now())
    store = await Store.open(path, clock)
    clock.pass_time(days=20)
    await thinned(store)
    await store.close()
    found = look(path)
    assert found.sound, found.broken
    assert (found.lost, found.gaps) == (2, [(before, before + 3)])
    neighbours = {before, before + 3}
    assert not neighbours & set(events(path)), "the neighbours of the loss were to be thinned"


async def test_what_was_thinned_does_not_come_back_from_a_free_page(store: Store) -> None:
    """Thinning leaves free pages as they were, to write less; their list may be damaged."""
    await store.close()
    settled(store.path)
    bad = bytearray(store.path.read_bytes())
    bad[36:40] = b"\0\0\0\1"  # how many there are
    store.path.write_bytes(bytes(bad))
    thin = {n for first, last in runs(store.path) for n in range(first, last + 1)}
    with closing(Pages(store.path, shapes())) as pages:
        seen = {row.values[0] for row in pages.rows() if row.table == "events"}
    assert seen & thin, "nothing of it lies in the file any more: this test shows nothing"
    rescue(store.path, START)
    assert not thin & set(events(store.path))
    assert look(store.path).sound, look(store.path).broken


async def test_marks_that_are_lost_are_told_and_the_record_goes_on(
    store: Store, clock: SetClock
) -> None:
    await store.close()
    first, last = runs(store.path)[3]
    hit(store.path, ("thinned", (first,)))
    found = rescue(store.path, START)
    assert found.lost == last - first + 1
    told = look(store.path)
    assert told.sound, told.broken
    assert told.explained.markers
    again = await Store.open(store.path, clock)
    clock.pass_time(days=30)
    await thinned(again)
    await again.close()
    assert look(store.path).sound, look(store.path).broken


async def test_marks_that_are_lost_come_from_the_backup(store: Store, clock: SetClock) -> None:
    await store.close()
    settled(store.path)
    back_up_daily(store.path, clock.now())
    before = runs(store.path)
    hit(store.path, ("thinned", (before[3][0],)))
    found = rescue(store.path, clock.now())
    assert (found.lost, found.from_backup) == (0, automatic(store.path)[-1])
    assert runs(store.path) == before
    assert not look(store.path).explained.markers


async def test_another_programs_mark_is_found_and_not_taken_over(store: Store) -> None:
    """An event taken out under a mark of one's own is a loss, and is told."""
    await store.close()
    taken = events(store.path)[-3]
    harmed(
        store.path,
        f"INSERT INTO thinned SELECT {taken}, {taken}, chain, {taken + 1} FROM events "
        f"WHERE id = {taken}",
        f"DELETE FROM events WHERE id = {taken}",
    )
    found = look(store.path)
    assert "thinned" in found.tables
    rescued = rescue(store.path, START)
    assert rescued.lost == 1
    assert look(store.path).sound, look(store.path).broken
    assert (taken, taken) not in runs(store.path)


async def test_a_page_that_was_copied_damaged_comes_from_the_day_before(
    tmp_path: Path, clock: SetClock
) -> None:
    """A day's backup is made page by page, of damaged pages too: what they held is in the copy."""
    path = record_path(tmp_path)
    await filled(path, 20)
    settled(path)
    back_up_daily(path, clock.now())
    hit(path, ("events", (9,)))
    clock.pass_time(days=1)
    with pytest.MonkeyPatch.context() as patch:
        # Of a long record only the end is looked at.
        patch.setattr("companion.store.backup.verify_tail", partial(verify_tail, events=20))
        back_up_daily(path, clock.now())
    assert len(days(path)) == 1
    found = rescue(path, clock.now())
    assert (found.events, found.lost, found.emptied) == (80, 0, 0)
    # The newest had rows as well; what it had lost was in the day before.
    assert found.from_backup is not None
    assert look(path).sound, look(path).broken
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".day")]


async def test_a_fold_that_was_cut_off_serves_a_rescue(tmp_path: Path, clock: SetClock) -> None:
    """The copy is half of one day and half of another; with the days that were being put into it,
    it is whole."""
    path = record_path(tmp_path)
    for _ in range(3):
        await filled(path, 10)
        back_up_daily(path, clock.now())
        clock.pass_time(days=1)
    copy, last = automatic(path)[0], days(path)[-1]
    last.with_suffix(".fold").touch()
    half, new = bytearray(copy.read_bytes()), tmp_path / "new"
    as_of(copy, days(path), new)
    half[: len(half) // 2] = new.read_bytes()[: len(half) // 2]
    copy.write_bytes(bytes(half))
    hit(path, ("events", (9,)))
    found = rescue(path, clock.now())
    assert (found.events, found.lost, found.emptied) == (120, 0, 0)
    assert found.from_backup == last


async def test_a_rescue_that_a_power_cut_ended_is_finished_under_its_own_name(
    tmp_path: Path,
) -> None:
    """The damaged file was moved aside, the new one not yet put in its place: no household was
    lost, and nobody is asked whether one was."""
    path = record_path(tmp_path)
    await filled(path, 5)
    rescue(path, START)
    path.rename(path.with_name(path.name + ".rescued"))
    assert settle_record(tmp_path, "hash", START).path == path
    assert count(path, "events") == 21
    path.rename(path.with_name(path.name + ".rescued"))
    carried = settle_record(tmp_path, "other", START)
    assert (carried.path, carried.carried_from) == (record_path(tmp_path, "other"), "hash")
    assert look(carried.path).sound, look(carried.path).broken


async def test_a_carried_record_keeps_its_seals_and_its_key(tmp_path: Path) -> None:
    (tmp_path / "anchor.key").write_bytes(b"k" * 32)
    path = record_path(tmp_path)
    await filled(path, 5)
    store = await Store.open(path, SetClock())
    await store.anchor()
    await store.close()
    carried = settle_record(tmp_path, "other", START).path
    found = look(carried)
    assert found.sound, found.broken
    assert found.key == b"k" * 32
    store = await Store.open(carried, SetClock())
    assert not store.quarantine
    await store.close()


async def test_thinning_moves_the_sums_over_what_it_takes(store: Store) -> None:
    """Revisions go with their events; their sum goes on being right."""
    found = await store.check()
    assert found.sound, found.broken
    event = await store.events.append(draft())
    assert event.id == EventId(events(store.path)[-1])


class FullDisk(sqlite3.Connection):
    """There is no room for a second file."""

    def execute(self, sql: str, /, *values: Any) -> sqlite3.Cursor:
        if sql == "VACUUM":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *values)


def full(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, factory=FullDisk, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


async def test_an_erasure_on_a_full_disk_waits_while_thinning_has_left_free_pages(
    store: Store,
) -> None:
    """They are as they were, and may hold what is erased; without them all was overwritten."""
    await store.close()
    with closing(full(store.path)) as connection, pytest.raises(sqlite3.OperationalError):
        _overwrite(connection)
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("VACUUM")
    with closing(full(store.path)) as connection:
        _overwrite(connection)
