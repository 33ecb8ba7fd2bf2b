"""Start: sets up the service's log, and gives each kind of ending its exit code."""

import faulthandler
import logging
import sys
from pathlib import Path

from companion.cli.service import run_service
from companion.links.broker import BrokerUnavailable
from companion.service import log_limit
from companion.service.supervision import CannotStart, EssentialResidentDied
from companion.store.claim import StateDirTaken

START_TROUBLE = (StateDirTaken, BrokerUnavailable, OSError)
"""Errors that keep it from starting; each tells the cause and the remedy."""
EXIT_NO_PAGE = 69
"""EX_UNAVAILABLE: the page's port is taken at the start."""
EXIT_RESIDENT = 70
"""EX_SOFTWARE: an essential resident died. A hung loop leaves with `EXIT_HUNG` of
`service/watchdog/pulse.py`."""


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
