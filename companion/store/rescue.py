"""Rescue: a damaged record is moved aside untouched, and what reads of it begins a new one (F5).

Rows are copied one by one as they are, seals included, so that what was saved verifies as what
was written. What could not be saved is listed in an event of the new record (`record_rescued`),
which is how `verify` tells a known loss from a new one. Where a backup holds more, it is taken.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.store import rows, seal
from companion.store.backup import STAMP, automatic, mended, move_aside
from companion.store.commits import connect
from companion.store.erase import ranges
from companion.store.graft import grafted
from companion.store.log import ChainHead
from companion.store.migrations import blank, migrate
from companion.store.queries import sql
from companion.store.thin import runs_broken
from companion.store.verify import CHECKED, FORMS, doubts_of
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel

TABLES = (
    "thinned",
    "action_decisions",
    "action_results",
    "acts",
    "approvals",
    "deliberation_session",
    "working_thought",
    "state",
    "revisions",
    "applied_plans",
    "jobs",
    "runtime_snapshots",
    "goals",
    "tasks",
    "intents",
    "plans",
    "schedule_entries",
    "schedule_firings",
)
"""In an order in which every row finds those it names."""
HOLE_STEP = 64
"""Ids skipped at first behind a row that does not read; halved until the hole is known exactly."""


@dataclass(frozen=True, kw_only=True)
class Rescue:
    """What was saved, and what was not."""

    aside: Path
    """The damaged file, untouched, with its WAL beside it."""
    from_backup: Path | None
    events: int
    lost: int
    """Events that are gone, as far as their ids tell."""
    emptied: int
    """Events whose header could be saved and whose content could not."""


@dataclass
class _Salvage:
    """Rows as they come out of the damaged file."""

    events: list[tuple[Any, ...]] = field(default_factory=list)
    tables: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    last_id: int = 0


def rescue(record: Path, now: datetime) -> Rescue:
    """Move a damaged record aside and begin a new one with what can be saved. Raises `OSError`.

    Blocking; reads the whole file. The new record is whole before it gets its name.
    """
    aside = move_aside(record, f"corrupt.{now.strftime(STAMP)}")
    if aside is None:
        raise FileNotFoundError(f"there is no record {record}")
    salvaged = _read(aside)
    if not salvaged.events:
        salvaged = _read_grafted(aside)
    backup = _better_backup(record, salvaged)
    new = record.with_name(record.name + ".rescued")
    for side in ("", "-wal", "-shm"):
        new.with_name(new.name + side).unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
    if backup is not None:
        last_id = salvaged.last_id
        salvaged = _read(backup)
        salvaged.last_id = max(salvaged.last_id, last_id)
    migrate(str(new))
    found = _write(new, salvaged, aside, backup, now)
    os.replace(new, record)
    return found


def _read(path: Path) -> _Salvage:
    """Everything that reads, from a copy of nothing: the file is opened for reading only."""
    salvaged = _Salvage()
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        connection.text_factory = _lenient
        names = _columns_of("events")
        for row in _by_id(connection, "events", names):
            salvaged.events.append(row)
        salvaged.last_id = max(_given(connection), salvaged.events[-1][0] if salvaged.events else 0)
        for table in TABLES:
            salvaged.tables[table] = list(_by_rowid(connection, table))
        connection.close()
    except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError):
        # The rest does not read at all; what came before is kept.
        return salvaged
    return salvaged


def _read_grafted(aside: Path) -> _Salvage:
    """Where not even the tables are found, with the schema of a new record in its place."""
    with TemporaryDirectory(prefix="graft-", dir=aside.parent) as folder, suppress(OSError):
        return _read(grafted(aside, Path(folder)))
    return _Salvage()


def _lenient(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _given(connection: sqlite3.Connection) -> int:
    try:
        row = connection.execute(sql("ids_given"), ("events",)).fetchone()
        return int(row[0]) if row and isinstance(row[0], int) else 0
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return 0


@cache
def _columns_of(table: str) -> list[str]:
    """The columns of the newest schema; a file of an older one lacks some, and gives nothing."""
    newest = blank()
    try:
        return [row[1] for row in newest.execute(f"PRAGMA table_info({table})")]
    finally:
        newest.close()


def _by_id(
    connection: sqlite3.Connection, table: str, names: list[str], key: str = "id"
) -> Iterator[tuple[Any, ...]]:
    """Rows in order of their id, stepping over what does not read."""
    last, top = 0, _top(connection, table, key)
    step = HOLE_STEP
    query = f"SELECT {', '.join(names)} FROM {table} WHERE {key} > ? ORDER BY {key}"
    while True:
        try:
            for row in connection.execute(query, (last,)):
                yield tuple(row)
                last, step = int(row[0]), HOLE_STEP
            return
        except (sqlite3.DatabaseError, OverflowError, TypeError, ValueError):
            if last >= top:
                return
            last = min(top, last + step)
            step = step * 2 if step >= HOLE_STEP else HOLE_STEP


def _top(connection: sqlite3.Connection, table: str, key: str) -> int:
    try:
        found = connection.execute(f"SELECT max({key}) FROM {table}").fetchone()[0]
        return int(found) if isinstance(found, int) else 0
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return _given(connection)


def _by_rowid(connection: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """All rows of a table up to the first that does not read."""
    names = _columns_of(table)
    try:
        for row in connection.execute(f"SELECT {', '.join(names)} FROM {table}"):
            yield tuple(row)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return


def _better_backup(record: Path, salvaged: _Salvage) -> Path | None:
    """The newest backup, where it holds more events than could be saved."""
    mended(record)
    for backup in reversed(automatic(record)):
        try:
            connection = sqlite3.connect(f"file:{backup}?mode=ro", uri=True)
            count = int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
            connection.close()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue
        return backup if count > len(salvaged.events) else None
    return None


def _write(
    new: Path, salvaged: _Salvage, aside: Path, backup: Path | None, now: datetime
) -> Rescue:
    connection = connect(new)
    try:
        connection.execute("BEGIN IMMEDIATE")
        _insert_events(connection, salvaged)
        for table, found in salvaged.tables.items():
            _insert(connection, table, found)
        connection.execute(sql("evidence_from_events"))
        connection.execute(sql("schedule_moments_forgotten"))
        losses = _settle_losses(connection)
        markers = [marker for marker, _ in runs_broken(connection)]
        told = _tell(connection, losses, markers, aside, backup, now)
        connection.execute("COMMIT")
    finally:
        connection.close()
    return told


def _insert(connection: sqlite3.Connection, table: str, found: list[tuple[Any, ...]]) -> None:
    """Rows that are what was written and name only rows that were saved (foreign keys are on)."""
    names = _columns_of(table)
    marks = ", ".join("?" * len(names))
    query = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})"
    for row in found:
        facts = dict(zip(names, row, strict=True))
        covered = CHECKED.get(table)
        if covered and seal.checksum([facts[name] for name in covered]) != facts["checksum"]:
            continue
        if not all(is_so(facts[name]) for name, is_so in FORMS.get(table, {}).items()):
            # It has no checksum; kept, it would make the new record a broken one for good.
            continue
        with suppress(sqlite3.Error, OverflowError):
            connection.execute(query, row)


def _insert_events(connection: sqlite3.Connection, salvaged: _Salvage) -> None:
    for row in salvaged.events:
        # What is out of its bounds or no JSON cannot be what was written.
        with suppress(sqlite3.Error, OverflowError, ValueError, TypeError):
            values = _in_order(row)
            json.loads(values[INSERTED.index("evidence")])
            json.loads(values[INSERTED.index("payload")])
            connection.execute(sql("insert_event"), values)
    connection.execute(sql("note_ids_given"), (salvaged.last_id,))


def _in_order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row as it lies in the table, in the order of `insert_event`."""
    facts = dict(zip(_columns_of("events"), row, strict=True))
    return tuple(facts[name] for name in INSERTED)


