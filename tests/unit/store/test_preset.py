"""S-21: another embedder never opens an empty household; everything is carried over, and told."""

import os
import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from companion.phrases.reasons import known
from companion.ports.record import RecordMissing
from companion.rooms.recall.words_of import words_of
from companion.store import preset
from companion.store.alarm_backup import write_backup
from companion.store.anchor import anchor_path
from companion.store.backup import automatic, days, restore
from companion.store.episodes import SqliteEpisodes
from companion.store.preset import present_record, settle_record
from companion.store.sqlite import Store, record_path
from companion.store.verify import Findings
from companion.words.alarm_backup import AlarmBackup, Ring
from companion.words.event import EventSource
from companion.words.schedule import Entry, EntryId, EntryKind
from companion.words.timing import After
from tests.unit.rooms.recall.household import household as household_that_talks
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.test_backup import anchor_says
from tests.unit.store.test_verify import look
from tests.unit.store.years import walked

ALARM = Entry(kind=EntryKind.ALARM, timing=After(60), label="起きて", created_at=START)


async def household(folder: Path) -> Path:
    """A record with walks, an alarm, a question, an anchor and a backup of two days."""
    clock = SetClock()
    path = record_path(folder)
    store = await Store.open(path, clock)
    for n in range(6):
        await walked(store, n)
    await store.schedule.add(ALARM)
    await store.back_up_daily()
    clock.pass_time(days=1)
    await store.events.append(draft(), durable=True)
    await store.back_up_daily()
    await store.anchor()
    await store.close()
    return path


def files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


def sound(path: Path) -> Findings:
    found = look(path)
    assert found.sound, found.broken
    return found


async def test_everything_is_carried_over_and_told(tmp_path: Path) -> None:
    old = await household(tmp_path)
    settled = settle_record(tmp_path, "e5", START)
    assert settled.path == record_path(tmp_path, "e5")
    assert settled.carried_from == "hash"
    assert not old.exists()
    assert sound(settled.path).events == 26
    assert anchor_says(settled.path) == ("ok", 0)
    assert not anchor_path(old).exists()
    store = await Store.open(settled.path, SetClock())
    assert [entry.label for entry in await store.schedule.entries()] == ["起きて"]
    assert len(await store.approvals.pending()) == 2
    assert await store.state.rows("world_item")
    newest = (await store.record.recent(limit=1))[0]
    assert (newest.source, newest.kind) == (EventSource.SYSTEM, "preset_changed")
    assert newest.payload == {"before": "hash", "now": "e5", "vectors": 0}
    await store.close()
    # The backups go on: yesterday's and today's, under the new name.
    assert len(automatic(settled.path)) == 1
    assert len(days(settled.path)) == 1
    put = restore(automatic(settled.path)[0], record_path(tmp_path / "there"), START)
    assert put.findings.events == 24
    # The next start finds nothing to carry.
    assert settle_record(tmp_path, "e5", START).carried_from == ""


async def test_what_waits_in_the_wal_is_carried_too(tmp_path: Path) -> None:
    live, dead = tmp_path / "live", tmp_path / "dead"
    store = await Store.open(record_path(live), SetClock())
    for n in range(3):
        await walked(store, n)
    # As a power cut leaves it.
    shutil.copytree(live, dead)
    await store.close()
    assert (dead / "memory_hash.db-wal").stat().st_size
    settled = settle_record(dead, "e5", START)
    assert sound(settled.path).events == 13
    assert sorted(p.name for p in dead.iterdir()) == ["memory_e5.db"]


@pytest.mark.parametrize("cut", range(12))
async def test_cut_off_anywhere_it_is_the_old_or_the_new_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    """Power goes before each of its steps on the disk in turn."""
    await household(tmp_path)
    left = [cut]

    def guarded(real: object) -> object:
        def step(*args: object, **kwargs: object) -> object:
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            return real(*args, **kwargs)  # type: ignore[operator]

        return step

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", guarded(os.replace))
        patch.setattr(preset, "_sync_folder", guarded(preset._sync_folder))
        patch.setattr(shutil, "copyfile", guarded(shutil.copyfile))
        patch.setattr(Path, "unlink", guarded(Path.unlink))
        patch.setattr(preset, "_tell", guarded(preset._tell))
        try:
            settle_record(tmp_path, "e5", START)
        except KeyboardInterrupt:
            there = [p for p in files(tmp_path, "memory_*.db") if p.stat().st_size]
            assert len(there) == 1
            assert sound(there[0]).events >= 25
    settled = settle_record(tmp_path, "e5", START)
    assert sound(settled.path).events == 26
    assert anchor_says(settled.path)[1] == 0
    assert len(automatic(settled.path)) == 1
    assert len(days(settled.path)) == 1
    settle_record(tmp_path, "e5", START)
    assert [p.name for p in files(tmp_path, "memory_*")] == [
        "memory_e5.db",
        "memory_e5.db.anchor",
    ]


