"""Rescue: begins a new record with the readable rows of a damaged one, which is kept untouched.

Rows are taken from the pages as they lie there (`pages.py`), seals included, so that what was saved
verifies as what was written. Where a backup still holds what is gone, it is taken from there. An
event of the new record (`record_rescued`) lists the losses, so that `verify` tells a known loss
from a new one.
"""

import json
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path

from companion.ports.event_log import RecordNotWritable
from companion.store import mirror, rows, seal, sealed
from companion.store.anchor import anchor_end
from companion.store.backup import STAMP, automatic, days, move_aside, parts_of
from companion.store.commits import connect
from companion.store.erase import ranges
from companion.store.key import key_of
from companion.store.log import ChainHead
from companion.store.migrations import blank, migrate
from companion.store.pages import Pages, Row, Shape, Value
from companion.store.quarantine import quarantine_unknown
from companion.store.queries import sql
from companion.store.sealed import CHECKED
from companion.store.thin import runs_broken
from companion.store.verify import FORMS, gone_of
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

EVENT_TABLES = ("events", "action_decisions", "action_results")
"""Sealed by the chain."""
GROWING = (*EVENT_TABLES, "thinned", "acts", "revisions", "applied_plans")
"""Rows are put in and never changed: a backup's are as good."""
TABLES = (
    *GROWING,
    "approvals",
    "deliberation_session",
    "working_thought",
    "state",
    "jobs",
    "runtime_snapshots",
    "goals",
    "tasks",
    "intents",
    "plans",
    "schedule_entries",
    "schedule_firings",
    "seals",
    "held_rows",
    "garden_state",
    "action_history",
)
ADDED = {"schedule_entries": 1, "action_history": 1}
"""Columns that a step added without writing the old rows anew."""
ID_MAX = 2**53
NAME_LETTERS_MAX = 200
"""Longer than any kind or channel: what is beyond it is noise."""


@dataclass(frozen=True, kw_only=True)
class Rescue:
    """Result of a rescue: what was saved and what was lost."""

    aside: Path
    """The damaged file, untouched, with its WAL beside it."""
    from_backup: Path | None
    """Where some of it was taken from."""
    events: int
    lost: int
    """Events that are gone, as far as their ids tell."""
    emptied: int
    """Events whose header could be saved and whose content could not."""


def rescue(record: Path, now: datetime) -> Rescue:
    """Begin a new record with what can be saved of a damaged one, which is then moved aside.

    Blocking; reads the whole file. The new record is whole and on the disk before anything is
    moved, so that a power cut at any moment loses nothing. Raises `OSError`, `RecordNotWritable`.
    """
    if not record.exists():
        raise FileNotFoundError(f"there is no record {record}")
    mark = _unused_mark(record, now)
    new, ready = _beside(record, "rescuing"), _beside(record, "rescued")
    for side in ("", "-wal", "-shm", "-journal"):
        new.with_name(new.name + side).unlink(missing_ok=True)
    try:
        os.close(os.open(new, os.O_CREAT | os.O_WRONLY, 0o600))
        migrate(str(new))
        found = _fill(new, record, record.with_name(f"{record.name}.{mark}"), now)
        _sync(new)
        os.replace(new, ready)
    except sqlite3.Error as error:
        raise RecordNotWritable(f"the record could not be saved to {new} ({error})") from error
    finally:
        new.unlink(missing_ok=True)
    finish(record, mark)
    return found


def finish(record: Path, mark: str | None = None) -> bool:
    """Put a rescued record that is whole in the place of the damaged one; True where there was
    one. At a start: a power cut may have come between."""
    ready = _beside(record, "rescued")
    if not ready.exists():
        return False
    now = datetime.now().astimezone()
    move_aside(record, mark or _unused_mark(record, now))
    os.replace(ready, record)
    _sync(record.parent)
    try:
        anchor_end(record, now.isoformat())
    except (OSError, sqlite3.DatabaseError) as error:
        # The record is in its place; opened, it writes one.
        log.warning("no anchor was written beside the rescued record: %s", error)
    return True


