"""Backups, restores, anchors, migrations that fail (P26, F27, T15)."""

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from companion.ports.record import MigrationFailed, RecordDamaged, RecordTooNew
from companion.store import backup, migrations, mirror
from companion.store.anchor import anchor_path, check_anchor
from companion.store.backup import (
    DAYS_MAX,
    KEPT,
    automatic,
    back_up,
    back_up_daily,
    copies,
    days,
    restore,
)
from companion.store.claim import StateDirTaken, claim_state_dir
from companion.store.sqlite import Store, record_path
from companion.store.verify import Findings
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_verify import look, unguarded
from tests.unit.store.years import filled, walked


async def test_a_backup_of_a_live_record_is_put_back_elsewhere_and_verifies(
    tmp_path: Path,
) -> None:
    """P26, issue 3 item 5: backup and restore, verified on another folder."""
    path = record_path(tmp_path / "here")
    store = await Store.open(path, SetClock())
    for n in range(5):
        await walked(store, n)
    made = back_up(path, tmp_path / "stick" / "copy.db")
    await walked(store, 6)
    await store.close()
    assert made.stat().st_mode & 0o777 == 0o600
    put = restore(made, record_path(tmp_path / "there"), START)
    assert put.findings.sound
    assert put.findings.events == 20
    assert put.aside is None
    store = await Store.open(put.record, SetClock())
    await store.events.append(draft())
    found = await store.check()
    await store.close()
    assert found.sound
    assert found.events == 21


async def test_a_restore_keeps_what_was_there(tmp_path: Path) -> None:
    path = record_path(tmp_path)
    await filled(path, 3)
    made = back_up(path, tmp_path / "copy.db")
    store = await Store.open(path, SetClock())
    await store.events.append(draft(text="since the backup"))
    await store.close()
    put = restore(made, path, START)
    assert put.aside is not None
    assert look(put.aside).events == 13
    assert look(path).events == 12


async def test_a_broken_or_newer_backup_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path, backup = record_path(tmp_path / "live"), tmp_path / "copy.db"
    await filled(path, 3)
    back_up(path, backup)
    before = path.read_bytes()
    connection = sqlite3.connect(backup)
    connection.execute("INSERT INTO _sqlite_migrations VALUES (99, 'companion', '9999 x', 'then')")
    connection.commit()
    connection.close()
    with pytest.raises(RecordTooNew, match="9999 x"):
        restore(backup, path, START)
    back_up(path, backup)
    connection = unguarded(backup)
    connection.execute("UPDATE events SET user_text = 'changed' WHERE id = 1")
    connection.close()
    with pytest.raises(RecordDamaged, match="does not verify"):
        restore(backup, path, START)
    backup.write_bytes(b"no database" * 500)
    with pytest.raises(RecordDamaged):
        restore(backup, path, START)
    assert path.read_bytes() == before
    assert sorted(p.name for p in path.parent.iterdir() if "restor" in p.name) == []


async def test_a_record_in_use_is_not_restored_over(tmp_path: Path) -> None:
    path = record_path(tmp_path / "live")
    await filled(path, 1)
    made = back_up(path, tmp_path / "copy.db")
    with claim_state_dir(path.parent), pytest.raises(StateDirTaken):
        restore(made, path, START)


async def test_the_automatic_backup_is_one_file_and_the_days_since(tmp_path: Path) -> None:
    """Folded into one when they are many: then the last six can still be had again."""
    path = record_path(tmp_path)
    await filled(path, 40)
    assert back_up_daily(path, START) is not None
    assert back_up_daily(path, START + timedelta(hours=2)) is None
    for day in range(1, DAYS_MAX + 2):
        made = back_up_daily(path, START + timedelta(days=day))
        assert made is not None
        if day <= DAYS_MAX:
            assert [copy.name[:20] for copy in automatic(path)] == ["memory_hash.20261121"]
            assert len(days(path)) == day
    assert [copy.name[:20] for copy in automatic(path)] == ["memory_hash.20261214"]
    assert len(days(path)) == KEPT - 1
    assert made == days(path)[-1]
    for one in (*automatic(path), *days(path)):
        assert restore(one, record_path(tmp_path / "there"), START).findings.events == 160


async def test_only_what_differs_is_written_and_each_day_can_be_had_again(tmp_path: Path) -> None:
    """A busy live record that grows, and gets shorter in between; every day is restored as it
    was, and the copy with its days is never twice as long as the record."""
    clock, path = SetClock(), record_path(tmp_path)
    store = await Store.open(path, clock)
    for n in range(200):
        await walked(store, n)
    first = await store.back_up_daily()
    assert first is not None
    events = {first: 800}
    whole = first.stat().st_size
    for day in range(1, 6):
        clock.pass_time(days=1)
        await walked(store, 200 + day)
        if day == 3:
            await store.sweep()
            await store._writer.upkeep(lambda c: c.execute("VACUUM"))
        made = await store.back_up_daily()
        assert made is not None
        events[made] = 800 + 4 * day
        assert day == 3 or days(path)[-1].stat().st_size < whole / 8
    await store.close()
    assert sum(one.stat().st_size for one in copies(path)) < 2 * path.stat().st_size
    assert {*automatic(path), *days(path)} == events.keys()
    for number, (one, count) in enumerate(events.items()):
        put = restore(one, record_path(tmp_path / f"day{number}"), START)
        assert put.findings.events == count


