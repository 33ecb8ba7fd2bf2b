"""Quarantine: keeps rows of a sealed table that another program added or changed from acting until
the owner allows them (ADR 0032).

A row whose checksum is not its own is taken out of its table and kept beside. Where a table is not
as it was sealed and no row gives itself away, a row with a good checksum may have been put back
that was removed before: then all of that table that would act without a person goes into quarantine
too.
The table's sum stays as it was sealed, so that `verify` goes on telling, until the owner decides.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.store import codec, seal, sealed
from companion.store.sealed import CHECKED
from companion.store.verify import FORMS

BY_ITSELF = {
    "plans": "1",
    "intents": "1",
    "tasks": "1",
    "goals": "1",
    "schedule_entries": "kind = 'routine'",
    "schedule_firings": "0",
    "approvals": "status = 'granted' AND NOT EXISTS "
    "(SELECT 1 FROM acts a WHERE a.decision_event_id = approvals.decision_event_id)",
    "state": "kind <> 'world_item'",
    "jobs": "0",
    "runtime_snapshots": "1",
}
"""SQL condition for the rows of each table that act, or let act, without a person. Tables that name
others come first. Alarms, timers and reminders are not among them: one that rings in vain does less
harm than one that does not ring."""
_HEX = "hex"


@dataclass(frozen=True)
class QuarantinedRow:
    """One row that waits for the owner."""

    table: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Quarantine:
    """Rows in quarantine, and tables that are not as they were sealed."""

    rows: tuple[QuarantinedRow, ...] = ()
    differing: Mapping[str, tuple[int, int]] | None = None
    """Tables that miss rows, or have others: rows sealed and rows there now."""

    def __bool__(self) -> bool:
        return bool(self.rows or self.differing)


def quarantine_rows(connection: sqlite3.Connection, key: bytes, now: datetime) -> Quarantine:
    """Take out of the way what is not ours, in the caller's transaction; gives the quarantine."""
    for table in sealed.differing(connection, key, tuple(BY_ITSELF)):
        then = sealed.sealed_as(connection, table)
        _quarantine(connection, table, "1", now, ours_too=False)
        if sealed.counted(connection, table, key) != then:
            _quarantine(connection, table, BY_ITSELF[table], now)
        if then is not None:
            # The triggers took away what had never been added.
            connection.execute(
                "UPDATE seals SET rows = ?, total = ? WHERE name = ?",
                (then.rows, then.total, table),
            )
    return quarantined(connection, key)


def quarantine_unknown(connection: sqlite3.Connection, key: bytes, now: datetime) -> None:
    """For a rescue, where rows are missing in any case: quarantine what the sums of the old record
    do not explain by a loss. Of rows with a checksum only those that are their own are there."""
    for table in BY_ITSELF:
        then, there = sealed.sealed_as(connection, table), sealed.counted(connection, table, key)
        if then == there or (then is not None and table in CHECKED and there.rows < then.rows):
            continue
        if then is not None or table not in CHECKED:
            _quarantine(connection, table, BY_ITSELF[table], now)


def quarantined(connection: sqlite3.Connection, key: bytes) -> Quarantine:
    """Rows and tables that wait for the owner. Raises `sqlite3.DatabaseError` where these are
    damaged."""
    rows = connection.execute("SELECT name, row, found_at, checksum FROM held_rows ORDER BY id")
    found = tuple(map(_quarantined_row, rows.fetchall()))
    return Quarantine(found, sealed.differing(connection, key, tuple(BY_ITSELF)))


def _quarantined_row(row: sqlite3.Row) -> QuarantinedRow:
    name, text, found_at, checksum = row
    if seal.checksum((name, text, found_at)) != checksum:
        error = sqlite3.DatabaseError("a row that is held back is not what was written")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error
    return QuarantinedRow(name, json.loads(text))


def settle(connection: sqlite3.Connection, key: bytes, *, keep: bool) -> int:
    """The owner decides: the rows are put back as they are, or thrown away; from now on the
    tables are as they stand. Gives how many rows that were. In the caller's transaction."""
    waiting = quarantined(connection, key).rows
    if keep:
        for row in reversed(waiting):
            _put_back(connection, row)
    connection.execute("DELETE FROM held_rows")
    sealed.seal_anew(connection, key)
    return len(waiting)


def _quarantine(
    connection: sqlite3.Connection, table: str, where: str, now: datetime, *, ours_too: bool = True
) -> None:
    columns = sealed.SEALED[table]
    names = ", ".join(columns)
    keys = columns[:2] if table == "state" else columns[:1]
    found = connection.execute(f"SELECT {names} FROM {table} WHERE {where}").fetchall()
    for row in found:
        facts = dict(zip(columns, tuple(row), strict=True))
        if not ours_too and _is_ours(table, facts):
            continue
        kept = {name: _plain(value) for name, value in facts.items()}
        values = (table, json.dumps(kept, ensure_ascii=False), codec.stamp(now))
        connection.execute(
            "INSERT INTO held_rows (name, row, found_at, checksum) VALUES (?, ?, ?, ?)",
            (*values, seal.checksum(values)),
        )
        match = " AND ".join(f"{name} IS ?" for name in keys)
        connection.execute(
            f"DELETE FROM {table} WHERE {match}", tuple(facts[name] for name in keys)
        )


def _is_ours(table: str, facts: Mapping[str, Any]) -> bool:
    covered = CHECKED.get(table)
    if covered is None:
        return False
    if seal.checksum([facts[name] for name in covered]) != facts["checksum"]:
        return False
    return all(is_so(facts[name]) for name, is_so in FORMS.get(table, {}).items())


def _plain(value: object) -> object:
    return {_HEX: value.hex()} if isinstance(value, bytes) else value


def _put_back(connection: sqlite3.Connection, row: QuarantinedRow) -> None:
    columns = sealed.SEALED[row.table]
    facts = {
        name: bytes.fromhex(value[_HEX]) if isinstance(value, dict) else value
        for name, value in row.facts.items()
    }
    if (covered := CHECKED.get(row.table)) is not None:
        facts["checksum"] = seal.checksum([facts[name] for name in covered])
    if "due_us" in facts:
        facts["due_us"] = None  # worked out anew from what the row says
    marks = ", ".join("?" * len(columns))
    connection.execute(
        f"INSERT OR IGNORE INTO {row.table} ({', '.join(columns)}) VALUES ({marks})",
        tuple(facts[name] for name in columns),
    )
