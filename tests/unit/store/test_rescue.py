"""A damaged record: noticed at the start, moved aside untouched, saved row by row (F5, T-44)."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from companion.ports.record import RecordDamaged
from companion.store.backup import back_up_daily
from companion.store.migrations import PAGE_BYTES
from companion.store.rescue import rescue
from companion.store.sqlite import Store, record_path
from companion.words.garden import ActionHistoryEntry, GardenAction, MiniEpisodeResult, Stat
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import After
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_sealed import harmed
from tests.unit.store.test_verify import look, unguarded
from tests.unit.store.years import filled


def root_pages(path: Path) -> list[int]:
    connection = sqlite3.connect(path)
    found = [row[0] for row in connection.execute("SELECT rootpage FROM sqlite_schema")]
    connection.close()
    return found


async def test_pages_overwritten_with_noise(tmp_path: Path) -> None:
    """F5: 4 x 512 random bytes; up again by itself, the loss told, the new record sound."""
    path, chance = record_path(tmp_path), random.Random(5)
    await filled(path, 120)
    bad = bytearray(path.read_bytes())
    for _ in range(4):
        at = chance.randrange(PAGE_BYTES, len(bad) - 512)
        bad[at : at + 512] = chance.randbytes(512)
    path.write_bytes(bytes(bad))
    store, rescued = await Store.open_or_rescue(path, SetClock())
    assert rescued is not None, "the noise was not noticed at the start"
    found = await store.check()
    event = await store.events.append(draft())
    await store.close()
    assert found.sound, found.broken
    assert rescued.aside.read_bytes() == bytes(bad)
    assert rescued.events > 300
    assert event.id > 480


async def test_a_lost_schema_loses_no_rows(tmp_path: Path) -> None:
    """F5: the first pages say where the tables are; a new record's are laid in their place."""
    path = record_path(tmp_path)
    await filled(path, 40)
    whole, roots = path.read_bytes(), set(root_pages(path))
    bad = bytearray(whole)
    for number in range(1, max(roots) + 1):
        if number not in roots:
            at = (number - 1) * PAGE_BYTES
            bad[at : at + PAGE_BYTES] = random.Random(number).randbytes(PAGE_BYTES)
    path.write_bytes(bytes(bad))
    rescued = rescue(path, START)
    assert (rescued.events, rescued.lost, rescued.from_backup) == (160, 0, None)
    assert look(path).sound
    assert rescued.aside.read_bytes() == bytes(bad)
    assert not [name for name in os.listdir(tmp_path) if name.startswith("graft-")]


async def test_the_life_in_the_garden_is_saved(tmp_path: Path) -> None:
    """A-084: the state, the lines of the day with an episode, and the notes of the day."""
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    lines = []
    for number in range(1, 4):
        event = await store.events.append(draft())
        target = Bilingual(f"温泉{number}", f"spring {number}")
        lines.append(
            ActionHistoryEntry(
                event_id=event.id,
                character="character_koto",
                started=13_675_681 + number,
                action=GardenAction.BATHE,
                target=target,
                minutes=30,
                reason=target,
            )
        )
        await store.garden.add(lines[-1], "2026-11-21")
        await store.garden.note((event.id,), "2026-11-21")
    episode = MiniEpisodeResult(episode="のぼせた", stat_changes={Stat.ENERGY: -5.0})
    await store.garden.add_episode(EventId(lines[0].event_id), episode)
    await store.garden.save({"packed": "A" * 12_000})
    await store.close()
    bad, roots = bytearray(path.read_bytes()), set(root_pages(path))
    for number in range(1, max(roots) + 1):
        if number not in roots:
            at = (number - 1) * PAGE_BYTES
            bad[at : at + PAGE_BYTES] = random.Random(number).randbytes(PAGE_BYTES)
    path.write_bytes(bytes(bad))
    rescue(path, START)
    assert look(path).sound
    store = await Store.open(path, SetClock())
    found = await store.garden.history("2026-11-21")
    assert [one.event_id for one in found] == [one.event_id for one in lines]
    assert found[1:] == tuple(lines[1:])
    assert (found[0].episode, found[0].stat_changes) == ("のぼせた", {Stat.ENERGY: -5.0})
    assert await store.garden.events("2026-11-21") == tuple(one.event_id for one in lines)
    assert await store.garden.state() == {"packed": "A" * 12_000}
    await store.close()