def _beside(record: Path, what: str) -> Path:
    return record.with_name(f"{record.name}.{what}")


def _unused_mark(record: Path, now: datetime) -> str:
    mark, number = f"corrupt.{now.strftime(STAMP)}", 0
    while record.with_name(f"{record.name}.{mark}").exists():
        number += 1
        mark = f"corrupt.{now.strftime(STAMP)}.{number}"
    return mark


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@cache
def shapes() -> tuple[Shape, ...]:
    """Layout of the rows of every table in the newest schema."""
    with closing(blank()) as newest:
        return (*(_shape(newest, table) for table in TABLES), _SEQUENCE)


_SEQUENCE = Shape("sqlite_sequence", ("TEXT", "INTEGER"), 2, (None, None), False, False)


def _shape(newest: sqlite3.Connection, table: str) -> Shape:
    about = newest.execute(f"PRAGMA table_info({table})").fetchall()
    text = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
    keyed = "WITHOUT ROWID" in newest.execute(text, (table,)).fetchone()[0]
    types = []
    for _, _, kind, filled, _, key in about:
        alias = key and kind == "INTEGER" and not keyed
        types.append("ROWID" if alias else kind if filled or key else f"{kind}?")
    count = len(types) - ADDED.get(table, 0)
    return Shape(table, tuple(types), count, (None,) * len(types), keyed, table in GROWING)


@cache
def _columns_of(table: str) -> tuple[str, ...]:
    with closing(blank()) as newest:
        return tuple(row[1] for row in newest.execute(f"PRAGMA table_info({table})"))


@dataclass
class _Losses:
    """Losses of a rescue: rows that are missing in the new record, or not as they were."""

    emptied: list[int] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """Last id before and first after."""
    markers: list[int] = field(default_factory=list)
    """Events that seal what was thinned, and whose runs could not be saved as they sealed them."""


