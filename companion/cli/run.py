"""`companion run` among the other commands."""

import typer

from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath


def run(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Run the companion until it is stopped; the page's address is printed."""
    # The house takes seconds to import; only this command needs it.
    from companion.cli.start import start

    raise typer.Exit(start(config))
