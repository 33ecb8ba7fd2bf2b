"""`companion run` among the other commands, and what they share."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from companion.cli.start import DEFAULT_CONFIG, start

ConfigPath = Annotated[
    Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
]
__all__ = ["DEFAULT_CONFIG", "ConfigPath", "fail", "run"]


def fail(message: str, code: int = 1) -> NoReturn:
    """Print the reason on stderr and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(code)


def run(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Run the companion until it is stopped; the page's address is printed."""
    raise typer.Exit(start(config))
