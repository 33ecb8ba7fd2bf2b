"""The sealed record: what is changed, put in, taken out or rotten is found (T15, R2)."""

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.store.migrations import migrate
from companion.store.migrations.sql import statements
from companion.store.sqlite import Store, record_path
from companion.store.verify import Findings, verify
from companion.words.event import EventSource
from tests.unit.store.samples import SetClock, decision, draft, result
from tests.unit.store.years import filled


def look(path: Path) -> Findings:
    connection = sqlite3.connect(path)
    try:
        return verify(connection)
    finally:
        connection.close()


def unguarded(path: Path) -> sqlite3.Connection:
    """The file in the hands of somebody who knows SQLite: without triggers."""
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    return connection


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = record_path(tmp_path)
    await filled(path, walks=20)
    return path


def test_an_untouched_record_is_sound(path: Path) -> None:
    found = look(path)
    assert found.sound, found.broken
    assert found.events == 80
    assert found.rows > found.events


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE events SET user_text = 'nobody said this' WHERE id = 5",
        "UPDATE events SET trust = 'owner', authority = 'user' WHERE id = 5",
        "UPDATE events SET evidence = '[]' WHERE id = 6",
        "UPDATE events SET payload = '{}', salt = NULL, user_text = '' WHERE id = 5",
        "UPDATE action_decisions SET decided_by = 'owner' WHERE event_id = 6",
        "UPDATE action_decisions SET json = replace(json, 'light', 'lock') WHERE event_id = 6",
        "UPDATE action_results SET status = 'failed'",
        "DELETE FROM action_results",
        "DELETE FROM event_evidence WHERE event_id = 6",
        "INSERT INTO event_evidence VALUES (2, 5)",
        "DELETE FROM events WHERE id = 9",
        "DELETE FROM events WHERE id > 70",
        "UPDATE events SET id = 900 WHERE id = 80",
        "UPDATE state SET value = '{}'",
        "UPDATE state SET observed_at = '2020-01-01T00:00:00+00:00'",
        "UPDATE jobs SET payload = '{\"event_id\": 3}'",
        "UPDATE approvals SET status = 'granted'",
        "UPDATE acts SET status = 'dropped'",
        "UPDATE runtime_snapshots SET json = '{}'",
        "UPDATE revisions SET value = '{}'",
        "DROP TABLE acts",
        "DELETE FROM _sqlite_migrations WHERE id = 2",
        "SELECT 1",
    ],
)
def test_whoever_changes_the_file_is_found(path: Path, harm: str) -> None:
    """T15: also with the triggers gone, which is found by itself."""
    connection = unguarded(path)
    schema = look(path).broken_count
    assert schema > 0
    connection.execute(harm)
    connection.close()
    assert (look(path).broken_count > schema) == (harm != "SELECT 1"), harm


def test_many_changed_triggers_are_summed_up(path: Path) -> None:
    """All sixty names stood in one line."""
    unguarded(path).close()
    (finding,) = [b for b in look(path).broken if "trigger" in b.why]
    assert "(+" in finding.row
    assert finding.row.count(",") == 2


def test_the_first_broken_event_is_named(path: Path) -> None:
    connection = unguarded(path)
    connection.execute("UPDATE events SET user_text = 'other' WHERE id IN (33, 44)")
    connection.close()
    assert [b.row for b in look(path).broken if b.table == "events"] == ["33", "44"]


def test_sixteen_flipped_bytes_are_found_wherever_they_change_anything(path: Path) -> None:
    """R2 in short (`companion bench bitflips` is the long form): 10 of 10."""
    good, chance = path.read_bytes(), random.Random(15)
    dump = _dump(path)
    assert dump is not None
    found = hurt = 0
    while hurt < 10:
        at = chance.randrange(len(good) - 16)
        path.write_bytes(good[:at] + os.urandom(16) + good[at + 16 :])
        detected = not look(path).sound
        changed = detected or _dump(path) != dump
        hurt += changed
        found += detected
    path.write_bytes(good)
    assert found == hurt == 10
    assert look(path).sound


def _dump(path: Path) -> list[str] | None:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return None
    finally:
        connection.close()


async def test_a_record_of_step_one_is_sealed_as_it_was(tmp_path: Path) -> None:
    """F27: an old file migrates, with a copy before, and goes on; what no longer matched its
    checksum goes on being named."""
    path = record_path(tmp_path)
    old = tmp_path / "old.sql"
    old.write_text((Path(__file__).parent / "step_0001.sql").read_text("utf-8"), encoding="utf-8")
    connection = sqlite3.connect(path)
    connection.executescript(old.read_text("utf-8"))
    connection.close()
    backup = migrate(str(path))
    assert backup is not None
    assert backup.stat().st_mode & 0o777 == 0o600
    found = look(path)
    assert found.sound, found.broken
    assert found.events > 20
    store = await Store.open(path, SetClock())
    event = await store.events.append(draft(EventSource.DELIBERATION_DECISION), decision=decision())
    await store.events.append(draft(EventSource.ACTION_RESULT), result=result(event.id))
    await store.close()
    assert look(path).sound
    assert migrate(str(path)) is None


def test_damage_of_before_the_chain_is_not_laundered(tmp_path: Path) -> None:
    path = tmp_path / "memory_hash.db"
    connection = sqlite3.connect(path)
    connection.executescript((Path(__file__).parent / "step_0001.sql").read_text("utf-8"))
    connection.executescript(
        "DROP TRIGGER events_keep_update; UPDATE events SET user_text = 'rot' WHERE id = 3;"
        + next(s for s in statements("step_0001") if "events_keep_update" in s)
        + ";"
    )
    connection.close()
    migrate(str(path))
    assert [(b.table, b.row) for b in look(path).broken] == [("events", "3")]


async def test_what_is_not_synced_yet_is_no_gap(tmp_path: Path) -> None:
    """Step 6: the highest id given is written with each FULL commit; a process killed before one
    leaves more events than that, which is sound, and a cut tail is told as soon as it was."""
    path = tmp_path / "memory_hash.db"
    store = await Store.open(path, SetClock())
    for _ in range(5):
        await store.events.append(draft())
    killed = tmp_path / "killed.db"
    for side in ("", "-wal"):
        shutil.copyfile(f"{path}{side}", f"{killed}{side}")
    assert look(killed).sound
    await store.events.append(draft(), durable=True)
    await store.close()
    assert look(path).sound
    connection = unguarded(path)
    connection.execute("DELETE FROM events WHERE id = 6")
    connection.close()
    assert "ids up to 6 are gone" in [broken.why for broken in look(path).broken]
