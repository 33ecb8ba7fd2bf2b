"""`companion verify`, `backup` and `restore` check, copy and put back the record."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli import record_said as said
from companion.cli.asking import leave, tell
from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.phrases.reasons import in_full
from companion.service.settings import ConfigWrong
from companion.store import backup as backups
from companion.store.anchor import check_anchor
from companion.store.claim import StateDirTaken
from companion.store.key import key_of
from companion.store.preset import present_record
from companion.store.sqlite import record_path
from companion.store.verify import UNSEALED, Findings, reading, verify
from companion.words.language import Bilingual

StateDir = Annotated[
    Path | None, typer.Option("--state-dir", help="state folder; default: the configured one")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object")]
KeyFile = Annotated[Path | None, typer.Option("--key", help="key of the anchor, if one is used")]
EXIT_BROKEN, EXIT_NO_RECORD = 1, 2
TROUBLE = (StateDirTaken, OSError)
"""Each says what and what to do; whatever the record has to say is an `OSError`."""


def record_of(config: Path, state_dir: Path | None) -> Path:
    """Where the record lies; leaves with every problem of the configuration."""
    try:
        if state_dir is not None:
            if not state_dir.is_dir():
                leave(config, said.NO_FOLDER.filled(state_dir), EXIT_NO_RECORD)
            found = sorted(state_dir.glob("memory_*.db"))
            return found[0] if found else record_path(state_dir)
        settings = check_config(config)
        return present_record(settings.state_dir, settings.embedding_preset_id)
    except ConfigWrong as error:
        leave(config, error, EXIT_NO_RECORD)


def needs(config: Path, record: Path) -> Path:
    """The record, or leave where there is none."""
    if not record.exists():
        leave(config, said.NO_RECORD.filled(record), EXIT_NO_RECORD)
    return record


@contextlib.contextmanager
def opened_for_reading(record: Path) -> Iterator[sqlite3.Connection]:
    """Read only, also from a disk that has become so."""
    connection = reading(str(record))
    try:
        yield connection
    finally:
        connection.close()


def verify_record(
    config: ConfigPath = DEFAULT_CONFIG,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    key: KeyFile = None,
) -> None:
    """Is the record what was written? Running or not. Exit 1: broken; 2: no record."""
    record = needs(config, record_of(config, state_dir))
    try:
        with opened_for_reading(record) as connection:
            owners = key_of(record, key)
            found = verify(connection, owners)
            anchor = check_anchor(record, connection, found, owners)
    except (OSError, sqlite3.Error) as error:
        why = in_full(str(error))
        both = Bilingual(f"{record}: {why.ja}", f"{record}: {error}")
        leave(config, both, EXIT_NO_RECORD)
    if as_json:
        typer.echo(json.dumps(report(record, found, anchor), ensure_ascii=False))
    else:
        for line in said.verified(record, found, anchor):
            tell(config, line)
    if not found.sound:
        raise typer.Exit(EXIT_BROKEN)


def report(record: Path, found: Findings, anchor: str) -> dict[str, Any]:
    """The findings as one JSON object."""
    return {
        "record": str(record),
        "sound": found.sound,
        "events": found.events,
        "rows": found.rows,
        "took_s": round(found.took_s, 3),
        "rows_per_s": round(found.rows / found.took_s) if found.took_s else None,
        "first_broken": asdict(found.broken[0]) if found.broken else None,
        "broken": [asdict(one) for one in found.broken],
        "broken_count": found.broken_count,
        "erasures": found.erasures,
        "erased_events": found.erased,
        "lost_events": found.lost,
        "lost_between": found.gaps,
        "held_rows": found.held,
        "not_covered": UNSEALED,
        "last_event": found.end[0],
        "anchor": anchor,
        "sqlite": found.sqlite_says,
    }


def backup(
    to: Annotated[Path | None, typer.Option("--to", help="file to write")] = None,
    config: ConfigPath = DEFAULT_CONFIG,
    state_dir: StateDir = None,
) -> None:
    """Copy the record, running or not, to one file that `companion restore` takes."""
    if to is not None and (not to.name or to.is_dir()):
        leave(config, said.IS_FOLDER.filled(to))
    record = needs(config, record_of(config, state_dir))
    stamp = datetime.now().astimezone().strftime(backups.STAMP)
    target = to or backups.backup_folder(record) / f"{record.stem}.{stamp}.db"
    try:
        made = backups.back_up(record, target)
    except TROUBLE as error:
        leave(config, error)
    tell(config, said.backed_up(made, made.stat().st_size))


def restore(
    file: Path,
    into: Annotated[Path | None, typer.Option("--into", help="state folder to restore to")] = None,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Put a backup in place, once it verifies. The old record is moved aside, not overwritten."""
    record = record_path(into) if into is not None else record_of(config, None)
    try:
        put = backups.restore(file, record, datetime.now().astimezone())
    except TROUBLE as error:
        leave(config, error)
    for line in said.restored(put):
        tell(config, line)
