"""Asking the running companion: its reason, in the household's language, and an exit code."""

from pathlib import Path

import pytest
import typer

from companion.cli import asking
from companion.cli.asking import EXIT_CONFIG, ask, language_at, leave, settings_of
from companion.cli.client import Refused
from companion.words.language import Bilingual, Language


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(f"language: ja\nstate_dir: {tmp_path}\n", encoding="utf-8")
    return path


def test_the_language_is_the_households(config: Path) -> None:
    assert language_at(config) is Language.JA


def test_a_broken_configuration_still_tells_its_language(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("language: ja\nno_such_key: 1\n", encoding="utf-8")
    assert language_at(path) is Language.JA


@pytest.mark.parametrize(
    ("terminal", "language"), [("ja_JP.UTF-8", Language.JA), ("C", Language.EN), ("", Language.EN)]
)
def test_without_a_configuration_it_is_the_terminals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: str, language: Language
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", terminal)
    assert language_at(tmp_path / f"none-{terminal}.yaml") is language


def test_a_companion_that_does_not_run_is_told_with_the_remedy(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as left:
        ask(config, "/api/status")
    assert left.value.exit_code == 1
    told = capsys.readouterr().err
    assert "コンパニオンが答えません" in told
    assert "companion run" in told


def test_a_wrong_configuration_is_told_with_its_line_and_not_restarted_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("language: ja\nno_such_key: 1\n", encoding="utf-8")
    with pytest.raises(typer.Exit) as left:
        settings_of(path)
    assert left.value.exit_code == EXIT_CONFIG
    assert "no_such_key" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("status", "told"), [(404, "ありません"), (429, "少し待って"), (418, "できませんでした")]
)
def test_a_refusal_is_told_in_japanese_with_the_companions_own_reason(
    config: Path, capsys: pytest.CaptureFixture[str], status: int, told: str
) -> None:
    with pytest.raises(typer.Exit):
        leave(config, Refused("own reason", status))
    said = capsys.readouterr().err
    assert told in said
    assert "own reason" in said


def test_a_line_is_filled_in(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asking.tell(config, Bilingual("{}件", "{} rows"), 3)
    asking.tell(config, Bilingual("{}", "{}"))
    assert capsys.readouterr().out.split() == ["3件", "{}"]
