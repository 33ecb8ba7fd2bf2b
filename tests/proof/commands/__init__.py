"""Commands that exist where a checkout is: `companion bench`, `eval`, `dollhouse play`."""

import typer

from tests.proof.commands.bench import bench
from tests.proof.commands.evals import eval_app
from tests.proof.commands.play import play


def add_commands(app: typer.Typer) -> None:
    """Called by `companion/cli/checkout.py`."""
    dollhouse = typer.Typer(no_args_is_help=True, help="The simulated household.")
    dollhouse.command("play")(play)
    app.add_typer(dollhouse, name="dollhouse")
    app.add_typer(eval_app, name="eval")
    app.command("bench")(bench)
