"""Preset: finds the household's record, also after another embedder was chosen.

The file is named after the embedder (`memory_<embedding_preset_id>.db`). Choosing another one must
not open an empty household: the record is carried over, whole or not at all, for its name is
changed by one rename after everything that waits in its WAL was moved into it. Vectors stand in
the index beside it, which is made anew where they are of another model. Where the file is missing
and traces of a household are there, nobody is given a new one in silence.
"""

import logging
import os
import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.ports.record import RecordMissing
from companion.store import rows
from companion.store.alarm_backup import read_backup
from companion.store.anchor import anchor_path
from companion.store.backup import FOLDER
from companion.store.commits import connect
from companion.store.log import ChainHead
from companion.store.migrations import migrate
from companion.store.mirror import PAGES
from companion.store.queries import sql
from companion.store.rescue import finish
from companion.store.sqlite import DEFAULT_PRESET, record_path
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

KIND = "preset_changed"
_SIDES = ("-wal", "-shm")
_ANCHOR = ".anchor"


@dataclass(frozen=True, slots=True)
class Settled:
    """Result of the search for the record's file."""

    path: Path
    carried_from: str = ""
    """The embedder it was named after until now; empty where nothing was carried over."""
    beside: tuple[str, ...] = ()
    """Other records that lie in the same folder and are not used."""


def present_record(state_dir: Path, embedding_preset_id: str = DEFAULT_PRESET) -> Path:
    """The record that is there: named after this embedder, else the only one. For readers that
    come before the next start carries it over."""
    wanted = record_path(state_dir, embedding_preset_id)
    others = _others(wanted)
    return others[0] if not _is_there(wanted) and len(others) == 1 else wanted


def settle_record(state_dir: Path, embedding_preset_id: str, now: datetime) -> Settled:
    """Find the household's file, carrying it over to this embedder's name where needed. The folder
    must be claimed. Raises `RecordMissing` where a household was and its record is not, or where
    there are several; `OSError`."""
    for ready in sorted(state_dir.glob("memory_*.db.rescued")):
        # A rescue that a power cut ended between taking the damaged file away and this.
        finish(ready.with_name(ready.name.removesuffix(".rescued")))
    wanted = record_path(state_dir, embedding_preset_id)
    others = _others(wanted)
    if _is_there(wanted):
        if not others:
            _carry_rest(state_dir, wanted)
        return Settled(wanted, beside=tuple(other.name for other in others))
    if len(others) > 1:
        names = ", ".join(other.name for other in others)
        raise RecordMissing(
            f"there is no {wanted.name}, and several other records lie in {state_dir}: {names}. "
            f"Keep the one that is yours there and move the others to another folder"
        )
    if others:
        return _carry(others[0], wanted, now)
    if traces := _traces(state_dir, wanted):
        raise RecordMissing(
            f"the record {wanted} is gone, but a household lived here: {', '.join(traces)}. Bring "
            f"it back with `companion restore` and the newest backup; or, to begin a new "
            f"household, move these files to another folder"
        )
    return Settled(wanted)


def _is_there(record: Path) -> bool:
    return record.exists() and record.stat().st_size > 0


def _others(wanted: Path) -> list[Path]:
    found = sorted(wanted.parent.glob("memory_*.db"))
    return [one for one in found if one != wanted and _is_there(one)]


def _traces(state_dir: Path, wanted: Path) -> list[str]:
    """Files that only a household leaves behind."""
    made = sorted((state_dir / FOLDER).glob("memory_*.db*"))
    backups = [one for one in made if one.suffix in (".db", PAGES)]
    traces = [f"{FOLDER}/{one.name}" for one in reversed(backups)]
    for pattern in ("memory_*.db.anchor", "memory_*.db.corrupt.*", "memory_*.db.before-*"):
        found = sorted(state_dir.glob(pattern))
        traces += [one.name for one in found if not one.name.endswith(_SIDES)]
    backup = read_backup(state_dir)
    if backup is not None and backup.rings:
        traces.append("alarms.json")
    return traces


def _carry(old: Path, wanted: Path, now: datetime) -> Settled:
    before = old.stem.removeprefix("memory_")
    log.warning("the record %s is carried over to %s", old.name, wanted.name)
    for side in ("", *_SIDES):
        # Also what a carrying over left that was cut off: it belongs to no file.
        wanted.with_name(wanted.name + side).unlink(missing_ok=True)
    try:
        _tell(old, before, wanted.stem.removeprefix("memory_"), now)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # A damaged one is carried over as it is: opening it is what mends it.
        log.warning("%s cannot be told that it is carried over: %s", old.name, error)
    sides = [side for side in _SIDES if old.with_name(old.name + side).exists()]
    for side in (*sides, *([_ANCHOR] if anchor_path(old).exists() else [])):
        to = wanted.with_name(wanted.name + side)
        shutil.copyfile(old.with_name(old.name + side), to)
        to.chmod(0o600)
    _sync_folder(wanted.parent)
    # Before this the household is the old file, from here on the new one.
    os.replace(old, wanted)
    _sync_folder(wanted.parent)
    for side in sides:
        old.with_name(old.name + side).unlink(missing_ok=True)
    _carry_rest(wanted.parent, wanted)
    return Settled(wanted, carried_from=before)


def _tell(old: Path, before: str, now_named: str, now: datetime) -> None:
    """The event goes in first, so that no power cut makes it a silent change; and all that waits in
    the WAL is moved into the file."""
    migrate(str(old))
    connection = connect(old)
    try:
        last = connection.execute(sql("chain_end")).fetchone()
        newest = connection.execute(sql("event_by_id"), (last["id"] if last else 0,)).fetchone()
        facts = {"before": before, "now": now_named, "vectors": 0}
        draft = EventDraft(
            source=EventSource.SYSTEM, kind=KIND, at=now, trust=TrustLabel.SELF, payload=facts
        )
        row, head = rows.event_row(draft), ChainHead()
        if newest is None or rows.event_of(newest).payload != facts:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            head.append(connection, row)
            head.settle(connection)
            connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    finally:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        connection.close()


def _carry_rest(state_dir: Path, wanted: Path) -> None:
    """The anchor under the name of before goes, and the backups get the new one; begun again by the
    next start if cut off."""
    for one in state_dir.glob(f"memory_*.db{_ANCHOR}"):
        if one != anchor_path(wanted):
            one.unlink()
    folder = state_dir / FOLDER
    for one in sorted(folder.glob("memory_*.db*")):
        stem, _, rest = one.name.partition(".")
        if stem != wanted.stem and rest and not (state_dir / f"{stem}.db").exists():
            os.replace(one, folder / f"{wanted.stem}.{rest}")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