def _fill(new: Path, damaged: Path, aside: Path, now: datetime) -> Rescue:
    with closing(connect(new)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        triggers = _without_triggers(connection)
        connection.execute("DELETE FROM seals")
        _pour(connection, damaged, TABLES)
        _settle_runs(connection)
        backup = _from_backups(connection, damaged)
        _settle_runs(connection)
        _drop_strays(connection)
        connection.execute(sql("evidence_from_events"))
        connection.execute(sql("schedule_moments_forgotten"))
        losses = _settle_losses(connection)
        # Also those that were emptied just now: what they sealed went with their content.
        losses.markers = [marker for marker, _ in runs_broken(connection)]
        # Nothing of before is taken up again: the row that says it was begun may be what is lost.
        connection.execute(sql("set_meta"), ("acts_since", str(_ends(connection)[1])))
        quarantine_unknown(connection, key_of(damaged), now)
        sealed.seal_anew(connection, key_of(damaged))
        for trigger in triggers:
            connection.execute(trigger)
        told = _tell(connection, losses, aside, backup, now)
        connection.execute("COMMIT")
    return told


def _without_triggers(connection: sqlite3.Connection) -> list[str]:
    """Take away what keeps a record from being changed while it is put together; gives it back as
    text."""
    found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    triggers = found.fetchall()
    for trigger in triggers:
        connection.execute(f"DROP TRIGGER {trigger['name']}")
    return [trigger["sql"] for trigger in triggers]


def _pour(
    connection: sqlite3.Connection,
    file: Path,
    tables: Sequence[str],
    wanted: "_Missing | None" = None,
) -> None:
    """Every row that is what was written, as far as it can tell by itself; the first of two with
    the same key stays."""
    with closing(Pages(file, shapes())) as pages:
        for found in pages.rows():
            row = _told_apart(found)
            if row.table == "sqlite_sequence":
                if row.values[0] == "events" and _is_id(row.values[1]):
                    connection.execute(sql("note_ids_given"), (row.values[1],))
            elif not {row.table, found.table} & {*tables} or not _is_whole(row):
                continue
            elif wanted is None or wanted.replaces(connection, row):
                _insert(connection, row)


def _told_apart(row: Row) -> Row:
    """The garden's notes lie in rows of the same layout as its state, which is a JSON object."""
    if row.table == "garden_state" and not str(row.values[1]).startswith("{"):
        return Row("garden_events", row.values)
    return row


def _insert(connection: sqlite3.Connection, row: Row) -> None:
    names = _columns_of(row.table)
    query = _INSERTS.get(row.table)
    if query is None:
        marks = ", ".join("?" * len(names))
        query = f"INSERT OR IGNORE INTO {row.table} ({', '.join(names)}) VALUES ({marks})"
        _INSERTS[row.table] = query
    # A value out of a column's bounds cannot be what was written.
    with suppress(sqlite3.IntegrityError, OverflowError):
        connection.execute(query, row.values)


_INSERTS: dict[str, str] = {}


def _is_id(value: Value) -> bool:
    return isinstance(value, int) and 0 < value < ID_MAX


def _is_whole(row: Row) -> bool:
    facts = dict(zip(_columns_of(row.table), row.values, strict=True))
    if row.table == "events":
        return _is_event(facts)
    if row.table in ("action_decisions", "action_results"):
        return _is_id(facts["event_id"])
    if row.table == "thinned":
        chain = facts["chain"]
        sealed_chain = isinstance(chain, bytes) and len(chain) == seal.SEAL_BYTES
        return sealed_chain and all(_is_id(facts[n]) for n in ("first_id", "last_id", "marker_id"))
    covered = CHECKED.get(row.table)
    if covered and seal.checksum([facts[name] for name in covered]) != facts["checksum"]:
        return False
    # Without a checksum; kept, it would make the new record a broken one for good.
    return all(is_so(facts[name]) for name, is_so in FORMS.get(row.table, {}).items())


def _is_event(facts: dict[str, Value]) -> bool:
    """True if an event's header is a possible one. Its content is compared with its seal later."""
    try:
        EventSource(str(facts["source"]))
        evidence = json.loads(str(facts["evidence"]))
        json.loads(str(facts["payload"]))
        at = datetime.fromisoformat(str(facts["at"]))
    except ValueError:
        return False
    names = (str(facts["kind"]), str(facts["channel"]))
    return (
        _is_id(facts["id"])
        and at.tzinfo is not None
        and isinstance(evidence, list)
        and all(_is_id(cited) for cited in evidence)
        and all(n.isprintable() and "\ufffd" not in n for n in names)
        and all(len(name) <= NAME_LETTERS_MAX for name in names)
    )


def _from_backups(connection: sqlite3.Connection, record: Path) -> Path | None:
    """Put in missing events from the newest backup, then from the days before it: the newest may
    hold a page that was damaged already. Gives the first backup that had any of them."""
    found = None
    for backup, file in _days(record):
        if (wanted := _wanted(connection)) is None:
            break
        total = connection.total_changes
        with suppress(OSError):
            _pour(connection, file, GROWING if wanted.last else TABLES, wanted)
        if connection.total_changes > total:
            found = found or backup
    return found


def _days(record: Path) -> Iterator[tuple[Path, Path]]:
    """Each backup, newest first, and a file that holds it. A file that has to be made lies beside
    the record until the next is asked for."""
    made = _beside(record, "day")
    try:
        for backup in reversed([*automatic(record), *days(record)]):
            with suppress(OSError, mirror.DayTorn):
                mirror.as_of(*parts_of(backup), made)
                yield backup, made
    finally:
        made.unlink(missing_ok=True)


def _wanted(connection: sqlite3.Connection) -> "_Missing | None":
    """Events that the record misses without saying so; None where there are none."""
    doubts, explained = gone_of(connection)
    last, given = _ends(connection)
    missing = {doubt for doubt, _ in doubts if isinstance(doubt, int)}
    for doubt, _ in doubts:
        if isinstance(doubt, tuple):
            missing.update(range(doubt[0] + 1, doubt[1]))
    missing -= explained.erased
    if last and not missing and given <= last:
        return None
    return _Missing(missing, last)


def _settle_runs(connection: sqlite3.Connection) -> None:
    """Events that were thinned do not come back from a page that is no longer in use. Runs that no
    marker seals as they stand are kept only where nothing speaks against them."""
    broken = [marker for marker, _ in runs_broken(connection)]
    listed = (json.dumps(broken),)
    doubtful = connection.execute(sql("runs_of"), listed).fetchall()
    connection.execute(sql("drop_runs"), listed)
    for query in ("drop_thinned_results", "drop_thinned_decisions", "drop_thinned_events"):
        connection.execute(sql(query))
    for run in doubtful:
        connection.execute(sql("insert_run_in_doubt"), dict(run))


@dataclass(frozen=True)
class _Missing:
    """Events to take from a backup: those taken away on purpose do not come back."""

    ids: set[int]
    last: int

    def replaces(self, connection: sqlite3.Connection, row: Row) -> bool:
        """True if the row of the backup is to be put in; the row it replaces is deleted."""
        if row.table not in EVENT_TABLES:
            return True
        event_id = row.values[0]
        if not isinstance(event_id, int) or (event_id not in self.ids and event_id <= self.last):
            return False
        key = "id" if row.table == "events" else "event_id"
        connection.execute(f"DELETE FROM {row.table} WHERE {key} = ?", (event_id,))
        return True


def _ends(connection: sqlite3.Connection) -> tuple[int, int]:
    """The last event's id, and the highest ever given."""
    last = connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()[0]
    given = connection.execute(sql("ids_given"), ("events",)).fetchone()
    return last, max(last, given[0] if given else 0)


def _drop_strays(connection: sqlite3.Connection) -> None:
    """Rows that name what could not be saved; but a result stays with its own event, whose seal it
    is part of."""
    while True:
        strays = [
            (table, rowid)
            for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check")
            if (table, parent) != ("action_results", "action_decisions")
        ]
        if not strays:
            return
        for table, rowid in strays:
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))


