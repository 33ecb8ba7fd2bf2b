"""Rows read from the bytes of a file, where SQLite itself finds no way to them (F5)."""

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.store.backup import back_up_daily
from companion.store.migrations import PAGE_BYTES
from companion.store.pages import Pages
from companion.store.rescue import TABLES, finish, rescue, shapes
from companion.store.sqlite import Store, record_path
from tests.proof.bench.rescue_witness import witness
from tests.proof.bench.rescues import fill, rescued
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_verify import look
from tests.unit.store.years import filled


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def read(path: Path) -> set[tuple[str, tuple[object, ...]]]:
    with closing(Pages(path, shapes())) as pages:
        return {(row.table, row.values) for row in pages.rows()}


def asked(path: Path) -> set[tuple[str, tuple[object, ...]]]:
    """What SQLite says stands there."""
    with opened(path) as connection:
        return {
            (table, tuple(row))
            for table in (*TABLES, "sqlite_sequence")
            for row in connection.execute(f"SELECT * FROM {table}")
        }


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def copied(path: Path, to: Path) -> Path:
    """With its WAL, as it lies there this moment."""
    to.parent.mkdir(exist_ok=True)
    to.write_bytes(path.read_bytes())
    wal_of(to).write_bytes(wal_of(path).read_bytes())
    return to


def tear(wal: Path) -> None:
    torn = bytearray(wal.read_bytes())
    at = len(torn) // 2
    torn[at : at + 512] = os.urandom(512)
    wal.write_bytes(bytes(torn))


async def test_every_row_of_a_whole_file_is_read_as_sqlite_reads_it(tmp_path: Path) -> None:
    path = record_path(tmp_path)
    await fill(path, 400_000)
    assert read(path) == asked(path)


async def test_rows_that_lie_in_the_wal_alone_are_read(tmp_path: Path) -> None:
    """Power gone: nothing has been moved into the file yet."""
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    for number in range(40):
        await store.events.append(draft(text=f"event {number}"), durable=True)
    copy = tmp_path / "copy.db"
    copied(path, copy)
    await store.close()
    found = {row[1][0] for row in read(copy) if row[0] == "events"}
    assert found == set(range(1, 41))


async def test_a_damaged_frame_of_the_wal_costs_what_lay_in_it(tmp_path: Path) -> None:
    """SQLite takes nothing behind the first frame that is not what was written."""
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    for number in range(150):
        await store.events.append(draft(text=f"event {number} " * 6), durable=True)
    copy = record_path(tmp_path / "copy")
    copied(path, copy)
    await store.close()
    tear(wal_of(copy))
    again = copied(copy, record_path(tmp_path / "again"))
    with opened(copy) as connection:
        by_sqlite = connection.execute("SELECT count(*) FROM events").fetchone()[0]
    # Looking at it has let SQLite throw the rest of the WAL away: the rescue has a copy.
    found = rescue(again, START)
    assert by_sqlite < 140
    assert found.events >= 142
    assert look(again).sound, look(again).broken


def laid_out_as_before(path: Path, page: int) -> None:
    """With the pages of a record that a version before this one made: the first without a map of
    them, a later one with it."""
    with opened(path) as connection:
        for statement in (
            "PRAGMA journal_mode = DELETE",
            f"PRAGMA page_size = {page}",
            f"PRAGMA auto_vacuum = {'NONE' if page == 4096 else 'INCREMENTAL'}",
            "VACUUM",
        ):
            connection.execute(statement)


