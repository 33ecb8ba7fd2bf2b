"""`verify`, `backup`, `restore`, `rescue`, `confirm` and `erase` speak the household's language."""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.asking import language_at
from companion.cli.commands import app
from companion.phrases.reasons import in_full, known
from companion.store.claim import claim_state_dir
from companion.store.key import KEY_NAME
from companion.store.sqlite import record_path
from companion.words.language import Language
from tests.unit.phrases.test_reasons import ENGLISH, _words
from tests.unit.store.test_sealed import harmed
from tests.unit.store.test_verify import unguarded
from tests.unit.store.years import filled

ROOT = Path(__file__).parents[3]
JAPANESE = re.compile(r"[ぁ-んァ-ン一-龥]")
CODE = re.compile(r"`[^`]*`|/\S+|--\S+|\w+(_\w+)+(, \w+)*")
"""Commands, paths, options and names of tables are the same in both."""
STRANGE_GOAL = "INSERT INTO goals VALUES ('G1', 'x', 'active', '', 'now', NULL)"


class Home:
    """One household that reads Japanese."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / "state"
        self.record = record_path(self.state)
        text = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
        text = text.replace("../state", str(self.state)).replace("language: en", "language: ja")
        text = text.replace("personas/koto.yaml", str(ROOT / "config" / "personas" / "koto.yaml"))
        self.config = folder / "config.yaml"
        self.config.write_text(text, encoding="utf-8")

    def says(self, *words: str, code: int = 0, asked: str = "") -> str:
        """What a command says. Every line of it is Japanese."""
        done = CliRunner().invoke(app, [*words, "--config", str(self.config)], input=asked)
        assert done.exit_code == code, (done.output, done.exception)
        lines = [line for line in done.output.splitlines() if not re.fullmatch(r"/\S+\.db", line)]
        assert lines
        for line in lines:
            bare = CODE.sub("", line)
            assert JAPANESE.search(bare), line
            assert not ENGLISH.search(bare), line
        return str(done.output)


@pytest.fixture
async def home(tmp_path: Path) -> Home:
    found = Home(tmp_path)
    await filled(found.record, walks=4)
    return found


def test_verify_backup_and_restore(home: Home, tmp_path: Path) -> None:
    """T-47: Japanese and English are equals, findings, remedies and errors too."""
    copy = tmp_path / "stick.db"
    assert "問題ありません" in home.says("verify")
    assert "companion restore" in home.says("backup", "--to", str(copy))
    assert "フォルダー" in home.says("backup", "--to", str(tmp_path), code=1)
    assert "確かめて戻しました" in home.says("restore", str(copy))
    home.state.joinpath(KEY_NAME).write_bytes(b"k" * 32)
    assert "鍵を置く前" in home.says("restore", str(copy))
    assert "鍵を置く前" in home.says("verify", code=1)
    assert "バックアップがありません" in home.says("restore", str(tmp_path / "none.db"), code=1)
    copy.write_bytes(b"no database" * 500)
    assert "何も変えていません" in home.says("restore", str(copy), code=1)
    home.state.joinpath(KEY_NAME).write_bytes(b"short")
    assert "鍵" in home.says("verify", code=2)
    shutil.rmtree(home.state)
    assert "記録がありません" in home.says("verify", code=2)


def test_what_is_broken_is_said_with_what_to_do(home: Home) -> None:
    connection = unguarded(home.record)
    connection.execute("UPDATE events SET user_text = 'other' WHERE id = 7")
    connection.execute("DELETE FROM events WHERE id = 9")
    connection.execute("UPDATE state SET value = '{}'")
    connection.close()
    told = home.says("verify", code=1)
    assert "壊れているところ" in told
    assert "中身が書いたときと違います" in told
    assert "companion rescue" in told
    assert "壊れています" in home.says("backup", code=1)
    assert "始め直す必要" not in home.says("rescue", "--yes")
    assert "失われた記録" in home.says("verify")
    assert "始め直す必要はありません" in home.says("rescue", asked="y\n", code=1)


def test_what_another_program_changed_is_asked_about(home: Home) -> None:
    harmed(home.record, STRANGE_GOAL)
    assert "companion confirm" in home.says("verify", code=1)
    assert "目標" in home.says("confirm")
    assert "捨てました" in home.says("confirm", "--discard")
    assert "確かめるものはありません" in home.says("confirm")


def test_erasing_asks_and_tells(home: Home) -> None:
    assert "--until" in home.says("erase", code=1)
    assert "元に戻せません" in home.says("erase", "1", asked="n\n", code=0)
    assert "中身" in home.says("erase", "1", "--yes", "--only-these")
    assert "中身を消した記録" in home.says("verify")
    with claim_state_dir(home.state):
        assert "別のコンパニオン" in home.says("erase", "2", "--yes", code=1)
    home.record.unlink()
    assert "記録がありません" in home.says("erase", "2", "--yes", code=2)


def test_a_wrong_configuration_is_told_in_its_own_language(home: Home) -> None:
    """Also the terminal's, where the configuration names none."""
    text = home.config.read_text(encoding="utf-8")
    home.config.write_text(f"{text}\nlanguge: ja\n", encoding="utf-8")
    for command in (("verify",), ("backup",), ("confirm",), ("erase", "1")):
        assert "知らないキー" in home.says(*command, code=2)
    for command in (("config", "check"), ("doctor",), ("devices",)):
        assert "知らないキー" in home.says(*command, code=78)


def test_a_companion_that_does_not_answer_is_told_so(home: Home) -> None:
    assert "まだ一度も動いていません" in home.says("devices", code=1)
    for why in (
        "/s/web/token may not be read; run this as the service's user",
        "the companion gave no answer ([Errno 104] Connection reset by peer); is it running?",
        "no companion answers at /s/web.sock (No such file or directory) nor at 127.0.0.1:8440 "
        "(Connection refused); `companion run` starts one",
    ):
        assert not ENGLISH.search(CODE.sub("", in_full(why).ja)), why


def test_a_right_configuration_is_told_so(home: Home) -> None:
    assert "誤りはありません" in home.says("config", "check")


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ({"LANG": "ja_JP.UTF-8"}, Language.JA),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, Language.EN),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C"}, Language.JA),
        ({}, Language.EN),
    ],
)
def test_without_a_configuration_it_is_the_language_of_the_terminal(
    names: dict[str, str], language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert language_at(tmp_path / "none.yaml") is language


def calls_in_store() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((ROOT / "companion" / "store").rglob("*.py")):
        if "memory" in path.name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.name}:{node.lineno}", node


def test_every_finding_has_its_japanese() -> None:
    """A new `found.add(table, row, why)` without Japanese fails here."""
    whys = {
        where: _words(call.args[2])
        for where, call in calls_in_store()
        if ast.unparse(call.func) == "found.add" and len(call.args) == 3
    }
    said = {where: why for where, why in whys.items() if why}
    assert len(said) > 10
    assert {where: why for where, why in said.items() if not known(why)} == {}


def test_every_error_of_the_store_has_its_japanese() -> None:
    """A new error that an owner may read, without Japanese, fails here."""
    errors = {
        *("RecordDamaged", "RecordTooNew", "RecordUnreadable", "RecordNotWritable"),
        *("MigrationFailed", "KeyUnusable", "FileNotFoundError", "NothingToMend"),
    }
    told = {
        where: _words(call.args[0])
        for where, call in calls_in_store()
        if call.args and ast.unparse(call.func) in {*errors, "super().__init__"}
    }
    said = {where: why for where, why in told.items() if why}
    assert len(said) > 15
    assert {where: why for where, why in said.items() if in_full(why).ja == why} == {}
