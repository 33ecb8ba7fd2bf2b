"""`companion rescue` and `companion confirm` mend a record that is damaged, or that another program
changed. The running companion does it, or, where none runs, the files themselves."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli import record_said as said
from companion.cli.asking import leave, tell
from companion.cli.client import Client, NotRunning, Refused
from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.record import EXIT_NO_RECORD, TROUBLE, needs
from companion.service.clock import SystemClock
from companion.service.settings import ConfigWrong, Settings
from companion.store.claim import claim_state_dir
from companion.store.mending import told_of
from companion.store.rescue import finish, rescue
from companion.store.sqlite import Store, record_path
from companion.store.verify import reading, verify
from companion.words.language import Bilingual

LOOK_TIMEOUT_S = 600.0
"""A long record is checked from first to last before it is begun anew."""


def rescue_record(
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Begin a damaged record anew with all that can be read of it, running or not."""
    settings = _settings(config)
    if not yes and not typer.confirm(said.BEGIN_ANEW.get(settings.language)):
        return
    try:
        try:
            Client.of(settings, LOOK_TIMEOUT_S).post("/api/record/rescue", {})
            tell(config, said.BEGINS_ANEW)
        except NotRunning:
            record = _record(config, settings)
            with claim_state_dir(settings.state_dir):
                finish(record)
                if _is_sound(record):
                    leave(config, said.WHOLE.filled(record))
                found = rescue(record, datetime.now().astimezone())
            tell(config, said.rescued(found))
    except (Refused, *TROUBLE) as error:
        leave(config, error)


def _is_sound(record: Path) -> bool:
    try:
        with contextlib.closing(reading(str(record))) as connection:
            return verify(connection).sound
    except sqlite3.DatabaseError:
        return False


def confirm(
    keep: Annotated[
        bool | None,
        typer.Option("--keep/--discard", help="use what was changed, or throw it away"),
    ] = None,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Show what another program changed in the record, and say whether it may be used."""
    settings = _settings(config)
    try:
        try:
            client = Client.of(settings)
            told = client.get("/api/record/held")["held"]
            _show(config, [Bilingual(str(line["ja"]), str(line["en"])) for line in told])
            if told and keep is not None:
                _settled(config, client.post("/api/record/held", {"keep": keep}))
        except NotRunning:
            with claim_state_dir(settings.state_dir):
                asyncio.run(_on_the_file(config, _record(config, settings), keep))
    except (Refused, *TROUBLE) as error:
        leave(config, error)


async def _on_the_file(config: Path, record: Path, keep: bool | None) -> None:
    store = await Store.open(record, SystemClock(UTC))
    try:
        lines = told_of(store.quarantine)
        _show(config, lines)
        if lines and keep is not None:
            rows = await store.settle_quarantine(keep=keep, by="cli")
            await store.anchor()
            _settled(config, {"rows": rows, "kept": keep})
    finally:
        await store.close()


def _show(config: Path, lines: Sequence[Bilingual]) -> None:
    for line in lines:
        tell(config, line)
    tell(config, said.KEEP_OR_NOT if lines else said.NOTHING_HELD)


def _settled(config: Path, told: dict[str, Any]) -> None:
    tell(config, said.KEPT if told["kept"] else said.THROWN_AWAY, told["rows"])


def _settings(config: Path) -> Settings:
    try:
        return check_config(config)
    except ConfigWrong as error:
        leave(config, error, EXIT_NO_RECORD)


def _record(config: Path, settings: Settings) -> Path:
    return needs(config, record_path(settings.state_dir, settings.embedding_preset_id))
