"""`companion memory feedback` shows and forgets the household's signs about acts."""

import asyncio
import json
import sqlite3
from datetime import UTC
from pathlib import Path
from typing import Annotated

import typer

from companion.app.told import OpenedTold
from companion.cli.asking import language_at, leave, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.memory import AsJson, Data
from companion.cli.memory_told import (
    EXIT_USAGE,
    FORGOTTEN,
    NO_SUCH,
    NOTHING,
    done_by,
)
from companion.cli.record import TROUBLE, needs, record_of
from companion.rooms.feedback.room import FeedbackRoom
from companion.service.clock import SystemClock
from companion.store.log import SqliteRecord
from companion.store.readers import Readers
from companion.store.state import SqliteState
from companion.words.event import Event
from companion.words.feedback import FeedbackLearnt

Forget = Annotated[str, typer.Option("--forget", help="forget it, by its key in brackets")]


def feedback(
    forget: Forget = "",
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Show the household's signs about acts (undo, by hand, yes and no), or forget one."""
    record = needs(config, record_of(config, data))
    try:
        if forget:
            _forget(record, config, data, forget)
            return
        learnt = asyncio.run(_learnt(record))
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    if as_json:
        lines = [
            {"key": o.key, "act": o.act.en, "value": o.value, "why": o.why.en, "events": o.events}
            for o in learnt
        ]
        typer.echo(json.dumps({"feedback": lines}))
        return
    if not learnt:
        tell(config, NOTHING)
    to = language_at(config)
    for one in learnt:
        typer.echo(f"{one.value:+.2f} {one.act.get(to)}: {one.why.get(to)}  [{one.key}]")


async def _learnt(record: Path) -> tuple[FeedbackLearnt, ...]:
    clock = SystemClock(UTC)
    readers = Readers(record, clock)
    try:
        state, log = SqliteState(readers), SqliteRecord(readers, clock)
        return await FeedbackRoom(state=state, record=log, clock=clock).learnt()
    finally:
        await readers.close()


def _forget(record: Path, config: Path, data: Path | None, key: str) -> None:
    async def forgotten(opened: OpenedTold, by: Event) -> dict[str, int]:
        return {"forgotten": await opened.unlearning.forget_feedback([key], by)}

    path, body = "/api/memory/feedback/forget", {"keys": [key]}
    done = done_by(record, config, data, forgotten, path, body)
    if not done["forgotten"]:
        leave(config, NO_SUCH.filled(key), EXIT_USAGE)
    tell(config, FORGOTTEN, done["forgotten"])
