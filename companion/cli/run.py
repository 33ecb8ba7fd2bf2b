"""`companion run` starts the service without loading the other commands."""

import gc
import logging

import typer

from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath

log = logging.getLogger(__name__)


def run(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Run the companion until it is stopped; the page's address is printed."""
    # Importing makes hundreds of thousands of objects that nearly all stay: collecting among them
    # costs a third of the start (measured 0.95 -> 0.68 s). Once, at the end, it finds the first
    # drafts of classes with slots; frozen with the rest they would stay: 0.6 MB.
    gc.disable()
    # The house takes seconds to import; only this command needs it.
    from companion.cli.start import start

    gc.collect()
    gc.freeze()
    gc.enable()
    try:
        code = start(config)
    except Exception:  # the edge: told in one line above; here the traceback is for the journal
        log.exception("the companion ended by a mistake of ours")
        raise
    raise typer.Exit(code)