async def test_days_go_on_from_a_copy_that_the_owner_made_between(tmp_path: Path) -> None:
    """`companion backup` puts its copy beside the automatic ones."""
    path = record_path(tmp_path)
    made: list[Path | None] = []
    for day in range(5):
        await filled(path, 10)
        now = START + timedelta(days=day)
        made.append(back_up_daily(path, now))
        if day in (1, 2):
            await filled(path, 1)
            name = f"{path.stem}.{(now + timedelta(hours=1)).strftime(backup.STAMP)}.db"
            made.append(back_up(path, backup.backup_folder(path) / name))
    counts = [40, 80, 84, 124, 128, 168, 208]
    for one, events in zip(made, counts, strict=True):
        assert one is not None
        put = restore(one, record_path(tmp_path / "there"), START)
        assert put.findings.events == events, one
    back_up_daily(path, START + timedelta(days=20))
    assert len(automatic(path)) == 1
    assert len([one for one in copies(path) if one.suffix == ".pages"]) == 3


@pytest.mark.parametrize("folding", [False, True])
async def test_a_copy_that_somebody_deleted_is_made_anew(tmp_path: Path, *, folding: bool) -> None:
    path = record_path(tmp_path)
    await filled(path, 10)
    for day in range(4):
        back_up_daily(path, START + timedelta(days=day))
    automatic(path)[0].unlink()
    if folding:
        (path.parent / "backups" / "memory_hash.20261122T180000.db.fold").touch()
    for day in range(4, 6):
        made = back_up_daily(path, START + timedelta(days=day))
        assert made is not None
        assert restore(made, record_path(tmp_path / "there"), START).findings.events == 40
    assert copies(path) == [made, automatic(path)[0]]


async def test_a_day_that_rots_is_dropped_and_what_is_whole_goes_on(tmp_path: Path) -> None:
    path = record_path(tmp_path)
    await filled(path, 40)
    for day in range(4):
        back_up_daily(path, START + timedelta(days=day))
    torn = days(path)[1]
    bad = bytearray(torn.read_bytes())
    bad[60] ^= 1
    torn.write_bytes(bytes(bad))
    with pytest.raises(RecordDamaged, match="is not as it was written"):
        restore(days(path)[-1], record_path(tmp_path / "there"), START)
    assert back_up_daily(path, START + timedelta(days=5)) is None
    made = back_up_daily(path, START + timedelta(days=5))
    assert made is not None
    assert len(days(path)) == 2
    assert restore(made, record_path(tmp_path / "there"), START).findings.events == 160


async def test_a_backup_is_whole_though_the_record_is_written_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, path = SetClock(), record_path(tmp_path)
    store = await Store.open(path, clock)
    for n in range(100):
        await walked(store, n)
    await store.back_up_daily()
    clock.pass_time(days=1)
    await walked(store, 100)
    comparing, may_go = threading.Event(), threading.Event()
    real = mirror._differing

    def slow(source: BinaryIO, *known: Any) -> Iterator[tuple[int, bytes]]:
        comparing.set()
        assert may_go.wait(30)
        return real(source, *known)

    monkeypatch.setattr(mirror, "_differing", slow)
    running = asyncio.create_task(store.back_up_daily())
    await asyncio.to_thread(comparing.wait, 30)
    for n in range(101, 160):
        await walked(store, n)
    # Nobody may move what was written into the file now.
    await store._writer.upkeep(lambda c: c.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone())
    may_go.set()
    made = await running
    assert made is not None
    put = restore(made, record_path(tmp_path / "there"), START)
    assert put.findings.sound
    assert put.findings.events == 404
    assert (await store.check()).events == 640
    await store.close()


