"""Extras: lists the packages that only some boards and drivers need (ADR 0044).

Each has a lock of its own, `requirements-NAME.lock`; the installer and `scripts/packages.sh`
install it, `companion doctor` names the one that lacks.
"""

import os
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.cli.unit import wanted
from companion.service.settings import Settings
from companion.words.needs import Needs

SCRIPTS = Path(__file__).parents[2] / "scripts"
"""Beside the code, in the source as under /opt/companion."""


@cache
def board() -> str:
    """pi, jetson or generic, as the installer tells them apart; `BOARD` in the environment wins."""
    if told := os.environ.get("BOARD"):
        return told
    ended = subprocess.run([SCRIPTS / "board.sh"], capture_output=True, text=True, check=True)
    return ended.stdout.strip()


def fitting(needs: Needs) -> str:
    """The extra that brings a driver's modules: the board's own where it has them; "" where none
    does."""
    if board() in needs.extras:
        return board()
    return next(iter(needs.extras), "")


def wanted_extras(settings: Settings) -> Iterator[str]:
    """The extras of the configured drivers, each once. Raises `PlugInUnknown`,
    `PlugInSettingsWrong`."""
    named = dict.fromkeys(fitting(one.needs) for one in wanted(settings))
    yield from (extra for extra in named if extra)
