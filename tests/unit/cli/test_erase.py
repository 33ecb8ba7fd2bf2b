"""`companion erase` on the files of a household whose companion does not run."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.export_files import ExportFiles
from companion.store.sqlite import record_path
from tests.unit.cli.records import run, with_record


@pytest.fixture
async def config(tmp_path: Path) -> Path:
    return await with_record(tmp_path)


def texts(config: Path) -> list[str]:
    with closing(sqlite3.connect(record_path(config.parent / "state"))) as connection:
        return [row[0] for row in connection.execute("SELECT user_text FROM events ORDER BY id")]


def test_it_must_be_said_what_goes(config: Path) -> None:
    """T18: nothing is chosen by default."""
    before = texts(config)
    code, told = run(config, "erase", "--yes")
    assert code == 1
    assert "--since" in told
    assert texts(config) == before


def test_no_leaves_everything_as_it_was(config: Path) -> None:
    before = texts(config)
    code, told = run(config, "erase", "--text", "person 0", answer="n\n")
    assert code == 0
    assert "person 0" in "".join(before)
    assert texts(config) == before
    assert "emptied" not in told


def test_yes_takes_it_away_with_all_that_cites_it(config: Path) -> None:
    code, told = run(config, "erase", "--text", "person 0", answer="y\n")
    assert code == 0, told
    assert "emptied" in told
    left = texts(config)
    assert not any("person 0" in text for text in left)
    assert any("person 1" in text for text in left)


def test_a_household_without_a_record_is_told_so(config: Path) -> None:
    for path in (config.parent / "state").iterdir():
        path.unlink()
    code, told = run(config, "erase", "1", "--yes")
    assert code == 2
    assert "there is no record" in told


def test_the_exported_files_forget_it_too(config: Path) -> None:
    """No companion runs that would write them anew; its next start does."""
    files = ExportFiles(config.parent / "state")
    files.begin()
    files.events_file.write_text("person 0\n", encoding="utf-8")
    files.state_file.write_text("person 0\n", encoding="utf-8")
    code, told = run(config, "erase", "--text", "person 0", "--yes")
    assert code == 0, told
    assert files.events_file.read_bytes() == b""
    assert not files.state_file.exists()
