"""Asking the running companion from the command line, or leaving with the reason."""

from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import typer

from companion.cli.client import Client, NotRunning, Refused
from companion.cli.leaving import fail
from companion.settings import ConfigWrong, Settings, load_settings
from companion.words.language import Bilingual

EXIT_CONFIG = 78
"""EX_CONFIG of sysexits.h: systemd is told not to restart on it."""


_REFUSED = {
    403: "ここからはできません",
    404: "その番号や名前のものはありません",
    409: "今はできません",
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
        fail(str(error), EXIT_CONFIG)


def ask(config: Path, path: str, body: dict[str, Any] | None = None) -> Any:
    """One question to the running companion, or leave with the reason."""
    try:
        client = Client.of(settings_of(config))
        return client.get(path) if body is None else client.post(path, body)
    except (NotRunning, Refused) as error:
        leave(config, error)


def tell(config: Path, both: Bilingual, *values: object) -> None:
    """One line in the household's language."""
    typer.echo(both.get(settings_of(config).language).format(*values))


def leave(config: Path, why: Bilingual | NotRunning | Refused, code: int = 1) -> NoReturn:
    """Say in the household's language why it was not done, and leave."""
    if isinstance(why, NotRunning):
        why = Bilingual(
            f"コンパニオンが答えません。`companion run` で始まります（{why}）", str(why)
        )
    if isinstance(why, Refused):
        told = _REFUSED.get(why.status, "できませんでした")
        why = Bilingual(f"{told}（{why}）", str(why))
    fail(why.get(settings_of(config).language), code)
