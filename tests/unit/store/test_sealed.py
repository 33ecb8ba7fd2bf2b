"""What authorises is sealed: another program's change is found, told, and does not act."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.ports.record import RecordDamaged
from companion.store.backup import back_up, restore
from companion.store.check import RecordCheck
from companion.store.key import KEY_NAME
from companion.store.sealed import SEALED, know_seals, row_mark, seal_anew
from companion.store.sqlite import Store, record_path
from companion.words.schedule import Entry, EntryKind, SavedAction
from companion.words.timing import After
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_verify import look
from tests.unit.store.years import filled, walked

GOAL = "unlock the door at night"


def harmed(path: Path, *statements: str) -> None:
    """Another program changes the file and leaves the schema as it found it, triggers and all."""
    connection = sqlite3.connect(path, isolation_level=None)
    text = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    triggers = connection.execute(text).fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, made in triggers:
        connection.execute(made)
    connection.close()


def entry(kind: EntryKind, label: str) -> Entry:
    actions = (SavedAction(action_type="lock.unlock"),) if kind is EntryKind.ROUTINE else ()
    return Entry(kind=kind, timing=After(600.0), created_at=START, label=label, actions=actions)


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = record_path(tmp_path)
    await filled(path, walks=10)
    store = await Store.open(path, SetClock())
    for kind in (EntryKind.ALARM, EntryKind.TIMER, EntryKind.ROUTINE):
        await store.schedule.add(entry(kind, kind.value))
    seen = await store.events.append(draft(text="I like tea"))
    liking = StateChange(
        kind="preference",
        key="tea",
        value={"text": "tea"},
        confidence=1,
        trust=TrustLabel.OWNER,
        observed_at=START,
        evidence_event_ids=(seen.id,),
    )
    await store.state_writer.apply(WritePlan(event_id=seen.id, changes=(liking,)))
    await store.close()
    return path


FORGED_GOAL = (
    "INSERT INTO state VALUES ('goal', 'night', '{\"text\": \"" + GOAL + "\"}', 1.0, 'owner', "
    "'2026-11-21T18:00:00+00:00', '2026-11-21T18:00:00+00:00', 1, '[]', x'0011223344556677')"
)
HARM = [
    "DELETE FROM schedule_entries",
    "DELETE FROM schedule_entries WHERE id = 1",
    "DELETE FROM state",
    "DELETE FROM jobs",
    "DELETE FROM approvals",
    "DELETE FROM acts WHERE decision_event_id = 2",
    "DELETE FROM applied_plans",
    "DELETE FROM revisions",
    "DELETE FROM runtime_snapshots",
    "UPDATE jobs SET payload = '{}'",
    "UPDATE schedule_entries SET id = 9 WHERE id = 1",
    "INSERT INTO schedule_entries SELECT 9, kind, json, checksum, due_us FROM schedule_entries "
    "WHERE id = 3",
    "INSERT INTO goals VALUES ('G1', '" + GOAL + "', 'active', '', 'now', NULL)",
    FORGED_GOAL,
]


@pytest.mark.parametrize("harm", HARM)
def test_a_row_put_in_taken_out_or_changed_by_another_program_is_found(
    path: Path, harm: str
) -> None:
    """Issue 10.6: `verify` said sound after all alarms, state rows or jobs were deleted."""
    assert look(path).sound
    harmed(path, harm)
    found = look(path)
    assert not found.sound, harm
    assert {one.table for one in found.broken} & set(SEALED)


@pytest.mark.parametrize(
    "table", ["state", "jobs", "approvals", "schedule_entries", "runtime_snapshots"]
)
def test_another_program_is_refused_while_the_triggers_stand(path: Path, table: str) -> None:
    """What the triggers call is known to our own connections only."""
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError, match="no such function"):
        connection.execute(f"DELETE FROM {table}")
    connection.close()


async def test_a_forged_goal_does_not_act_and_the_owner_is_asked(path: Path) -> None:
    """Issue 10.6: a goal "unlock the door at night" was inserted and verify said sound."""
    harmed(path, FORGED_GOAL)
    store = await Store.open(path, SetClock())
    assert await store.state.rows("goal") == ()
    assert [row.facts["key"] for row in store.quarantine.rows] == ["night"]
    assert not store.quarantine.differing
    assert await store.state.rows("preference") != ()
    assert GOAL in json.dumps(store.quarantine.rows[0].facts)
    await store.settle_quarantine(keep=False, by="owner")
    await store.close()
    again = await Store.open(path, SetClock())
    assert not again.quarantine
    assert await again.state.rows("goal") == ()
    told = (await again.record.recent(limit=1))[0]
    await again.close()
    assert (told.kind, told.payload["kept"]) == ("rows_settled", False)
    assert look(path).sound, look(path).broken


async def test_what_the_owner_confirms_acts_again(path: Path) -> None:
    harmed(path, FORGED_GOAL)
    store = await Store.open(path, SetClock())
    await store.settle_quarantine(keep=True, by="owner")
    await store.close()
    store = await Store.open(path, SetClock())
    (goal,) = await store.state.rows("goal")
    await store.close()
    assert goal.value == {"text": GOAL}
    assert look(path).sound, look(path).broken


async def test_an_edited_alarm_is_held_and_the_others_ring(path: Path) -> None:
    harmed(path, "UPDATE schedule_entries SET json = replace(json, 'timer', 'alarm') WHERE id = 2")
    store = await Store.open(path, SetClock())
    labels = [e.label for e in await store.schedule.entries()]
    told = store.quarantine
    await store.close()
    assert labels == ["alarm"]
    assert told.differing == {"schedule_entries": (3, 1)}
    assert not look(path).sound


async def test_a_routine_that_is_put_back_with_its_good_checksum_does_not_act(path: Path) -> None:
    """A row copied from a backup gives itself away by nothing but the table's sum."""
    old = path.with_name("old.db")
    shutil.copyfile(path, old)
    store = await Store.open(path, SetClock())
    routine = next(e for e in await store.schedule.entries() if e.kind is EntryKind.ROUTINE)
    await store.schedule.remove(routine.id)
    await store.close()
    harmed(
        path,
        f"ATTACH '{old}' AS old",
        "INSERT INTO schedule_entries SELECT * FROM old.schedule_entries "
        f"WHERE id = {int(routine.id)}",
    )
    store = await Store.open(path, SetClock())
    labels = sorted(e.label for e in await store.schedule.entries())
    await store.close()
    assert labels == ["alarm", "timer"]
    assert [row.facts["id"] for row in store.quarantine.rows] == [int(routine.id)]