async def test_a_record_that_is_gone_is_asked_about(tmp_path: Path) -> None:
    path = await household(tmp_path)
    path.unlink()
    for name in ("hash", "e5"):
        with pytest.raises(RecordMissing, match="companion restore") as told:
            settle_record(tmp_path, name, START)
        assert known(str(told.value))
        # The newest day first: it is what changed since the copy.
        assert re.search(r"here: backups/\S+1122T\S+\.db\.pages, backups/\S+1121T", str(told.value))
    # A file that a power cut left empty is none either.
    path.touch()
    with pytest.raises(RecordMissing):
        settle_record(tmp_path, "hash", START)


@pytest.mark.parametrize("trace", ["backup", "anchor", "alarms", "corrupt"])
async def test_each_trace_alone_is_enough(tmp_path: Path, trace: str) -> None:
    if trace == "alarms":
        ring = Ring(
            entry_id=EntryId(1), kind=EntryKind.ALARM, due=START, at=START + timedelta(hours=1)
        )
        write_backup(tmp_path, AlarmBackup(zone="UTC", rings=(ring,)))
    else:
        names = {
            "backup": "backups/memory_hash.20261121T180000.db",
            "anchor": "memory_hash.db.anchor",
            "corrupt": "memory_hash.db.corrupt.20261121T180000",
        }
        (tmp_path / names[trace]).parent.mkdir(exist_ok=True)
        (tmp_path / names[trace]).write_bytes(b"x")
    with pytest.raises(RecordMissing):
        settle_record(tmp_path, "hash", START)


def test_an_empty_folder_begins_a_household(tmp_path: Path) -> None:
    assert settle_record(tmp_path, "e5", START).path == record_path(tmp_path, "e5")
    write_backup(tmp_path, AlarmBackup(zone="UTC", rings=()))
    assert settle_record(tmp_path, "e5", START).carried_from == ""


async def test_two_records_are_never_chosen_from_in_silence(tmp_path: Path) -> None:
    await household(tmp_path)
    store = await Store.open(record_path(tmp_path, "e5"), SetClock())
    await store.events.append(draft(), durable=True)
    await store.close()
    settled = settle_record(tmp_path, "e5", START)
    assert settled.path == record_path(tmp_path, "e5")
    assert settled.beside == ("memory_hash.db",)
    with pytest.raises(RecordMissing, match="several") as told:
        settle_record(tmp_path, "other", START)
    assert known(str(told.value))


async def test_the_command_line_reads_the_record_that_is_there(tmp_path: Path) -> None:
    old = await household(tmp_path)
    assert present_record(tmp_path, "e5") == old
    assert present_record(tmp_path, "hash") == old
    settle_record(tmp_path, "e5", START)
    assert present_record(tmp_path, "hash") == record_path(tmp_path, "e5")


async def test_what_is_remembered_is_carried_over_and_another_model_embeds_it_again(
    tmp_path: Path,
) -> None:
    """S-21: another name costs no vector; another model makes them anew."""
    async with household_that_talks(tmp_path) as home:
        told = await home.say("the spare key is under the blue pot")
        assert await home.embedding.step() == 1
    settled = settle_record(tmp_path, "e5", START)
    for model, vectors in (("hashed", 1), ("another", 0)):
        index = SqliteEpisodes(settled.path, words_of, model)
        try:
            await index.catch_up()
            assert await index.counts() == (1, vectors)
            assert list(await index.by_words(["key"], told.at, limit=3)) == [told.id]
            assert len(await index.to_embed(limit=5)) == 1 - vectors
        finally:
            await index.close()
