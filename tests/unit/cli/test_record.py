"""`companion verify`, `backup`, `restore`, `erase` as an owner runs them (T15, P26, T18)."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.store.claim import claim_state_dir
from companion.store.key import KEY_NAME
from companion.store.sqlite import record_path
from tests.unit.store.test_sealed import harmed
from tests.unit.store.test_verify import unguarded
from tests.unit.store.years import filled

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def state(tmp_path: Path) -> Path:
    await filled(record_path(tmp_path / "state"), walks=4)
    return tmp_path / "state"


@pytest.fixture
def config(state: Path) -> Path:
    text = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
    text = text.replace("../state", str(state))
    text = text.replace("personas/koto.yaml", str(ROOT / "config" / "personas" / "koto.yaml"))
    path = state.parent / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_verify_tells_a_sound_record_from_a_broken_one(state: Path) -> None:
    """T15: exit code and first broken row, also as JSON."""
    code, text = run("verify", "--state-dir", str(state))
    assert code == 0, text
    assert "sound" in text
    connection = unguarded(record_path(state))
    connection.execute("UPDATE events SET user_text = 'other' WHERE id = 7")
    connection.close()
    code, text = run("verify", "--state-dir", str(state), "--json")
    found = json.loads(text)
    assert code == 1
    assert found["sound"] is False
    assert {"table": "events", "row": "7"}.items() <= {
        k: v for b in found["broken"] if b["table"] == "events" for k, v in b.items()
    }.items()
    assert "`companion rescue` begins anew" in run("verify", "--state-dir", str(state))[1]


def test_verify_sends_what_another_program_put_in_to_the_owner(state: Path) -> None:
    harmed(record_path(state), "INSERT INTO goals VALUES ('G1', 'x', 'active', '', 'now', NULL)")
    code, text = run("verify", "--state-dir", str(state))
    assert code == 1
    assert "`companion confirm` shows" in text
    assert "companion rescue" not in text


def test_verify_needs_a_record(tmp_path: Path) -> None:
    code, text = run("verify", "--state-dir", str(tmp_path))
    assert code == 2
    assert "there is no record" in text


def test_a_backup_is_restored_into_another_folder(state: Path, tmp_path: Path) -> None:
    """P26: and verifies there."""
    copy = tmp_path / "stick.db"
    assert run("backup", "--to", str(copy), "--state-dir", str(state))[0] == 0
    code, text = run("restore", str(copy), "--into", str(tmp_path / "other"))
    assert code == 0, text
    assert "16 events, verified" in text
    assert run("verify", "--state-dir", str(tmp_path / "other"))[0] == 0
    code, text = run("restore", str(copy), "--into", str(state))
    assert code == 0
    assert "before-restore" in text


def test_a_backup_of_before_the_key_says_so_when_it_is_restored(
    state: Path, tmp_path: Path
) -> None:
    copy, other = tmp_path / "stick.db", tmp_path / "other"
    assert run("backup", "--to", str(copy), "--state-dir", str(state))[0] == 0
    code, text = run("restore", str(copy), "--into", str(other))
    assert "before your key" not in text
    other.joinpath(KEY_NAME).write_bytes(b"k" * 32)
    code, text = run("restore", str(copy), "--into", str(other))
    assert code == 0, text
    assert "before your key" in text
    assert "companion confirm" in text
    code, text = run("verify", "--state-dir", str(other))
    assert code == 1
    assert "before your key" in text
    assert "companion rescue" not in text


def test_erase_asks_takes_away_and_leaves_a_sound_record(state: Path, config: Path) -> None:
    """T18: by number; the companion has to be stopped."""
    with claim_state_dir(state):
        code, text = run("erase", "1", "--yes", "--config", str(config))
        assert code == 1
        assert "another companion" in text
    assert run("erase", "--config", str(config))[0] == 1
    code, text = run("erase", "1", "--yes", "--reason", "asked", "--config", str(config))
    assert code == 0, text
    assert "4 emptied" in text
    code, text = run("verify", "--state-dir", str(state))
    assert code == 0, text
    assert "4 events were emptied by 1 erasures" in text
    assert "anchor: the record holds" in text
