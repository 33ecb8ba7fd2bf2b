"""Commands: settings -> app. `companion --help` lists them."""

from companion.cli.commands import app


def main() -> None:
    """Run the command line."""
    app()
