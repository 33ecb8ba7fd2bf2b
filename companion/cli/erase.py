"""`companion erase`: content out of the record, by the running companion or, where none runs, on
the files themselves. Both ask first, and both leave a line that says so."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.client import Client, NotRunning, Refused
from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail
from companion.cli.record import EXIT_NO_RECORD, TROUBLE
from companion.clock import SystemClock
from companion.engines.prefix_shelf import clear
from companion.ports.erasure import Chosen
from companion.settings import ConfigWrong, Settings
from companion.store.claim import claim_state_dir
from companion.store.preset import present_record
from companion.store.sqlite import Store
from companion.words.ids import EventId

ERASE_TIMEOUT_S = 600.0
"""A long record is rewritten whole."""


def erase(
    event_ids: Annotated[list[int] | None, typer.Argument(help="numbers in the log")] = None,
    since: Annotated[datetime | None, typer.Option(help="from this time on")] = None,
    until: Annotated[datetime | None, typer.Option(help="before this time")] = None,
    text: Annotated[str, typer.Option(help="whatever holds this, for example a name")] = "",
    reason: Annotated[str, typer.Option(help="kept in the record")] = "",
    only_these: Annotated[bool, typer.Option("--only-these", help="not what cites them")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Take the content of events away for good, running or not; that something was stays."""
    if not (event_ids or since or until or text):
        fail("say which: numbers, --since, --until or --text")
    wanted: dict[str, Any] = {
        "ids": list(event_ids or ()),
        "since": since.astimezone().isoformat() if since else None,
        "until": until.astimezone().isoformat() if until else None,
        "text": text,
        "reason": reason,
        "consequences": not only_these,
    }
    try:
        settings = check_config(config)
        try:
            told = _by_the_companion(Client.of(settings, ERASE_TIMEOUT_S), wanted, sure=yes)
        except NotRunning:
            told = _on_the_files(settings, wanted, sure=yes)
    except ConfigWrong as error:
        fail(str(error), EXIT_NO_RECORD)
    except (Refused, *TROUBLE) as error:
        fail(str(error))
    if told:
        typer.echo(told)


def _sure(events: int, wanted: dict[str, Any], *, sure: bool) -> bool:
    typer.echo(f"{events} events{' with what cites them' if wanted['consequences'] else ''}")
    return bool(events) and (sure or typer.confirm("Take their content away for good?"))


def _told(gone: dict[str, Any]) -> str:
    return (
        f"{gone['emptied']} emptied, {gone['derived_rows']} rows made of them deleted; "
        f"the record says so as #{gone['event_id']}"
        + ("" if gone["overwritten"] else "; the disk is full: free space to overwrite the bytes")
    )


def _by_the_companion(client: Client, wanted: dict[str, Any], *, sure: bool) -> str:
    """Ask the one that runs: it forgets what it holds in memory as well. Raises `NotRunning`."""
    found = client.post("/api/erase/find", wanted)
    if not _sure(int(found["events"]), wanted, sure=sure):
        return ""
    return _told(client.post("/api/erase", wanted))


def _on_the_files(settings: Settings, wanted: dict[str, Any], *, sure: bool) -> str:
    """None runs: claim the state folder and do it here. Raises `TROUBLE`."""
    record = present_record(settings.state_dir, settings.embedding_preset_id)
    if not record.exists():
        fail(f"there is no record {record}", EXIT_NO_RECORD)
    with claim_state_dir(settings.state_dir):
        told = asyncio.run(_erase(record, wanted, sure=sure))
        if told:
            clear(settings.state_dir / "llm-prefix")
    return told


async def _erase(record: Path, wanted: dict[str, Any], *, sure: bool) -> str:
    chosen = Chosen(
        ids=tuple(EventId(i) for i in wanted["ids"]),
        since=datetime.fromisoformat(wanted["since"]) if wanted["since"] else None,
        until=datetime.fromisoformat(wanted["until"]) if wanted["until"] else None,
        text=wanted["text"],
    )
    store = await Store.open(record, SystemClock(UTC))
    try:
        ids = await store.erasure.find(chosen, consequences=wanted["consequences"])
        if not _sure(len(ids), wanted, sure=sure):
            return ""
        gone = await store.erasure.erase(ids, wanted["reason"], "owner")
        await store.anchor()
        facts = {
            "emptied": gone.emptied,
            "derived_rows": gone.derived_rows,
            "overwritten": gone.overwritten,
            "event_id": gone.event_id,
        }
        return _told(facts)
    finally:
        await store.close()
