"""`companion erase` takes content out of the record: the running companion does it or, where none
runs, this command on the files. Both ask first, and both leave a line that says so."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli import record_said as said
from companion.cli.asking import language_at, leave, tell
from companion.cli.client import Client, NotRunning, Refused
from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.record import EXIT_NO_RECORD, TROUBLE, needs
from companion.engines.llm_runtime.prefix_store import clear
from companion.ports.erasure import Chosen, voices_of
from companion.service.clock import SystemClock
from companion.service.settings import ConfigWrong, Settings
from companion.store.claim import claim_state_dir
from companion.store.export_files import ExportFiles
from companion.store.preset import present_record
from companion.store.sqlite import Store
from companion.voice.enrolled_voices import EnrolledVoices
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
        leave(config, said.SAY_WHICH)
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
            client = Client.of(settings, ERASE_TIMEOUT_S)
            gone = _by_the_companion(client, wanted, _Asks(config, sure=yes))
        except NotRunning:
            gone = _on_the_files(settings, wanted, _Asks(config, sure=yes))
    except ConfigWrong as error:
        leave(config, error, EXIT_NO_RECORD)
    except (Refused, *TROUBLE) as error:
        leave(config, error)
    if gone:
        tell(config, said.erased(gone))


@dataclass(frozen=True)
class _Asks:
    """Tells how many events it would be, and asks the owner unless they said `--yes`."""

    config: Path
    sure: bool

    def about(self, events: int, voices: Sequence[str], wanted: dict[str, Any]) -> bool:
        """Whether to go on."""
        tell(self.config, said.TO_ERASE_CITING if wanted["consequences"] else said.TO_ERASE, events)
        for name in voices:
            tell(self.config, said.TO_ERASE_VOICE, name)
        asked = said.ERASE_SURE.get(language_at(self.config))
        return bool(events or voices) and (self.sure or typer.confirm(asked))


def _by_the_companion(client: Client, wanted: dict[str, Any], asks: _Asks) -> dict[str, Any]:
    """Ask the running companion: it forgets what it holds in memory as well. Empty where the owner
    said no. Raises `NotRunning`."""
    found = client.post("/api/erase/find", wanted)
    if not asks.about(int(found["events"]), found["voices"], wanted):
        return {}
    return dict(client.post("/api/erase", wanted))


def _on_the_files(settings: Settings, wanted: dict[str, Any], asks: _Asks) -> dict[str, Any]:
    """No companion runs: claim the state folder and do it here. Raises `TROUBLE`."""
    record = needs(asks.config, present_record(settings.state_dir, settings.embedding_preset_id))
    with claim_state_dir(settings.state_dir):
        book = EnrolledVoices(settings.state_dir)
        gone = asyncio.run(_erase(record, book, wanted, asks))
        if gone:
            clear(settings.state_dir / "llm-prefix")
            # They are made anew at the next start.
            ExportFiles(settings.state_dir).forget()
    return gone


async def _erase(
    record: Path, book: EnrolledVoices, wanted: dict[str, Any], asks: _Asks
) -> dict[str, Any]:
    chosen = Chosen(
        ids=tuple(EventId(i) for i in wanted["ids"]),
        since=datetime.fromisoformat(wanted["since"]) if wanted["since"] else None,
        until=datetime.fromisoformat(wanted["until"]) if wanted["until"] else None,
        text=wanted["text"],
    )
    store = await Store.open(record, SystemClock(UTC))
    try:
        ids = await store.erasure.find(chosen, consequences=wanted["consequences"])
        voices = voices_of(chosen, book)
        if not asks.about(len(ids), voices, wanted):
            return {}
        for name in voices:
            book.erase(name)
        gone = await store.erasure.erase(ids, wanted["reason"], "owner")
        await store.anchor()
        return {
            "emptied": gone.emptied,
            "derived_rows": gone.derived_rows,
            "overwritten": gone.overwritten,
            "event_id": gone.event_id,
            "voices": voices,
        }
    finally:
        await store.close()
