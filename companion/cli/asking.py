"""Asking the running companion from the command line, or leaving with the reason."""

from pathlib import Path
from typing import Any

from companion.cli.client import Client, NotRunning, Refused
from companion.cli.leaving import fail
from companion.settings import ConfigWrong, Settings, load_settings

EXIT_CONFIG = 78
"""EX_CONFIG of sysexits.h: systemd is told not to restart on it (T-44)."""


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
        fail(str(error))