@pytest.mark.parametrize("folding", [False, True])
async def test_a_backup_cut_off_at_any_write_is_yesterdays_or_todays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, folding: bool
) -> None:
    """Power goes at each sync, rename and removal in turn, also while days are folded into the
    copy: each backup that is there is restored as it was, and the next one goes on."""
    path, there = record_path(tmp_path / "here"), record_path(tmp_path / "there")
    events: dict[str, int] = {}
    for day in range(4):
        await filled(path, 10 if not day else 1)
        made = back_up_daily(path, START + timedelta(days=day)) if day < 3 else None
        if made is not None:
            events[made.name[:20]] = 40 + 4 * day
    if folding:
        monkeypatch.setattr(backup, "DAYS_MAX", 2)
        monkeypatch.setattr(backup, "KEPT", 2)
    whole = tmp_path / "whole"
    shutil.copytree(path.parent, whole)
    for cut in range(40):
        shutil.rmtree(path.parent)
        shutil.copytree(whole, path.parent)
        if not cut_off(path, cut, monkeypatch):
            break
        for one in (*automatic(path), *days(path)):
            with contextlib.suppress(FileNotFoundError):  # it was being folded
                found = restore(one, there, START).findings.events
                assert found in {events.get(one.name[:20], 52), 48 if folding else 52}, (cut, one)
        later = back_up_daily(path, START + timedelta(days=4))
        assert later is not None
        assert restore(later, there, START).findings.events == 52
        assert {one.suffix for one in later.parent.iterdir()} <= {".db", ".pages"}
    else:
        pytest.fail("it never came to its end")
    assert cut > (6 if folding else 2)


def cut_off(path: Path, after: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Make a day's backup, and die at one of its steps; whether it came so far."""
    left = [after]

    def dying(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            return real(*args, **named)

        return step

    with monkeypatch.context() as patched:
        for name in ("fsync", "replace", "unlink"):
            patched.setattr(os, name, dying(getattr(os, name)))
        try:
            back_up_daily(path, START + timedelta(days=3))
        except KeyboardInterrupt:
            return True
    return False


@pytest.fixture
async def anchored(tmp_path: Path) -> Path:
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    for n in range(4):
        await walked(store, n)
    await store.anchor()
    await store.events.append(draft())
    await store.close()
    return path


def anchor_says(path: Path, key: bytes = b"") -> tuple[str, int]:
    found, connection = Findings(), sqlite3.connect(path)
    says = check_anchor(path, connection, found, key)
    connection.close()
    return says, found.broken_count


async def test_a_tail_cut_off_cleanly_is_found_by_the_anchor(anchored: Path) -> None:
    """T15: somebody who knows SQLite cuts the tail and sets the counter back: only the anchor
    shows it."""
    assert anchor_says(anchored) == ("ok", 0)
    connection = sqlite3.connect(anchored, isolation_level=None)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type='trigger'")
    made = triggers.fetchall()
    for name, _ in made:
        connection.execute(f"DROP TRIGGER {name}")
    for table in ("event_evidence", "action_results", "acts", "revisions", "jobs"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM events WHERE id > 8")
    for table in ("approvals", "deliberation_session", "working_thought", "applied_plans", "state"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM action_decisions WHERE event_id > 8")
    connection.execute("UPDATE sqlite_sequence SET seq = 8 WHERE name = 'events'")
    for _, sql in made:
        connection.execute(sql)
    connection.close()
    assert anchor_says(anchored) == ("broken", 1)


async def test_an_anchor_with_a_key_cannot_be_made_without_it(anchored: Path) -> None:
    key = b"0123456789abcdef0123"
    (anchored.with_name("anchor.key")).write_bytes(key)
    store = await Store.open(anchored, SetClock())
    await store.anchor()
    await store.close()
    assert anchor_says(anchored, key) == ("signed", 0)
    assert anchor_says(anchored) == ("unsigned", 0)
    facts = json.loads(anchor_path(anchored).read_text())
    facts["at"] = "2027-01-01T00:00:00+00:00"
    anchor_path(anchored).write_text(json.dumps(facts))
    assert anchor_says(anchored, key) == ("broken", 1)
    anchor_path(anchored).unlink()
    assert anchor_says(anchored, key) == ("missing", 0)


async def test_a_bad_migration_changes_nothing_and_says_where_the_copy_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F27: half done is not done; the file is as it was, byte for byte in what it holds."""
    path = tmp_path / "memory_hash.db"
    connection = sqlite3.connect(path)
    connection.executescript((Path(__file__).parent / "step_0001.sql").read_text("utf-8"))
    before = list(connection.iterdump())
    connection.close()

    whole = migrations.STEPS[migrations.NAMES[1]]

    def half(connection: sqlite3.Connection) -> None:
        whole(connection)
        connection.execute("UPDATE no_such_table SET x = 1")

    monkeypatch.setitem(migrations.STEPS, migrations.NAMES[1], half)
    with pytest.raises(MigrationFailed, match=r"Nothing of it was changed.*before-0011"):
        await Store.open(path, SetClock())
    connection = sqlite3.connect(path)
    assert list(connection.iterdump()) == before
    connection.close()
    assert sqlite3.connect(f"{path}.before-0011").execute("SELECT count(*) FROM events").fetchone()
    monkeypatch.undo()
    store = await Store.open(path, SetClock())
    assert (await store.check()).sound
    await store.close()


async def test_a_record_of_a_newer_version_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = record_path(tmp_path)
    await filled(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO _sqlite_migrations VALUES (99, 'companion', '9999 x', 'then')")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(RecordTooNew, match="install that version"):
        await Store.open_or_rescue(path, SetClock())
    assert path.read_bytes() == before
