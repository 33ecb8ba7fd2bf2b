"""Backups of the record: copy it while it runs, keep a few, and put one back only when it verifies.

By itself it keeps one copy and what changed on each day since (`mirror.py`, ADR 0034).
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
from companion.store import taken_back as taken
from companion.store.anchor import anchor_end
from companion.store.claim import claim_state_dir
from companion.store.key import key_of
from companion.store.migrations import NAMES, applied
from companion.store.readers import damaged
from companion.store.sealed import SEALED
from companion.store.taken_back import TakenBack
from companion.store.verify import Findings, verify, verify_tail

log = logging.getLogger(__name__)

FOLDER = "backups"
KEPT = 7
"""Days to look back on: what changed on each of the last six, and what was before."""
DAYS_MAX = 28
"""Most days before they are folded into the copy: a block of the card that changed on many of them
is written once then, and what an old day held is gone after so long at the latest."""
_TURN = threading.Lock()
"""One at a time changes what lies in the folder of backups."""
STAMP = "%Y%m%dT%H%M%S"
SIDES = ("-wal", "-shm", ".anchor")
"""Suffixes of the files that belong to a record."""


@dataclass(frozen=True)
class Restored:
    """Result of a restore."""

    record: Path
    findings: Findings
    """Sound, but for sums of before the owner's key was put in place (`before_key`): what of those
    tables would act by itself is held back when the companion starts."""
    aside: Path | None
    """Where the record that was there lies now, untouched."""
    taken_back: TakenBack
    """Erased and forgotten in that record after the backup was made, and so in this one too."""


def backup_folder(record: Path) -> Path:
    """Folder of the automatic backups of a record."""
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
    except RecordDamaged:
        raise
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
        first = found.broken[0]
        raise damaged(record, f"{first.table} {first.row}: {first.why}")


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
    """The automatic backup of today: only pages that differ are written. None when it is there, or
    when the record's file cannot be kept `still` now. Without `still` only where nobody has the
    record open. Raises as `back_up`."""
    with _TURN:
        try:
            mended(record)
            made = automatic(record)
            if not made:
                to = backup_folder(record) / f"{record.stem}.{now.strftime(STAMP)}.db"
                back_up(record, to)
                return to
            newest = [*made, *days(record)][-1]
            if newest.name.startswith(f"{record.stem}.{now.strftime('%Y%m%d')}"):
                return None
            to = made[-1].with_name(f"{record.stem}.{now.strftime(STAMP)}.db{mirror.PAGES}")
            with record.open("rb") if still is None else still() as file:
                if file is None:
                    log.info("the backup waits: the record is being read")
                    return None
                _tail_sound(record)
                mirror.add_day(made[-1], days(record), file, to)
            _tidy(record, now)
        except (RecordDamaged, RecordNotWritable):
            raise
        except mirror.DayTorn as error:
            log.warning("a backup is damaged, and begun anew from what is whole of it: %s", error)
            _drop_torn(record, error.day)
            return None
        except (OSError, sqlite3.OperationalError) as error:
            raise RecordNotWritable(f"no backup of {record} can be written ({error})") from error
    return to


def _drop_torn(record: Path, torn: Path) -> None:
    """This day and those after it rest on what is not as it was written; a copy into which days
    were being folded does so too."""
    folding = bool(_files(record, mirror.FOLD))
    for file in _files(record, "*") if folding else days(record):
        if folding or file.name >= torn.name:
            file.unlink()


def _tail_sound(record: Path) -> None:
    connection = sqlite3.connect(f"file:{record}?mode=ro", uri=True)
    try:
        found = verify_tail(connection)
    finally:
        connection.close()
    if not found.sound:
        first = found.broken[0]
        raise damaged(record, f"{first.table} {first.row}: {first.why}")


def _tidy(record: Path, now: datetime) -> None:
    """Whole copies of a version before go after their week. Days are folded into the copy when they
    are many or take more than it does: then the last ones stay, as far as they take half of it."""
    made = automatic(record)
    oldest = f"{record.stem}.{(now - timedelta(days=KEPT)).strftime(STAMP)}"
    for old in made[:-1]:
        if old.name < oldest or len(made) > KEPT:
            old.unlink(missing_ok=True)
            made = automatic(record)
    for day in _files(record, mirror.PAGES):
        if day.name < made[0].name:
            day.unlink()
    later, whole = days(record), made[-1].stat().st_size
    if len(later) <= DAYS_MAX and sum(day.stat().st_size for day in later) <= whole:
        return
    kept, left = len(later), whole / 2
    for number, day in enumerate(reversed(later), 1):
        left -= day.stat().st_size
        if number >= KEPT or left < 0:
            kept = number - 1
            break
    last = later[len(later) - kept - 1]
    _mark_fold(last.with_suffix(mirror.FOLD))
    mended(record)


def _mark_fold(mark: Path) -> None:
    os.close(os.open(mark, os.O_CREAT | os.O_WRONLY, 0o600))
    _sync(mark)


def mended(record: Path) -> None:
    """Fold days into the copy to the end, where that was begun. Raises `OSError`, `DayTorn`."""
    for torn in _files(record, mirror.PAGES + ".new"):
        torn.unlink()
    for old in _files(record, ".undo"):
        # Of a version before: a day to take back. A copy of the same name was cut off.
        old.with_suffix("").unlink(missing_ok=True)
        old.unlink()
    for mark in _files(record, mirror.FOLD):
        to = mark.with_suffix("")
        if any(copy.name <= to.name for copy in automatic(record)):
            copy, later = parts_of(mark.with_suffix(mirror.PAGES))
            if copy != to:
                mirror.put_in(copy, later)
                os.replace(copy, to)
                _sync(to)
        for day in _files(record, mirror.PAGES):
            if day.name <= to.name + mirror.PAGES:
                day.unlink()
        mark.unlink()


def _files(record: Path, suffix: str = "") -> list[Path]:
    return sorted(backup_folder(record).glob(f"{record.stem}.*.db{suffix}"))


def automatic(record: Path) -> list[Path]:
    """Whole copies, oldest first."""
    return _files(record)


def days(record: Path) -> list[Path]:
    """The changes of each day since the last whole copy, oldest first."""
    made = automatic(record)
    return [day for day in _files(record, mirror.PAGES) if made and day.name > made[-1].name]


def copies(record: Path) -> list[Path]:
    """Every other copy of what the record held that we made ourselves: automatic backups, and what
    was moved aside by a migration, a restore or a rescue."""
    aside = sorted(record.parent.glob(f"{record.name}.before-*"))
    return [*reversed(_files(record, "*")), *aside]


def drop_copies(record: Path) -> bool:
    """Delete all of `copies`, once nobody makes one; whether there were any. Raises `OSError`."""
    with _TURN:
        there = copies(record)
        for copy in there:
            copy.unlink(missing_ok=True)
    return bool(there)


def parts_of(file: Path) -> tuple[Path, list[Path]]:
    """The whole copy that an automatic backup is made of, and its days in order. Raises
    `FileNotFoundError`."""
    beside = f"{file.name.split('.')[0]}.*.db"
    is_day = file.suffix == mirror.PAGES
    copy, until = file, file.name
    if is_day:
        before = [one for one in file.parent.glob(beside) if one.name < file.name]
        if not before:
            raise FileNotFoundError(f"the copy that {file} goes on from is not there any more")
        copy = max(before)
    for mark in file.parent.glob(beside + mirror.FOLD):
        # While days are put into it, a copy is whole with all of these only.
        last = mark.with_suffix(mirror.PAGES).name
        if copy.name < last and not any(copy < one < mark for one in file.parent.glob(beside)):
            if is_day and file.name < last:
                raise FileNotFoundError(f"{file} is being folded into {copy}")
            until = max(until, last)
    later = sorted(file.parent.glob(beside + mirror.PAGES))
    return copy, [day for day in later if copy.name < day.name <= until]


def restore(file: Path, record: Path, now: datetime) -> Restored:
    """Put a backup in the place of `record`, if it verifies from first to last.

    Erasures and forgetting of the old record since then are repeated in the new one. The old
    record is moved aside, never overwritten; a folder in use is refused. Raises `RecordDamaged`,
    `RecordTooNew`, `KeyUnusable`, `StateDirTaken`, `OSError`.
    """
    if not file.is_file():
        raise FileNotFoundError(f"there is no backup {file}")
    with claim_state_dir(record.parent):
        new = record.with_name(record.name + ".restoring")
        try:
            try:
                mirror.as_of(*parts_of(file), new)
            except mirror.DayTorn as error:
                raise RecordDamaged(
                    f"{file} cannot be used: {error}; nothing was changed"
                ) from error
            new.chmod(0o600)
            found = _judged(new, file)
            key = b"" if found.before_key else key_of(record)
            # An older one gets its tables when the companion starts with it.
            taken_back = taken.repeat(record, new, now, key) if found.events else TakenBack()
            _sync(new)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        aside = move_aside(record, f"before-restore.{now.strftime(STAMP)}")
        os.replace(new, record)
        if found.events:  # an older one has no chain before it is brought up
            anchor_end(record, now.isoformat())
        return Restored(record, found, aside, taken_back)


def _judged(copy: Path, file: Path) -> Findings:
    """Findings of a sound copy, or of one whose sums are all of before the key. Raises
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