def _settle_losses(connection: sqlite3.Connection) -> _Losses:
    """Events whose content is not what was written are emptied. Erasures and rescues of before
    explain what they took; what they took is taken again, should an old page have held it."""
    doubts, explained = gone_of(connection)
    emptied = [doubt for doubt, _ in doubts if isinstance(doubt, int)]
    _empty(connection, [*emptied, *explained.erased])
    last, given = _ends(connection)
    gaps = [doubt for doubt, _ in doubts if isinstance(doubt, tuple)]
    if given > last:
        gaps.append((last, given + 1))
    return _Losses(emptied, gaps)


def _empty(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    listed = (json.dumps(ids),)
    for query in ("erase_events", "erase_decisions", "erase_results"):
        connection.execute(sql(query), listed)


def _tell(
    connection: sqlite3.Connection,
    losses: _Losses,
    aside: Path,
    backup: Path | None,
    now: datetime,
) -> Rescue:
    """The event that says what was lost, chained to what was saved."""
    found = Rescue(
        aside=aside,
        from_backup=backup,
        events=connection.execute("SELECT count(*) FROM events").fetchone()[0],
        lost=sum(after - before - 1 for before, after in losses.gaps),
        emptied=len(losses.emptied),
    )
    draft = EventDraft(
        source=EventSource.SYSTEM,
        kind="record_rescued",
        at=now,
        trust=TrustLabel.SELF,
        payload={
            "ids": list(ranges(sorted(losses.emptied))),
            "gaps": losses.gaps,
            "markers": losses.markers,
            "aside": aside.name,
            "from_backup": backup.name if backup else "",
            "events": found.events,
            "lost": found.lost,
        },
    )
    head = ChainHead()
    head.append(connection, rows.event_row(draft))
    head.settle(connection)
    return found
