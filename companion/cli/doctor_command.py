"""The command `companion doctor`, which the installer runs too: it imports no house."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.asking import EXIT_CONFIG, leave
from companion.cli.config import check_config, own_plugins
from companion.cli.doctor import doctor_report
from companion.cli.doctor_fix import fix
from companion.cli.doctor_rights import Tree, tree_at
from companion.cli.doctor_sound import sounded
from companion.cli.extras import wanted_extras
from companion.cli.unit import CONFIG
from companion.phrases.reasons import in_full
from companion.service.settings import ConfigWrong, Settings
from companion.words.language import Bilingual

_SIGNS = {"ok": "✓", "degraded": "!", "down": "✗", "starting": "…"}


def doctor(
    config: Annotated[
        Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
    ] = Path("config/config.yaml"),
    root: Annotated[
        Path | None, typer.Option(help="look at the tree installed or staged under this folder")
    ] = None,
    mend: Annotated[
        bool, typer.Option("--fix", help="move secrets into files; the unit follows the drivers")
    ] = False,
    sound: Annotated[
        bool, typer.Option("--sound", help="make a sound with the speaker and the buzzer")
    ] = False,
    extras: Annotated[
        bool, typer.Option("--extras", help="print the extras that the drivers need, and no more")
    ] = False,
) -> None:
    """Check what works and what is missing, and tell the remedy."""
    root = None if root is None else root.resolve()
    config = config if root is None else root / CONFIG
    settings, tree = _settings(config), tree_at(root, config)
    with own_plugins():
        if extras:
            for name in wanted_extras(settings):
                typer.echo(name)
            return
        if mend:
            settings = _mended(config, settings, tree)
            tree = tree_at(root, config)
        rows = [*asyncio.run(doctor_report(config, settings, tree))]
    if sound:
        rows += asyncio.run(sounded(settings))
    for part, found in rows:
        typer.echo(f"{_SIGNS[found.status]} {part:<22} {found.what.get(settings.language)}")
        if found.remedy is not None:
            typer.echo(f"  → {found.remedy.get(settings.language)}")
    if any(found.status == "down" for _, found in rows):
        raise typer.Exit(1)


def _mended(config: Path, settings: Settings, tree: Tree) -> Settings:
    try:
        done = fix(config, None if tree.unit is None else tree.root)
    except (OSError, ConfigWrong) as error:
        why = in_full(str(error)).ja
        both = Bilingual(
            f"{why}。サービスとして入れてあるときは sudo を付けてください",
            f"{error}; run it with sudo where the service is installed",
        )
        leave(config, both, EXIT_CONFIG)
    for line in done:
        typer.echo(f"+ {line.get(settings.language)}")
    return _settings(config)


def _settings(config: Path) -> Settings:
    try:
        return check_config(config)
    except ConfigWrong as error:
        leave(config, error, EXIT_CONFIG)
