"""`--help` speaks Japanese in a Japanese household, and each of its texts has a translation."""

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

import pytest
import typer
from typer import rich_utils

from companion.cli import commands
from companion.cli.edge import run
from companion.cli.help_said import JAPANESE

OF_A_CHECKOUT = {"bench", "eval", "dollhouse"}
"""Commands for who develops the companion; they are there only where a checkout is."""


def _texts(command: Any) -> Iterator[str]:
    yield from (text for text in (command.help, command.short_help) if text)
    yield from (p.help for p in command.params if getattr(p, "help", None))
    for name, below in getattr(command, "commands", {}).items():
        if name not in OF_A_CHECKOUT:
            yield from _texts(below)


AS_SHIPPED = {
    name: getattr(rich_utils, name)
    for name in ("Text", *(n for n in vars(rich_utils) if n.endswith(("_TITLE", "_STRING"))))
}
"""The words of the help's frame, read before any test has put them in Japanese."""


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command of another test may have left Japanese in this process; other tests read English
    help."""
    for name, shipped in AS_SHIPPED.items():
        monkeypatch.setattr(rich_utils, name, shipped)


def test_every_help_text_has_its_japanese_and_none_is_left_over() -> None:
    english = set(_texts(typer.main.get_command(commands.app))) | {"Show this message and exit."}
    assert english - JAPANESE.keys() == set()
    assert JAPANESE.keys() - english == set()
    assert all(said.strip() for said in JAPANESE.values())


def _help(monkeypatch: pytest.MonkeyPatch, language: str, *words: str) -> str:
    monkeypatch.setenv("LANG", language)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("COMPANION_CONFIG", f"/nonexistent/{language}.yaml")
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", 60)
    told = io.StringIO()
    with redirect_stdout(told):
        run(commands.app, words)
    return told.getvalue()


@pytest.mark.parametrize("words", [(), ("--help",), ("sessions",), ("models", "fetch", "--help")])
def test_help_is_told_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Where no configuration can be read; else in that of the household."""
    english = _help(monkeypatch, "en_US.UTF-8", *words)
    assert "Usage:" in english
    assert not any("ぁ" <= letter <= "ヿ" for letter in english)
    japanese = _help(monkeypatch, "ja_JP.UTF-8", *words)
    assert "使い方:" in japanese
    assert "オプション" in japanese
    assert "Show this message" not in japanese


def test_a_long_japanese_sentence_is_folded_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    told = _help(monkeypatch, "ja_JP.UTF-8", "--help")
    whole = "".join(line.strip("│ ") for line in told.splitlines())
    assert "止めるまで動き続け、ページのアドレスを表示します。" in whole
    assert "…" not in told
