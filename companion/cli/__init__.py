"""Commands: settings -> app. `companion --help` lists them."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["run"]:
        from companion.cli.run import service

        service(prog_name="companion")
    else:
        from companion.cli.commands import app

        app()
