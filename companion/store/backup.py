"""Backups of the record: made beside a live one, kept few, put back only when they verify (P26).

By itself it keeps one copy, brought up to date once a day, and what it takes to undo the last days
(`mirror.py`, ADR 0034).
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from companion.ports.event_log import RecordNotWritable
from companion.ports.record import RecordDamaged, RecordTooNew
from companion.store import mirror
from companion.store.anchor import anchor_end, anchor_path
from companion.store.claim import claim_state_dir
from companion.store.migrations import NAMES, applied
from companion.store.sealed import SEALED
from companion.store.verify import Findings, verify, verify_tail

log = logging.getLogger(__name__)

FOLDER = "backups"
KEPT = 7
"""Days to look back on: the copy and what it takes to undo six days."""
_TURN = threading.Lock()
"""One at a time changes what lies in the folder of backups."""
STAMP = "%Y%m%dT%H%M%S"
SIDES = ("-wal", "-shm", ".anchor")
"""What belongs to a record beside its file."""


@dataclass(frozen=True)
class Restored:
    """What a restore put where."""

    record: Path
    findings: Findings
    """Sound, but for sums of before the owner's key was put in place (`before_key`): what of those
    tables would act by itself is held back when the companion starts."""
    aside: Path | None
    """Where the record that was there lies now, untouched."""


def backup_folder(record: Path) -> Path:
    """Where automatic backups of a record lie."""
    return record.parent / FOLDER


def back_up(record: Path, to: Path) -> Path:
    """Copy a record, live or not, to the file `to`: readable by us only, whole or not at all.

    One read transaction: in WAL mode nobody who writes waits for it. Raises `RecordNotWritable`,
    `RecordDamaged` when what was copied is not sound at its end.
    """
    new = to.with_name(to.name + ".new")
    try:
        to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
        _copy(record, new)
        _sync(new)
        os.replace(new, to)
    except (OSError, sqlite3.OperationalError) as error:
        new.unlink(missing_ok=True)
        raise RecordNotWritable(f"the backup {to} cannot be written ({error})") from error
    return to


def _copy(record: Path, new: Path) -> None:
    source = sqlite3.connect(f"file:{record}?mode=ro", uri=True)
    target = sqlite3.connect(new)
    try:
        source.backup(target)
        # Not in WAL mode: a backup is one file.
        target.execute("PRAGMA journal_mode = DELETE")
        found = verify_tail(target)
    finally:
        target.close()
        source.close()
    if not found.sound:
        new.unlink(missing_ok=True)
        raise RecordDamaged(f"the record {record} is damaged: {found.broken[0]}")


def _sync(path: Path) -> None:
    for place in (path, path.parent):
        descriptor = os.open(place, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


Still = Callable[[], AbstractContextManager[BinaryIO | None]]
"""Gives the record's file and keeps it as it is meanwhile; None when it could not."""


def back_up_daily(record: Path, now: datetime, still: Still | None = None) -> Path | None:
    """Bring the automatic backup up to date once a day: only pages that differ are written. None
    when it is, or when the record's file cannot be kept `still` now. Without `still` only where
    nobody has the record open. Raises as `back_up`."""
    folder = backup_folder(record)
    with _TURN:
        mended(record)
        made = automatic(record)
        if made and made[-1].name.startswith(f"{record.stem}.{now.strftime('%Y%m%d')}"):
            return None
        to = folder / f"{record.stem}.{now.strftime(STAMP)}.db"
        if not made:
            back_up(record, to)
        else:
            with record.open("rb") if still is None else still() as file:
                if file is None:
                    log.info("the backup waits: the record is being read")
                    return None
                _bring_up(record, file, made[-1], to)
        _tidy(record, now)
    return to


def _bring_up(record: Path, file: BinaryIO, copy: Path, to: Path) -> None:
    try:
        mirror.bring_up(copy, file)
        _tail_sound(record, copy)
        os.replace(copy, to)
        _sync(to)
    except (OSError, sqlite3.OperationalError, RecordDamaged) as error:
        mirror.mend(copy)
        if isinstance(error, RecordDamaged):
            raise
        raise RecordNotWritable(f"the backup {copy} cannot be written ({error})") from error


def _tail_sound(record: Path, copy: Path) -> None:
    connection = sqlite3.connect(f"file:{copy}?mode=ro", uri=True)
    try:
        found = verify_tail(connection)
    finally:
        connection.close()
    if not found.sound:
        raise RecordDamaged(f"the record {record} is damaged: {found.broken[0]}")