INSERTED = (
    *("id", "at", "source", "kind", "trust", "authority", "channel", "user_text"),
    *("assistant_text", "searchable", "evidence", "payload", "origin", "salt", "digest", "chain"),
)


def _settle_losses(connection: sqlite3.Connection) -> tuple[list[int], list[tuple[int, int]]]:
    """Events whose content is not what was written are emptied; gives their ids and where the
    chain is broken, for the event that explains both. Erasures explain what they took as before."""
    doubts = doubts_of(connection)
    emptied = [doubt for doubt, _ in doubts if isinstance(doubt, int)]
    gaps = [doubt for doubt, _ in doubts if isinstance(doubt, tuple)]
    for event_id in emptied:
        connection.execute(
            "UPDATE events SET user_text = '', assistant_text = '', payload = '{}', salt = NULL "
            "WHERE id = ?",
            (event_id,),
        )
        for table in ("action_decisions", "action_results"):
            connection.execute(f"UPDATE {table} SET json = '{{}}' WHERE event_id = ?", (event_id,))
    return emptied, gaps


def _tell(
    connection: sqlite3.Connection,
    losses: tuple[list[int], list[tuple[int, int]]],
    markers: list[int],
    aside: Path,
    backup: Path | None,
    now: datetime,
) -> Rescue:
    """The event that says what was lost, chained to what was saved."""
    emptied, gaps = losses
    count, last = connection.execute("SELECT count(*), coalesce(max(id), 0) FROM events").fetchone()
    given = connection.execute(sql("ids_given"), ("events",)).fetchone()
    thinned = connection.execute(sql("events_thinned")).fetchone()[0]
    found = Rescue(
        aside=aside,
        from_backup=backup,
        events=count,
        lost=(given[0] if given else last) - count - thinned,
        emptied=len(emptied),
    )
    draft = EventDraft(
        source=EventSource.SYSTEM,
        kind="record_rescued",
        at=now,
        trust=TrustLabel.SELF,
        payload={
            "ids": list(ranges(sorted(emptied))),
            "gaps": gaps,
            "markers": markers,
            "aside": aside.name,
            "from_backup": backup.name if backup else "",
            "events": count,
            "lost": found.lost,
        },
    )
    head = ChainHead()
    head.append(connection, rows.event_row(draft))
    head.settle(connection)
    return found
