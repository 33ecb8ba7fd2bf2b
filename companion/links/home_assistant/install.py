"""Install: makes an environment of its own for the package homeassistant-api (ADR 0021)."""

import subprocess
import sys
from pathlib import Path

from companion.links.home_assistant.api_wire import PACKAGE

INSTALL_TIMEOUT_S = 300.0


def python_of(folder: Path) -> Path:
    """Its Python."""
    return folder / "bin" / "python"


def install_package(folder: Path, package: str = PACKAGE) -> Path:
    """Make the environment where it is not complete; gives its Python. Raises `RuntimeError`."""
    python, stamp = python_of(folder), folder / f".{package}"
    if stamp.exists():
        return python
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", package]
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)], pip):
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=INSTALL_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RuntimeError(str(error)[:200]) from error
        if done.returncode:
            raise RuntimeError(_last_line(done.stderr))
    stamp.touch()
    return python


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it failed without a word"])[-1][:200]
