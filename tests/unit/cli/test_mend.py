"""`companion rescue` and `confirm` on the files of a household whose companion does not run."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.sqlite import record_path
from tests.unit.cli.records import run, with_record
from tests.unit.store.test_sealed import harmed

PUT_IN = "INSERT INTO goals VALUES ('G1', 'open the door', 'active', '', 'now', NULL)"


@pytest.fixture
async def config(tmp_path: Path) -> Path:
    return await with_record(tmp_path)


def record(config: Path) -> Path:
    return record_path(config.parent / "state")


def count(config: Path, query: str) -> int:
    with closing(sqlite3.connect(record(config))) as connection:
        return int(connection.execute(query).fetchone()[0])


def test_a_sound_record_is_not_begun_anew(config: Path) -> None:
    before = record(config).read_bytes()
    code, told = run(config, "rescue", "--yes")
    assert code == 1
    assert "whole" in told or "sound" in told
    assert record(config).read_bytes() == before


def test_rescue_asks_first(config: Path) -> None:
    record(config).write_bytes(b"no database")
    code, _ = run(config, "rescue", answer="n\n")
    assert code == 0
    assert record(config).read_bytes() == b"no database"


def test_a_damaged_record_is_begun_anew_with_what_can_be_read(config: Path) -> None:
    """The new one says that it was rescued; the damaged one is kept."""
    broken = bytearray(record(config).read_bytes())
    broken[:100] = bytes(100)
    record(config).write_bytes(broken)
    code, told = run(config, "rescue", "--yes")
    assert code == 0, told
    assert count(config, "SELECT count(*) FROM events WHERE kind = 'record_rescued'") == 1
    assert count(config, "SELECT count(*) FROM events WHERE user_text LIKE 'person%'") == 2


def test_nothing_is_held_in_a_record_that_nobody_changed(config: Path) -> None:
    code, told = run(config, "confirm")
    assert code == 0
    assert "--keep" not in told


@pytest.mark.parametrize(("word", "left"), [("--keep", 1), ("--discard", 0)])
def test_a_row_of_another_program_acts_only_after_a_yes(config: Path, word: str, left: int) -> None:
    """Without the word it is only shown."""
    harmed(record(config), PUT_IN)
    code, told = run(config, "confirm")
    assert code == 0, told
    assert "--keep" in told
    assert count(config, "SELECT count(*) FROM goals") == 0
    code, told = run(config, "confirm", word)
    assert code == 0, told
    assert count(config, "SELECT count(*) FROM goals") == left
