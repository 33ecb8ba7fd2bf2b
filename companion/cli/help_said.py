"""Help texts: give `--help` in Japanese. The English ones stand with the commands themselves: the
first lines of a command's docstring, and the `help` of its options; the Japanese ones in
`help_ja.toml`, by the English."""

from collections.abc import Mapping
from typing import Any

from companion.words.table import table

JAPANESE: Mapping[str, str] = table("companion.cli", "help_ja.toml")

_PANELS = {
    "ARGUMENTS_PANEL_TITLE": "引数",
    "OPTIONS_PANEL_TITLE": "オプション",
    "COMMANDS_PANEL_TITLE": "コマンド",
    "DEFAULT_STRING": "[既定値: {}]",
    "ENVVAR_STRING": "[環境変数: {}]",
    "REQUIRED_LONG_STRING": "[必須]",
}
"""Typer's fixed words, by the names of `typer.rich_utils`."""


def put_in_japanese(command: Any) -> None:
    """From now on the help of this command of typer, and of all below it, is Japanese. A text
    without a translation stays: the commands of a checkout have none."""
    from rich.text import Text
    from typer import rich_utils

    class FoldedText(Text):
        """Text that goes on in the next line where it has no space to be cut at: rich leaves the
        rest of a long word out, and a Japanese sentence is one word to it."""

        @classmethod
        def from_markup(cls, text: str, **how: Any) -> Text:
            return Text.from_markup(text, overflow="fold", **how)

    for name, said in {**_PANELS, "Text": FoldedText}.items():
        setattr(rich_utils, name, said)
    _translate(command)


def _translate(command: Any) -> None:
    command.help = _said(command.help)
    command.short_help = _said(command.short_help)
    told = command.get_usage
    command.get_usage = lambda context: told(context).replace("Usage: ", "使い方: ", 1)
    help_option = command.get_help_option
    command.get_help_option = lambda context: _translated(help_option(context))
    for parameter in command.params:
        _translated(parameter)
    for below in getattr(command, "commands", {}).values():
        _translate(below)


def _translated(parameter: Any) -> Any:
    if hasattr(parameter, "help"):
        parameter.help = _said(parameter.help)
    return parameter


def _said(english: str | None) -> str | None:
    return JAPANESE.get(english, english) if english is not None else None