async def test_a_file_that_is_no_database_begins_a_new_record_or_the_last_backup(
    tmp_path: Path,
) -> None:
    path = record_path(tmp_path)
    path.write_bytes(b"this was never a database" * 300)
    with pytest.raises(RecordDamaged):
        await Store.open(path, SetClock())
    store, rescued = await Store.open_or_rescue(path, SetClock())
    assert rescued is not None
    assert rescued.events == 0
    await store.close()
    assert look(path).sound
    await filled(path, 5)
    back_up_daily(path, START)
    path.write_bytes(b"rubbish" * 1000)
    store, rescued = await Store.open_or_rescue(path, SetClock())
    await store.close()
    assert rescued is not None
    assert rescued.from_backup is not None
    assert look(path).sound
    assert look(path).events == 22


async def test_a_changed_event_keeps_its_header_and_loses_its_content(tmp_path: Path) -> None:
    """What is not what was written is not kept as if it were; verify tells the known loss."""
    path = record_path(tmp_path)
    await filled(path, 10)
    connection = unguarded(path)
    connection.execute("UPDATE events SET user_text = 'rot' WHERE id = 37")
    connection.execute("DELETE FROM events WHERE id = 38")
    connection.close()
    store, rescued = await Store.open_or_rescue(path, SetClock())
    assert rescued is not None
    assert (rescued.events, rescued.lost) == (39, 1)
    found = await store.check()
    kept = await store.record.recent(limit=6)
    await store.close()
    assert found.sound, found.broken
    assert found.lost == 1
    assert kept[0].kind == "record_rescued"


async def test_a_job_that_is_not_of_its_form_is_not_taken_into_the_new_record(
    tmp_path: Path,
) -> None:
    """F5: a rotten row without a checksum once made the rescued record a broken one for good."""
    path = record_path(tmp_path)
    await filled(path, 10)
    connection = unguarded(path)
    connection.execute("UPDATE jobs SET finished_at = 'rot' WHERE id = 2")
    connection.execute("UPDATE events SET user_text = 'rot' WHERE id = 37")
    connection.close()
    store, rescued = await Store.open_or_rescue(path, SetClock())
    assert rescued is not None
    await store.close()
    assert look(path).sound, look(path).broken
    connection = sqlite3.connect(path)
    kept = {row[0] for row in connection.execute("SELECT id FROM jobs")}
    connection.close()
    assert 2 not in kept
    assert len(kept) == 9


async def test_a_moment_that_is_not_what_the_entry_says_is_found_and_a_rescue_forgets_it(
    tmp_path: Path,
) -> None:
    """P20: what stands beside an entry only saves reading it."""
    path = record_path(tmp_path)
    store = await Store.open(path, SetClock())
    timer = Entry(kind=EntryKind.TIMER, timing=After(600.0), created_at=START)
    kept = await store.schedule.add(timer)
    await store.close()
    assert look(path).sound
    harmed(path, "UPDATE schedule_entries SET due_us = due_us + 60000000")
    broken = [(one.table, one.row) for one in look(path).broken]
    assert broken == [("schedule_entries", str(kept.id)), ("schedule_entries", "all")]
    rescue(path, START)
    assert look(path).sound
    store = await Store.open(path, SetClock())
    assert [row.due_us for row in await store.schedule.rows()] == [None]
    assert await store.schedule.entries() == (kept,)
    await store.close()