@pytest.mark.parametrize("page", [PAGE_BYTES, 1024, 4096])
@pytest.mark.parametrize(
    "harm",
    ["head of the page", "list of cells", "file head", "root pages"],
)
async def test_a_page_that_does_not_say_where_its_rows_are_is_searched(
    tmp_path: Path, harm: str, page: int
) -> None:
    """Of the rows themselves not one byte is hit: all are there."""
    path = record_path(tmp_path)
    await filled(path, 60)
    if page != PAGE_BYTES:
        laid_out_as_before(path, page)
    with opened(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        roots = {
            r[0] for r in connection.execute("SELECT rootpage FROM sqlite_schema WHERE rootpage")
        }
    before = asked(path)
    whole, chance = bytearray(path.read_bytes()), random.Random(4)
    assert int.from_bytes(whole[16:18], "big") == page
    for number in range(1, len(whole) // page + 1):
        at = (number - 1) * page
        leaf = whole[at] == 13 and number not in roots
        if harm == "head of the page" and leaf:
            whole[at : at + 8] = chance.randbytes(8)
        elif harm == "list of cells" and leaf:
            cells = int.from_bytes(whole[at + 3 : at + 5], "big")
            whole[at + 8 : at + 8 + 2 * cells] = chance.randbytes(2 * cells)
        elif harm == "file head" and number == 1:
            whole[:100] = chance.randbytes(100)
        elif harm == "root pages" and number in roots and whole[at] in (2, 5):
            whole[at : at + 100] = chance.randbytes(100)
    path.write_bytes(bytes(whole))
    found = rescue(path, START)
    assert (found.events, found.lost, found.emptied) == (240, 0, 0)
    kept = {row for row in asked(path) if row[0] not in ("seals", "sqlite_sequence")}
    missing = {row for row in before if row[0] not in ("seals", "sqlite_sequence")} - kept
    assert {row[0] for row in missing} <= {"state"} if harm == "root pages" else not missing
    assert look(path).sound, look(path).broken


@pytest.mark.parametrize("noise", [b"\xf3\x10\x9a\x01", b"\0\0\0\x02"])
async def test_a_link_that_was_hit_costs_no_row(tmp_path: Path, noise: bytes) -> None:
    """Four bytes say where a row goes on: hit alone, they had cost what lay behind them (F5)."""
    path = record_path(tmp_path)
    await fill(path, 400_000)
    whole = asked(path)
    with opened(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pieces: dict[object, list[tuple[int, int]]] = {}
    for first, end, table, key in witness(path, ("events",)).places:
        pieces.setdefault((table, key), []).append((first, end))
    long = [found for found in pieces.values() if len(found) > 3]
    links = [at for found in long[:3] for at in (found[0][1], found[1][0] - 4, found[-1][0] - 4)]
    assert len(links) == 9
    good = path.read_bytes()
    for at in links:
        path.write_bytes(good[:at] + noise + good[at + 4 :])
        assert read(path) >= whole


async def test_a_power_cut_in_the_middle_of_a_rescue_loses_nothing(tmp_path: Path) -> None:
    """The new record is whole before the old one is moved; a start finishes what was begun."""
    path = record_path(tmp_path)
    await filled(path, 10)
    rescue(path, START)
    whole = path.read_bytes()
    path.rename(path.with_name(path.name + ".rescued"))
    assert finish(path)
    assert path.read_bytes() == whole
    path.rename(path.with_name(path.name + ".rescued"))
    await filled(path, 1)  # the damaged one, not moved aside yet
    store, _ = await Store.open_or_rescue(path, SetClock())
    kept = await store.record.recent(limit=500)
    await store.close()
    assert len(kept) == 41


async def test_what_a_backup_still_holds_is_taken_from_it_and_the_rest_from_the_file(
    tmp_path: Path,
) -> None:
    """Events after the backup stay, those before that were hit come back."""
    path = record_path(tmp_path)
    await filled(path, 30)
    back_up_daily(path, START)
    await filled(path, 30)
    with opened(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    told = witness(path, ("events",))
    bad = bytearray(path.read_bytes())
    for table, key in (("events", (9,)), ("events", (10,))):
        first, end = next((f, e) for f, e, t, k in told.places if (t, k) == (table, key))
        bad[first:end] = os.urandom(end - first)
    path.write_bytes(bytes(bad))
    found = rescue(path, START)
    assert found.from_backup is not None
    assert (found.events, found.lost, found.emptied) == (240, 0, 0)
    assert look(path).sound, look(path).broken


async def test_holes_in_a_record_of_a_megabyte_cost_only_what_they_hit(tmp_path: Path) -> None:
    """Issue 10.2 in short; `companion bench rescues --long` has 1, 10 and 100 MB."""
    figures = await rescued(tmp_path, 1, range(3))
    assert [(f.what, f.value, f.detail["why"]) for f in figures if not f.held] == []
    assert figures[0].detail["events_hit_and_lost"] > 0


@pytest.mark.slow
async def test_holes_in_a_record_of_ten_megabytes_cost_only_what_they_hit(tmp_path: Path) -> None:
    """Issue 10.2: the size at which nine of twelve were not rescued."""
    figures = await rescued(tmp_path, 10, (7,))
    assert [(f.what, f.value, f.detail["why"]) for f in figures if not f.held] == []
