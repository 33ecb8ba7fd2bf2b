"""Tests of the two exported files on the disk."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.rooms.governance.exported import EMPTY
from companion.store.export_files import Cursor, ExportDamaged, ExportFiles, as_bytes, check
from companion.words.ids import EventId
from companion.words.language import Language

LINE = {"time": "2026-01-21T12:00:00Z", "type": "input", "source": "chat", "text": "こんにちは"}


@pytest.fixture
def files(tmp_path: Path) -> ExportFiles:
    found = ExportFiles(tmp_path)
    found.begin()
    return found


def test_c_022_state_json_is_utf_8_with_two_spaces_and_no_mark(files: ExportFiles) -> None:
    """C-022, C-023: overwritten in full, also where it becomes shorter."""
    state = EMPTY.as_json(Language.JA)
    files.write_state({**state, "input": {**state["input"], "text": "長い" * 50}})
    files.write_state({**state, "input": {**state["input"], "text": "鍵"}})
    data = files.state_file.read_bytes()
    assert data.decode("utf-8").splitlines()[1] == '  "input": {'
    assert "鍵".encode() in data
    assert not data.startswith(b"\xef\xbb\xbf")
    assert files.state() == json.loads(data)
    assert files.state_file.stat().st_mode & 0o777 == 0o600


def test_after_an_erasure_nothing_is_left_of_what_was_written(files: ExportFiles) -> None:
    """Neither in the files, nor in a damaged one aside, nor in writing that a crash cut off."""
    state = EMPTY.as_json(Language.JA)
    files.forget()
    assert not list(files.state_file.parent.iterdir()), "nothing was there, nothing is made"
    files.write_state(state)
    files.move_aside(files.state_file, datetime(2026, 1, 21, tzinfo=UTC))
    files.write_state({**state, "input": {**state["input"], "text": "鍵"}})
    files.keep_cursor(Cursor(EventId(3), files.append(as_bytes([LINE]))))
    (files.state_file.parent / ".state.json.new").write_text("鍵", encoding="utf-8")
    files.forget()
    assert [path.name for path in files.state_file.parent.iterdir()] == ["events.jsonl"]
    assert files.events_file.read_bytes() == b""
    assert files.cursor() == Cursor()


def test_c_025_events_jsonl_is_appended_to(files: ExportFiles) -> None:
    """C-025: one object a line, UTF-8."""
    first = files.append(as_bytes([LINE]))
    second = files.append(as_bytes([LINE, LINE]))
    assert second == 3 * first
    assert files.check_lines() == second
    assert files.events_file.read_text(encoding="utf-8").count("こんにちは") == 3
    assert files.tail(first) == as_bytes([LINE, LINE])


def test_c_055_missing_files_are_no_damage(files: ExportFiles) -> None:
    """C-055."""
    assert files.state() is None
    assert files.check_lines() == 0
    assert files.cursor() is None


@pytest.mark.parametrize(
    "data", [b"{", b"\xff\xfe", b"\xef\xbb\xbf{}", b"{}", b'{"other": 1}', b"[]", b""]
)
def test_c_058_a_damaged_state_is_found(files: ExportFiles, data: bytes) -> None:
    """C-058: no JSON, no UTF-8, a byte order mark, other keys."""
    files.state_file.write_bytes(data)
    with pytest.raises(ExportDamaged):
        files.state()
    (wrong,) = check(files.state_file.parents[1])
    assert "state.json" in wrong
    assert files.state_file.read_bytes() == data


@pytest.mark.parametrize("data", [b"{}\n", b"no\n", b"\xff\n", b'{"time":"x"'])
def test_c_058_a_damaged_line_is_found(files: ExportFiles, data: bytes) -> None:
    """C-058: with its number."""
    files.append(as_bytes([LINE]) + data)
    with pytest.raises(ExportDamaged, match="line 2"):
        files.check_lines()


def test_a_damaged_file_is_moved_aside_untouched(files: ExportFiles) -> None:
    """T-44."""
    files.state_file.write_bytes(b"{")
    aside = files.move_aside(files.state_file, datetime(2026, 1, 21, 12, 0, tzinfo=UTC))
    assert aside.name == "state.json.damaged-20260121T120000"
    assert aside.read_bytes() == b"{"
    assert not files.state_file.exists()


def test_the_cursor_is_kept(files: ExportFiles) -> None:
    """And one that cannot be read is none."""
    files.keep_cursor(Cursor(EventId(7), 99))
    assert files.cursor() == Cursor(EventId(7), 99)
    files.begin_events_anew()
    assert files.cursor() == Cursor()
    (files.state_file.parents[1] / "exports.json").write_text("[]", encoding="utf-8")
    assert files.cursor() is None
