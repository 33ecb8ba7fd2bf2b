"""`companion eval ...`: what models choose and claim, and what the house lets them."""

import typer

from tests.proof.commands.eval_deliberation import deliberation
from tests.proof.commands.eval_endings import endings
from tests.proof.commands.eval_injections import injections
from tests.proof.commands.eval_memory import memory
from tests.proof.commands.eval_personas import personas
from tests.proof.commands.eval_saydo import say_do
from tests.proof.commands.eval_talk import talk_with_traps
from tests.proof.commands.eval_understanding import understanding

eval_app = typer.Typer(no_args_is_help=True, help="Evaluations of the models and of the guards.")
eval_app.command("deliberation")(deliberation)
eval_app.command("personas")(personas)
eval_app.command("say-do")(say_do)
eval_app.command("injections")(injections)
eval_app.command("understanding")(understanding)
eval_app.command("endings")(endings)
eval_app.command("memory")(memory)
eval_app.command("talk")(talk_with_traps)
