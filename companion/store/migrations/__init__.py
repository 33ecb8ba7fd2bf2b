"""Migrations: run all pending steps in one transaction, with a backup before; one file per step."""

import functools
import logging
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.ports.record import MigrationFailed, RecordTooNew
from companion.store.commits import is_damage
from companion.store.migrations import step_0002, step_0004, step_0006, step_0008, step_0010
from companion.store.migrations.sql import execute
from companion.store.readers import damaged
from companion.store.sealed import know_seals

log = logging.getLogger(__name__)

STEPS: dict[str, Callable[[sqlite3.Connection], None]] = {
    "0001 first schema": partial(execute, "step_0001"),
    "0002 a record that survives": step_0002.seal_all,
    "0003 the schedule": partial(execute, "step_0003"),
    "0004 checks that cost nothing": step_0004.say_plainly,
    "0005 device reports leave the index": partial(execute, "step_0005"),
    "0006 ids are given by the log": step_0006.give_ids_ourselves,
    "0007 moments beside the entries": partial(execute, "step_0007"),
    "0008 what authorises is sealed": step_0008.seal,
    "0009 what may go": partial(execute, "step_0009"),
    "0010 plain ids": step_0010.give_plain_ids,
    "0011 the garden": partial(execute, "step_0011"),
}
"""Every step, in order, as the file itself lists those it went through."""
NAMES = tuple(STEPS)


def blank() -> sqlite3.Connection:
    """An empty database in memory with the newest schema, to compare others with."""
    connection = sqlite3.connect(":memory:")
    know_seals(connection, b"")
    for step in STEPS.values():
        step(connection)
    return connection


def applied(connection: sqlite3.Connection) -> list[str]:
    """The steps a file went through, in order; none for an empty file."""
    there = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = '_sqlite_migrations'")
    if there.fetchone() is None:
        return []
    found = connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id")
    return [str(row[0]) for row in found]


def migrate(path: str) -> Path | None:
    """Bring the file at `path` to the newest schema: wholly or not at all. Gives the backup that
    was made before, if there was anything to lose. Raises `RecordTooNew`, `RecordDamaged`,
    `MigrationFailed`, and
    `sqlite3.Error` where the file cannot be opened."""
    connection = sqlite3.connect(path)
    try:
        done = applied(connection)
        unknown = [name for name in done if name not in NAMES]
        if newer := [name for name in unknown if _is_step(name)]:
            raise RecordTooNew(
                f"the record {path} was written by a newer companion (schema {newer[-1]!r}, this "
                f"one knows up to {NAMES[-1]!r}). It was left untouched: install that version "
                f"again, or restore a backup made before the upgrade."
            )
        if unknown:
            raise damaged(Path(path), f"{unknown[0][:40]!r} is no schema step")
        if len(done) == len(NAMES):
            return None
        backup = _backup(connection, Path(path), NAMES[-1].split()[0]) if done else None
        if not done:
            _lay_out(connection)
        _apply(connection, path, backup)
        if done:
            _lay_out_anew(connection, path)
        else:
            # What the steps laid down and took away leaves no holes.
            connection.execute("VACUUM")
        return backup
    finally:
        connection.close()


@functools.cache
def empty() -> bytes:
    """The bytes of a record without a row, as `migrate` makes it; made once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record"
        migrate(str(path))
        return path.read_bytes()


def _is_step(name: str) -> bool:
    """True if the name is that of a step, also of a later version."""
    return re.fullmatch(r"\d{4} [\w ]+", name, re.ASCII) is not None


PAGE_BYTES = 512
"""SQLite's smallest. A commit writes every page it touched, and touches a little on each of a
dozen: of SQLite's usual 4096 bytes most would be what was there before (ADR 0034)."""


def _lay_out(connection: sqlite3.Connection) -> None:
    """Said before the first table, or followed by a VACUUM: small pages, and no map of them. A
    page that became free is used again; the file gets shorter only with a VACUUM, as after an
    erasure."""
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    # SQLite may be built with another default.
    connection.execute("PRAGMA auto_vacuum = NONE")


def _lay_out_anew(connection: sqlite3.Connection, path: str) -> None:
    """A file of before is rewritten once, here, where a copy was made anyway and nobody waits."""
    asked = ("auto_vacuum", "page_size")
    mapped, size = (connection.execute(f"PRAGMA {one}").fetchone()[0] for one in asked)
    if not mapped and size == PAGE_BYTES:
        return
    try:
        # Pages cannot change their size in WAL mode; the writer sets it again.
        connection.execute("PRAGMA journal_mode = DELETE")
        _lay_out(connection)
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        # A card without room for it keeps its pages; what became free is used again.
        log.warning("the record %s keeps its old layout: %s", path, error)


def _apply(connection: sqlite3.Connection, path: str, backup: Path | None) -> None:
    # Its import costs as much as the rest of the store; hardly any start has a step to take.
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    db, steps = Database(connection), Migrations("companion")
    for name, step in STEPS.items():
        steps(name=name)(lambda db, step=step: step(db.conn))
    try:
        steps.ensure_migrations_table(db)
        with db.atomic():
            steps.apply(db)
    # The edge of a migration: whatever a step raises, the owner is told what became of the file.
    except (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError) as error:
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_THE_STEP:
            raise
        raise _failed(path, backup, error) from error


_NOT_THE_STEP = frozenset({8, 10, 13, 14})
"""SQLITE_READONLY, IOERR, FULL, CANTOPEN: the world's fault."""


def _failed(path: str, backup: Path | None, error: Exception) -> MigrationFailed:
    kept = f"; a copy made before lies at {backup}" if backup is not None else ""
    return MigrationFailed(
        f"the record {path} could not be brought to the schema of this version "
        f"({type(error).__name__}: {error}). Nothing of it was changed{kept}. Start the version "
        f"that was installed before, or restore a backup, and report this message."
    )


def _backup(connection: sqlite3.Connection, path: Path, step: str) -> Path:
    """A copy beside the file, whole before anything is changed."""
    final = path.with_name(f"{path.name}.before-{step}")
    new = final.with_name(final.name + ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
    target = sqlite3.connect(new)
    try:
        connection.backup(target)
    finally:
        target.close()
    os.replace(new, final)
    return final
