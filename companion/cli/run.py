"""`companion run`: the service. A module of its own, for it imports only what it runs: benchmarks,
evaluations and the like cost a start half a second and memory that never comes back (P21, P22)."""

import faulthandler
import logging
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from companion.cli.service import run_service
from companion.household import CannotStart, EssentialResidentDied
from companion.links.broker import BrokerUnavailable
from companion.store.claim import StateDirTaken

ConfigPath = Annotated[
    Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
]
DEFAULT_CONFIG = Path("config/config.yaml")
START_TROUBLE = (StateDirTaken, BrokerUnavailable, OSError)
"""What keeps it from starting; each says what and what to do."""
EXIT_NO_PAGE = 69
"""EX_UNAVAILABLE: the page's port is taken at the start."""
EXIT_RESIDENT = 70
"""EX_SOFTWARE: an essential resident died. A hung loop leaves with `watchdog.pulse.EXIT_HUNG`."""

service = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@service.callback()
def _one_of_many() -> None:
    """So that `run` stays a word of the command line."""


def fail(message: str, code: int = 1) -> NoReturn:
    """Print the reason on stderr and leave."""
    typer.echo(message, err=True)
    raise typer.Exit(code)


@service.command()
def run(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Run the companion until it is stopped; the page's address is printed."""
    # A crash in native code, or systemd's SIGABRT, leaves every thread's stack behind (F26).
    faulthandler.enable()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    try:
        run_service(config, typer.echo)
    except KeyboardInterrupt:
        typer.echo("stopped")
    except CannotStart as error:
        fail(str(error), EXIT_NO_PAGE)
    except EssentialResidentDied as error:
        fail(str(error), EXIT_RESIDENT)
    except START_TROUBLE as error:
        fail(str(error))
