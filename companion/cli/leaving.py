"""Option that names the configuration and exit with a reason, for all commands."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from companion.service.settings import DEFAULT_CONFIG

ConfigPath = Annotated[
    Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
]
__all__ = ["DEFAULT_CONFIG", "ConfigPath", "fail"]


def fail(message: str, code: int = 1) -> NoReturn:
    """Print the reason on stderr and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(code)