async def test_deleted_rows_are_told_at_the_start(path: Path) -> None:
    harmed(path, "DELETE FROM schedule_entries")
    store = await Store.open(path, SetClock())
    told = store.quarantine
    await store.close()
    assert told.differing == {"schedule_entries": (3, 0)}


async def test_a_forged_yes_is_held(path: Path) -> None:
    store = await Store.open(path, SetClock())
    pending = await store.approvals.pending()
    await store.close()
    harmed(path, "UPDATE approvals SET status = 'granted', answered_by = 'owner'")
    store = await Store.open(path, SetClock())
    assert pending
    assert [await store.approvals.get(q.id) for q in pending] == [None] * len(pending)
    assert await store.acts.unsettled() == ()
    await store.close()


async def test_with_a_key_who_rewrites_the_sums_too_is_found(path: Path) -> None:
    """ADR 15's attacker, with the triggers and the sums in hand, and without the key."""
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    store = await Store.open(path, SetClock())
    assert store.quarantine.differing, "sealed before there was a key"
    await store.settle_quarantine(keep=True, by="owner")
    await store.close()
    assert look(path).sound
    forged = row_mark(b"", "goals", ("G1", "x", "active", "", "now", None))
    harmed(
        path,
        "DELETE FROM goals",
        "INSERT INTO goals VALUES ('G1', 'x', 'active', '', 'now', NULL)",
        f"UPDATE seals SET rows = 1, total = x'{forged:032x}' WHERE name = 'goals'",
    )
    assert not look(path).sound


async def test_a_live_house_holds_back_what_is_put_in_beside_it(path: Path) -> None:
    """Another program writes while the house runs: it is noticed at the next anchor."""
    store = await Store.open(path, SetClock())
    await store.anchor()
    assert not store.disturbed.is_set()
    harmed(path, FORGED_GOAL)
    await store.anchor()
    assert store.disturbed.is_set()
    told = await store.quarantine_changes()
    assert [row.table for row in told.rows] == ["state"]
    assert await store.state.rows("goal") == ()
    await store.close()


async def test_a_key_put_in_place_is_asked_about_once_and_offers_no_rescue(path: Path) -> None:
    """Issue 10.6: nothing is damaged, so nothing may be offered that begins the record anew; also
    not once the house has written, with sums half of before the key and half with it."""
    store = await Store.open(path, SetClock())
    await store.anchor()
    await store.close()
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    store = await Store.open(path, SetClock())
    assert store.quarantine.rows
    await walked(store, 99)
    check = RecordCheck(store)
    await check.look(nice=0)
    assert check.last is not None
    assert not check.last.sound
    assert not check.damaged, check.last
    await store.settle_quarantine(keep=True, by="owner")
    await store.anchor()
    await check.look(nice=0)
    assert check.last.sound, check.last
    await store.close()


