"""`companion exports check` validates the two exported files, running or not."""

import typer

from companion.cli.asking import settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.store.export_files import check
from companion.words.language import Bilingual

EXIT_WRONG = 1
_FINE = Bilingual(
    "state.json と events.jsonl に誤りはありません",
    "state.json and events.jsonl are as they should be",
)

exports_app = typer.Typer(no_args_is_help=True, help="state.json and events.jsonl.")


@exports_app.callback()
def exports() -> None:
    """state.json and events.jsonl."""


@exports_app.command("check")
def check_exports(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Check both exported files, running or not. Exit 1: one is not as it should be."""
    wrong = check(settings_of(config).state_dir)
    for one in wrong:
        typer.echo(one, err=True)
    if wrong:
        raise typer.Exit(EXIT_WRONG)
    tell(config, _FINE)
