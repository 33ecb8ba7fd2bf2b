"""`companion eval ...`: what models choose and claim, and what the house lets them."""

import typer

eval_app = typer.Typer(no_args_is_help=True, help="Evaluations of the models and of the guards.")
