"""Asking the running companion from the command line, or leaving with the reason."""

import os
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import typer

from companion.cli.client import Client, NoAnswer, NotRunning, Refused
from companion.cli.leaving import fail
from companion.service.settings import ConfigWrong, Settings, load_settings
from companion.service.yaml_text import NotYaml, load
from companion.words.language import Bilingual, Language

EXIT_CONFIG = 78
"""EX_CONFIG of sysexits.h: systemd is told not to restart on it."""


_REFUSED = {
    403: "ここからはできません",
    404: "その番号や名前のものはありません",
    409: "今はできません",
    410: "お聞きしたときと変わったので、取り下げました。もう一度頼んでください",
    422: "その値は使えません",
    429: "回数が多すぎます。少し待ってください",
    503: "今は使えません。少し待ってください",
}
"""In Japanese, before the companion's own reason."""


@cache
def settings_of(config: Path) -> Settings:
    """Read the configuration or leave with every problem, file and line. Plug-ins' own sections are
    left to the running companion, which has read them: importing them takes seconds."""
    try:
        return load_settings(config)
    except ConfigWrong as error:
        leave(config, error, EXIT_CONFIG)


@cache
def language_at(config: Path) -> Language:
    """The household's language as far as its configuration can be read, else the terminal's."""
    try:
        return load_settings(config).language
    except (ConfigWrong, OSError):
        pass
    try:
        document = load(config.read_text(encoding="utf-8"))
        return Language(str(document["language"]))
    except (OSError, ValueError, NotYaml, TypeError, LookupError):
        return _of_terminal()


def _of_terminal() -> Language:
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next((name for name in names if name), "")
    return Language.JA if chosen.startswith("ja") else Language.EN


def ask(config: Path, path: str, body: dict[str, Any] | None = None) -> Any:
    """One question to the running companion, or leave with the reason."""
    try:
        client = Client.of(settings_of(config))
        return client.get(path) if body is None else client.post(path, body)
    except (NoAnswer, Refused) as error:
        leave(config, error)


def tell(config: Path, both: Bilingual, *values: object) -> None:
    """One line in the household's language."""
    text = both.get(language_at(config))
    typer.echo(text.format(*values) if values else text)


def leave(
    config: Path, why: Bilingual | Exception, code: int = 1, language: Language | None = None
) -> NoReturn:
    """Say why it was not done, in this language or else in the household's, and leave."""
    both = why if isinstance(why, Bilingual) else _reason(why)
    fail(both.get(language or language_at(config)), code)


def _reason(error: Exception) -> Bilingual:
    # Hundreds of patterns, and most commands end well.
    from companion.cli.config_said import problem_said
    from companion.phrases.reasons import in_full

    if isinstance(error, ConfigWrong):
        said = [problem_said(problem) for problem in error.problems]
        return Bilingual("\n".join(each.ja for each in said), str(error))
    why = in_full(str(error)).ja
    if isinstance(error, NotRunning):
        return Bilingual(
            f"コンパニオンが答えません。`companion run` で始まります（{why}）", str(error)
        )
    if isinstance(error, Refused):
        told = _REFUSED.get(error.status, "できませんでした")
        return Bilingual(f"{told}（{why}）", str(error))
    return Bilingual(why, str(error))
