"""`companion rescue` and `companion confirm`: a record that is damaged, or that another program
changed. The running companion does it, or, where none runs, the files themselves."""

import asyncio
import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.client import Client, NotRunning, Refused
from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail
from companion.cli.record import EXIT_NO_RECORD, TROUBLE
from companion.clock import SystemClock
from companion.settings import ConfigWrong, Settings
from companion.store.claim import claim_state_dir
from companion.store.mending import told_of
from companion.store.rescue import finish, rescue
from companion.store.sqlite import Store, record_path
from companion.store.verify import reading, verify

LOOK_TIMEOUT_S = 600.0
"""A long record is checked from first to last before it is begun anew."""


def rescue_record(
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Begin a damaged record anew with all that can be read of it, running or not."""
    settings = _settings(config)
    if not yes and not typer.confirm("Begin anew with what can be read? The old file is kept"):
        return
    try:
        try:
            Client.of(settings, LOOK_TIMEOUT_S).post("/api/record/rescue", {})
            typer.echo("the companion starts anew; its page tells what was saved")
        except NotRunning:
            typer.echo(_rescued(_record(settings), settings))
    except (Refused, *TROUBLE) as error:
        fail(str(error))


def _rescued(record: Path, settings: Settings) -> str:
    with claim_state_dir(settings.state_dir):
        finish(record)
        if _is_sound(record):
            fail(f"{record} is whole: there is nothing to rescue")
        found = rescue(record, datetime.now().astimezone())
    return (
        f"{found.events} events saved, {found.lost} lost, {found.emptied} without their content; "
        f"the damaged file lies at {found.aside}"
    )


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
            lines = [str(line["en"]) for line in client.get("/api/record/held")["held"]]
            _show(lines)
            if lines and keep is not None:
                _settled(client.post("/api/record/held", {"keep": keep}))
        except NotRunning:
            with claim_state_dir(settings.state_dir):
                asyncio.run(_on_the_file(_record(settings), keep))
    except (Refused, *TROUBLE) as error:
        fail(str(error))


async def _on_the_file(record: Path, keep: bool | None) -> None:
    store = await Store.open(record, SystemClock(UTC))
    try:
        lines = [line.en for line in told_of(store.held)]
        _show(lines)
        if lines and keep is not None:
            rows = await store.settle_held(keep=keep, by="cli")
            await store.anchor()
            _settled({"rows": rows, "kept": keep})
    finally:
        await store.close()


def _show(lines: list[str]) -> None:
    for line in lines or ["nothing is held back"]:
        typer.echo(line)
    if lines:
        typer.echo("`companion confirm --keep` uses it as it stands, `--discard` throws it away")


def _settled(told: dict[str, Any]) -> None:
    typer.echo(f"{told['rows']} rows {'kept' if told['kept'] else 'thrown away'}")


def _settings(config: Path) -> Settings:
    try:
        return check_config(config)
    except ConfigWrong as error:
        fail(str(error), EXIT_NO_RECORD)


def _record(settings: Settings) -> Path:
    record = record_path(settings.state_dir, settings.embedding_preset_id)
    if not record.exists():
        fail(f"there is no record {record}", EXIT_NO_RECORD)
    return record
