"""Commands that exist where a checkout is: `companion bench`, `companion eval`."""

import typer

from tests.proof.commands.bench import bench
from tests.proof.commands.evals import eval_app


def add_commands(app: typer.Typer) -> None:
    """Called by `companion/cli/checkout.py`."""
    app.add_typer(eval_app, name="eval")
    app.command("bench")(bench)