def _tidy(record: Path, now: datetime) -> None:
    """Whole copies of a version before go after their week; so do undo files, or when they take
    more than the copy itself."""
    made = automatic(record)
    oldest = f"{record.stem}.{(now - timedelta(days=KEPT)).strftime(STAMP)}"
    for old in made[:-1]:
        if old.name < oldest or len(made) > KEPT:
            old.unlink(missing_ok=True)
            made = automatic(record)
    left = made[-1].stat().st_size
    for number, undo in enumerate(reversed(undos(record)), 1):
        left -= undo.stat().st_size
        if number >= KEPT or left < 0:
            undo.unlink(missing_ok=True)
            left = -1


def mended(record: Path) -> None:
    """Take back what bringing up a backup was cut off in. Raises `OSError`."""
    for copy in automatic(record):
        mirror.mend(copy)


def automatic(record: Path) -> list[Path]:
    """Automatic backups, oldest first."""
    return sorted(backup_folder(record).glob(f"{record.stem}.*.db"))


def undos(record: Path) -> list[Path]:
    """What it takes to undo the last days, oldest first."""
    return sorted(backup_folder(record).glob(f"{record.stem}.*.db{mirror.UNDO}"))


def copies(record: Path) -> list[Path]:
    """Every other copy of what the record held that we made ourselves: automatic backups, and what
    was moved aside by a migration, a restore or a rescue."""
    aside = sorted(record.parent.glob(f"{record.name}.before-*"))
    return [*undos(record), *automatic(record), *aside]


def restore(file: Path, record: Path, now: datetime) -> Restored:
    """Put a backup in the place of `record`, if it verifies from first to last.

    What was there is moved aside, never overwritten; a folder in use is refused. Raises
    `RecordDamaged`, `RecordTooNew`, `KeyUnusable`, `StateDirTaken`, `OSError`.
    """
    if not file.is_file():
        raise FileNotFoundError(f"there is no backup {file}")
    with claim_state_dir(record.parent):
        new = record.with_name(record.name + ".restoring")
        _fetch(file, new)
        new.chmod(0o600)
        try:
            found = _judged(new, file)
            _sync(new)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        aside = move_aside(record, f"before-restore.{now.strftime(STAMP)}")
        os.replace(new, record)
        if found.events:  # an older one has no chain before it is brought up
            anchor_end(record, now.isoformat())
        return Restored(record, found, aside)


def _fetch(file: Path, to: Path) -> None:
    """A copy of a backup, also of one that has to be made from the newest by undoing days."""
    if file.suffix != mirror.UNDO:
        torn = mirror.undo_of(file)
        mirror.as_of(file, [torn] if torn.exists() else [], to)
        return
    stem = file.name.split(".")[0]
    newest = sorted(file.parent.glob(f"{stem}.*.db"))
    if not newest:
        raise FileNotFoundError(f"{file} undoes a backup that is not there")
    later = sorted(file.parent.glob(f"{stem}.*.db{mirror.UNDO}"), reverse=True)
    mirror.as_of(newest[-1], [one for one in later if one.name >= file.name], to)


def _judged(copy: Path, file: Path) -> Findings:
    """What verifying finds: nothing, or that all sums are of before the key. Raises
    `RecordDamaged`, `RecordTooNew`."""
    connection = sqlite3.connect(copy)
    try:
        done = applied(connection)
        if unknown := [name for name in done if name not in NAMES]:
            raise RecordTooNew(
                f"{file} was written by a newer companion (schema {unknown[-1]!r}); install that "
                f"version, then restore it"
            )
        if done != list(NAMES):
            # An older one is brought up when the companion starts with it; SQLite's word for now.
            says = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
            found = Findings(sqlite_says=says)
            if says != "ok" or not done:
                found.add("file", file.name, says if done else "it is no record of a companion")
        else:
            found = verify(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise RecordDamaged(f"{file} cannot be read ({error}); nothing was changed") from error
    finally:
        connection.close()
    if not found.sound and not (found.before_key and found.tables <= SEALED.keys()):
        first = found.broken[0]
        raise RecordDamaged(
            f"{file} does not verify ({first.table} {first.row}: {first.why}); nothing was changed"
        )
    return found


def move_aside(record: Path, mark: str) -> Path | None:
    """Move a record and what belongs to it out of the way, untouched; None where none is."""
    if not record.exists():
        return None
    aside = record.with_name(f"{record.name}.{mark}")
    number = 0
    while aside.exists():
        number += 1
        aside = record.with_name(f"{record.name}.{mark}.{number}")
    for side in SIDES:
        beside = record.with_name(record.name + side)
        if beside.exists():
            os.replace(beside, aside.with_name(aside.name + side))
    os.replace(record, aside)
    return aside


__all__ = [
    "Restored",
    "anchor_path",
    "automatic",
    "back_up",
    "back_up_daily",
    "backup_folder",
    "copies",
    "mended",
    "move_aside",
    "restore",
    "undos",
]