async def test_a_key_put_in_place_while_the_house_runs_is_taken_as_a_start_takes_it(
    path: Path,
) -> None:
    """Issue 10.6: it is noticed within a minute, what would act by itself waits for the owner, and
    nothing is called damaged; not before the house wrote again, and not after."""
    store = await Store.open(path, SetClock())
    await store.anchor()
    await walked(store, 98)
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    store.disturbed.clear()
    await store.anchor()
    assert store.disturbed.is_set()
    check = RecordCheck(store)
    for walk in (99, 100):
        await check.look(nice=0)
        assert check.last is not None
        assert not check.damaged, check.last
        assert {row.table for row in store.quarantine.rows} >= {"schedule_entries", "state"}
        assert await store.state.rows("preference") == ()
        await walked(store, walk)
    await store.settle_quarantine(keep=True, by="owner")
    assert [row.key for row in await store.state.rows("preference")] == ["tea"]
    await walked(store, 101)
    await store.anchor()
    await check.look(nice=0)
    assert check.last is not None
    assert check.last.sound, check.last
    await store.close()
    assert look(path).sound


async def test_a_key_that_cannot_be_used_keeps_nobody_from_reading(path: Path) -> None:
    """Copied in by halves, or readable by root only: the house goes on with the key it has."""
    store = await Store.open(path, SetClock())
    path.with_name(KEY_NAME).write_bytes(b"short")
    assert await store.record.recent(limit=1)
    await walked(store, 99)
    path.with_name(KEY_NAME).unlink()
    await store.close()
    assert look(path).sound


async def test_a_key_that_the_disk_did_not_take_seals_nothing(path: Path) -> None:
    """The sums stay of one key where the transaction that took the new one was undone."""
    store = await Store.open(path, SetClock())

    def torn(connection: sqlite3.Connection) -> None:
        store._writer.use_key(b"k" * 32)
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        await store._writer.write(torn, durable=True)
    await walked(store, 99)
    await store.close()
    assert look(path).sound


async def test_a_cut_off_tail_is_not_signed_by_a_key_put_in_place(path: Path) -> None:
    """ADR 15: the anchor of before still says that something is gone."""
    store = await Store.open(path, SetClock())
    await store.anchor()
    await store.close()
    anchor = path.with_name(path.name + ".anchor")
    facts = json.loads(anchor.read_text(encoding="utf-8"))
    anchor.write_text(json.dumps(facts | {"chain": "00" * 16}), encoding="utf-8")
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    store = await Store.open(path, SetClock())
    check = RecordCheck(store)
    await check.look(nice=0)
    assert check.damaged
    await store.close()


async def test_a_backup_of_before_the_key_is_restored_and_says_so(
    path: Path, tmp_path: Path
) -> None:
    """Issue 10.6: putting a key in place makes no backup worthless. What would act by itself waits
    for the owner, as it does in the record itself when the key comes."""
    before, after = (tmp_path / name / "copy.db" for name in ("before", "after"))
    back_up(path, before)
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    put = restore(before, path, START)
    assert put.findings.before_key
    store = await Store.open(path, SetClock())
    assert {row.table for row in store.quarantine.rows} >= {"schedule_entries", "state"}
    await store.settle_quarantine(keep=True, by="owner")
    assert [row.key for row in await store.state.rows("preference")] == ["tea"]
    await store.close()
    assert look(path).sound
    back_up(path, after)
    assert restore(after, path, START).findings.sound


async def test_without_the_key_nothing_is_slipped_in_by_a_backup(
    path: Path, tmp_path: Path
) -> None:
    """Issue 10.6: one that is wrong by its own sums is refused, key or no key; one whose sums were
    made by hand is taken for one of before the key, and what it brought does not act."""
    path.with_name(KEY_NAME).write_bytes(b"k" * 32)
    store = await Store.open(path, SetClock())
    await store.settle_quarantine(keep=True, by="owner")
    await store.close()
    copy = tmp_path / "stick" / "copy.db"
    back_up(path, copy)
    harmed(copy, FORGED_GOAL)
    with pytest.raises(RecordDamaged):
        restore(copy, path, START)
    back_up(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        know_seals(connection, b"")
        connection.execute("INSERT INTO goals VALUES ('G1', 'unlock', 'active', '', 'now', NULL)")
        seal_anew(connection, b"")
    assert restore(copy, path, START).findings.before_key
    store = await Store.open(path, SetClock())
    assert "goals" in {row.table for row in store.quarantine.rows}
    goals = await store._readers.read(lambda c: c.execute("SELECT * FROM goals").fetchall())
    assert goals == []
    await store.close()
