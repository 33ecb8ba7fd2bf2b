"""Commands: joins the command `companion` and its subcommands."""

import typer

from companion.cli import (
    erase,
    grants,
    mcp,
    memory,
    memory_feedback,
    memory_told,
    mend,
    models,
    planning,
    record,
    schedule,
    sessions,
    talking,
    tokens,
    watch,
)
from companion.cli.asking import EXIT_CONFIG, leave, tell
from companion.cli.checkout import add_commands
from companion.cli.config import check_config
from companion.cli.doctor_command import doctor
from companion.cli.exports import exports_app
from companion.cli.hear import hear
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.persona import persona_app
from companion.cli.run import run
from companion.cli.scene import scene_app
from companion.cli.setup_hub import homeassistant
from companion.cli.stories import stories
from companion.cli.understand import understand
from companion.cli.voices import voices_app
from companion.service.settings import ConfigWrong
from companion.words.language import Bilingual

_FINE = Bilingual("{}: 誤りはありません（{}、できること{}種類）", "{}: fine ({}, {} capabilities)")
app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
config_app = typer.Typer(no_args_is_help=True, help="The configuration.")
models_app = typer.Typer(no_args_is_help=True, help="Model weights.")
setup_app = typer.Typer(no_args_is_help=True, help="Connect what you have.")
app.add_typer(talking.app)
app.add_typer(config_app, name="config")
app.add_typer(setup_app, name="setup")
setup_app.command("homeassistant")(homeassistant)
app.add_typer(models_app, name="models")
models_app.command("fetch")(models.fetch)
models_app.command("list")(models.list_models)
app.add_typer(voices_app, name="voices")
app.add_typer(persona_app, name="persona")
app.add_typer(schedule.app)
app.add_typer(scene_app, name="scene")
app.add_typer(planning.app)
app.add_typer(exports_app, name="exports")
app.command("stories")(stories)
app.command()(run)
app.command()(doctor)
app.command("watch")(watch.watch)
app.command("verify")(record.verify_record)
app.command("backup")(record.backup)
app.command("restore")(record.restore)
app.command("rescue")(mend.rescue_record)
app.command("confirm")(mend.confirm)
app.command("erase")(erase.erase)
app.command("understand")(understand)
app.add_typer(memory.memory_app, name="memory")
memory.memory_app.command("show")(memory_told.show)
memory.memory_app.command("correct")(memory_told.correct)
memory.memory_app.command("forget")(memory_told.forget)
memory.memory_app.command("feedback")(memory_feedback.feedback)
memory.memory_app.command("export")(memory_told.export)
app.command("recall")(memory.recall)
app.command("ask")(memory.ask)
app.command("hear")(hear)
app.add_typer(sessions.app)
app.add_typer(grants.app)
app.add_typer(tokens.app)
app.command("mcp")(mcp.mcp)
add_commands(app)


@config_app.command("check")
def config_check(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Read the configuration and every plug-in's section; list all problems with their lines."""
    try:
        settings = check_config(config, useless=True)
    except ConfigWrong as error:
        leave(config, error, EXIT_CONFIG)
    tell(config, _FINE, config, settings.home.kind, len(settings.capabilities))
