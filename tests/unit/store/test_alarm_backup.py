"""The slip beside the record: whole or not at all, and no ruin of it keeps anything from starting
(T-44)."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.store.alarm_backup import (
    RUNG,
    SLIP,
    forget_rung,
    read_rung,
    read_slip,
    write_rung,
    write_slip,
)
from companion.words.alarm_backup import Rang, Ring, Slip
from companion.words.schedule import EntryId, EntryKind

SEVEN = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
WAKE = Ring(entry_id=EntryId(3), kind=EntryKind.ALARM, due=SEVEN, at=SEVEN, label="起きる")
PASTA = Ring(entry_id=EntryId(4), kind=EntryKind.TIMER, due=SEVEN, at=SEVEN + timedelta(minutes=9))


def test_what_is_written_is_read_and_nobody_else_may(tmp_path: Path) -> None:
    slip = Slip(zone="Asia/Tokyo", rings=(WAKE, PASTA))
    write_slip(tmp_path, slip)
    assert read_slip(tmp_path) == slip
    assert (tmp_path / SLIP).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [SLIP]


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
    for name in (SLIP, RUNG):
        (tmp_path / name).write_bytes(ruin)
    assert read_slip(tmp_path) is None
    assert read_rung(tmp_path) == {}


def test_a_line_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    write_slip(tmp_path, Slip(zone="Asia/Tokyo", rings=(WAKE, PASTA)))
    facts = json.loads((tmp_path / SLIP).read_text())
    facts["rings"][0]["due"] = "2026-11-21T22:00"  # in no zone
    facts["rings"].insert(0, "nonsense")
    (tmp_path / SLIP).write_text(json.dumps(facts))
    slip = read_slip(tmp_path)
    assert slip is not None
    assert slip.rings == (PASTA,)


@pytest.mark.parametrize("zone", ["Nowhere/Atall", "", "Europe", "../../etc/passwd", 7, None])
def test_a_zone_that_is_none_hides_no_ring(tmp_path: Path, zone: object) -> None:
    """The recovery page shows the times of the slip: it must not break over them."""
    write_slip(tmp_path, Slip(zone="Asia/Tokyo", rings=(WAKE,)))
    facts = json.loads((tmp_path / SLIP).read_text()) | {"zone": zone}
    (tmp_path / SLIP).write_text(json.dumps(facts))
    assert read_slip(tmp_path) == Slip(zone="UTC", rings=(WAKE,))


def test_a_folder_that_takes_nothing_keeps_the_old_one(tmp_path: Path) -> None:
    write_slip(tmp_path, Slip(zone="Asia/Tokyo", rings=(WAKE,)))
    (tmp_path / f".{SLIP}.new").mkdir()
    with pytest.raises(OSError, match=SLIP):
        write_slip(tmp_path, Slip(zone="Asia/Tokyo"))
    assert read_slip(tmp_path) == Slip(zone="Asia/Tokyo", rings=(WAKE,))
