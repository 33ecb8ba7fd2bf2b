"""`companion run` as the service is started: its own two options, read without the command line's
framework, which the service would carry as long as it lives."""

import faulthandler
import logging
import os
import sys
from collections.abc import Sequence
from getopt import GetoptError, gnu_getopt
from pathlib import Path

from companion.cli.service import run_service
from companion.links.broker import BrokerUnavailable
from companion.service import log_limit
from companion.service.settings import DEFAULT_CONFIG
from companion.service.supervision import CannotStart, EssentialResidentDied
from companion.store.claim import StateDirTaken

START_TROUBLE = (StateDirTaken, BrokerUnavailable, OSError)
"""What keeps it from starting; each says what and what to do."""
EXIT_NO_PAGE = 69
"""EX_UNAVAILABLE: the page's port is taken at the start."""
EXIT_MISUSED = 2
EXIT_RESIDENT = 70
"""EX_SOFTWARE: an essential resident died. A hung loop leaves with `EXIT_HUNG` of
`service/watchdog/pulse.py`."""


USAGE = """Usage: companion run [-c | --config FILE]

  Run the companion until it is stopped; the page's address is printed.

  FILE is the configuration; without it COMPANION_CONFIG, else config/config.yaml."""


class Misused(ValueError):
    """The words after `run` mean nothing; says which."""


def config_of(words: Sequence[str]) -> Path | None:
    """The configuration that the words after `run` name; None: they ask for help.

    Raises `Misused`.
    """
    try:
        options, rest = gnu_getopt(list(words), "c:h", ["config=", "help"])
    except GetoptError as error:
        raise Misused(str(error)) from error
    if rest:
        raise Misused(f"nothing is known of {rest[0]}")
    given = dict(options)
    if "-h" in given or "--help" in given:
        return None
    named = given.get("--config") or given.get("-c") or os.environ.get("COMPANION_CONFIG")
    return Path(named) if named else DEFAULT_CONFIG


def main(words: Sequence[str]) -> int:
    """The whole of `companion run`, from its words to its exit code (2: misused)."""
    try:
        config = config_of(words)
    except Misused as error:
        return _failed(error, EXIT_MISUSED)
    if config is None:
        _say(USAGE)
        return 0
    return start(config)


def start(config: Path) -> int:
    """Run until stopped; gives the exit code, having said on stderr why it is not 0."""
    # A crash in native code, or systemd's SIGABRT, leaves every thread's stack behind.
    faulthandler.enable()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    log_limit.install()
    try:
        run_service(config, _say)
    except KeyboardInterrupt:
        _say("stopped")
    except CannotStart as error:
        return _failed(error, EXIT_NO_PAGE)
    except EssentialResidentDied as error:
        return _failed(error, EXIT_RESIDENT)
    except START_TROUBLE as error:
        return _failed(error, 1)
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


def _failed(error: Exception, code: int) -> int:
    print(error, file=sys.stderr, flush=True)
    return code
