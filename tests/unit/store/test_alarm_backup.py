"""The backup beside the record: whole or not at all, and no ruin of it keeps anything from starting
(T-44)."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.store.alarm_backup import (
    BACKUP_FILE,
    RUNG,
    forget_rung,
    read_backup,
    read_rung,
    write_backup,
    write_rung,
)
from companion.words.alarm_backup import AlarmBackup, Rang, Ring
from companion.words.schedule import EntryId, EntryKind

SEVEN = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
WAKE = Ring(entry_id=EntryId(3), kind=EntryKind.ALARM, due=SEVEN, at=SEVEN, label="起きる")
PASTA = Ring(entry_id=EntryId(4), kind=EntryKind.TIMER, due=SEVEN, at=SEVEN + timedelta(minutes=9))


def test_what_is_written_is_read_and_nobody_else_may(tmp_path: Path) -> None:
    backup = AlarmBackup(zone="Asia/Tokyo", rings=(WAKE, PASTA))
    write_backup(tmp_path, backup)
    assert read_backup(tmp_path) == backup
    assert (tmp_path / BACKUP_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [BACKUP_FILE]


def test_what_rang_is_written_read_and_forgotten(tmp_path: Path) -> None:
    stopped = Rang(entry_id=EntryId(3), due=SEVEN, began=SEVEN, stopped=SEVEN)
    rings = Rang(entry_id=EntryId(4), due=SEVEN, began=SEVEN)
    assert read_rung(tmp_path) == {}
    write_rung(tmp_path, [stopped, rings])
    assert read_rung(tmp_path) == {(3, SEVEN): stopped, (4, SEVEN): rings}
    forget_rung(tmp_path)
    forget_rung(tmp_path)
    assert read_rung(tmp_path) == {}


@pytest.mark.parametrize(
    "ruin",
    [b"", b"{", b"[1]", b"null", b"\xff", b'{"rings": 7}', b'{"rung": {}}', b"[" * 100_000],
)
def test_a_ruin_is_no_slip_and_raises_nothing(tmp_path: Path, ruin: bytes) -> None:
    for name in (BACKUP_FILE, RUNG):
        (tmp_path / name).write_bytes(ruin)
    assert read_backup(tmp_path) is None
    assert read_rung(tmp_path) == {}


def test_a_line_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    write_backup(tmp_path, AlarmBackup(zone="Asia/Tokyo", rings=(WAKE, PASTA)))
    facts = json.loads((tmp_path / BACKUP_FILE).read_text())
    facts["rings"][0]["due"] = "2026-11-21T22:00"  # in no zone
    facts["rings"].insert(0, "nonsense")
    (tmp_path / BACKUP_FILE).write_text(json.dumps(facts))
    backup = read_backup(tmp_path)
    assert backup is not None
    assert backup.rings == (PASTA,)


@pytest.mark.parametrize("zone", ["Nowhere/Atall", "", "Europe", "../../etc/passwd", 7, None])
def test_a_zone_that_is_none_hides_no_ring(tmp_path: Path, zone: object) -> None:
    """The recovery page shows the times of the backup: it must not break over them."""
    write_backup(tmp_path, AlarmBackup(zone="Asia/Tokyo", rings=(WAKE,)))
    facts = json.loads((tmp_path / BACKUP_FILE).read_text()) | {"zone": zone}
    (tmp_path / BACKUP_FILE).write_text(json.dumps(facts))
    assert read_backup(tmp_path) == AlarmBackup(zone="UTC", rings=(WAKE,))


def test_a_folder_that_takes_nothing_keeps_the_old_one(tmp_path: Path) -> None:
    write_backup(tmp_path, AlarmBackup(zone="Asia/Tokyo", rings=(WAKE,)))
    (tmp_path / f".{BACKUP_FILE}.new").mkdir()
    with pytest.raises(OSError, match=BACKUP_FILE):
        write_backup(tmp_path, AlarmBackup(zone="Asia/Tokyo"))
    assert read_backup(tmp_path) == AlarmBackup(zone="Asia/Tokyo", rings=(WAKE,))
