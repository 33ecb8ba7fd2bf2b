"""Benchmarks and evaluations are commands of a checkout, not of the installed package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from companion.cli.checkout import ROOT, add_commands


def names(app: typer.Typer) -> set[str | None]:
    """Of its commands and of its groups."""
    commands = {each.name for each in app.registered_commands}
    return commands | {each.name for each in app.registered_groups}


def test_a_checkout_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    app = typer.Typer()
    add_commands(app)
    assert names(app) == {"bench", "eval", "dollhouse"}
    assert os.environ["PYTHONPATH"] == os.pathsep.join((str(ROOT), "/elsewhere"))


def test_the_installed_package_has_none(tmp_path: Path) -> None:
    """`systemd/install.sh` copies the package without `tests/`."""
    app = typer.Typer()
    add_commands(app, tmp_path)
    assert names(app) == set()


def test_they_are_found_from_any_folder(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.remove(''); sys.path.append({!r}); from companion.cli import main; "
    )
    code = code.format(str(ROOT)) + "sys.argv = ['companion', 'bench', '--list']; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "crashes" in ran.stdout.split()
