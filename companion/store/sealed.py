"""Sealed tables: sum up the rows that authorise, so that a row which another program added, removed
or changed is found (ADR 0032).

Beside the events stand tables by which the companion acts, or may act: alarms and routines, goals
and preferences, approvals, jobs, acts begun. Of each the table `seals` keeps how many rows it has
and a sum over all of them. Triggers move the sum within the statement that changes a row; what they
call is known to our own connections only, so another program's change is refused, and one that
takes the triggers away leaves a sum that is wrong and a schema that is not ours.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from companion.store.seal import checksum

SEALED: dict[str, tuple[str, ...]] = {
    "state": (
        *("kind", "key", "value", "confidence", "trust", "observed_at", "since", "revision"),
        *("evidence", "checksum"),
    ),
    "revisions": (
        *("id", "kind", "key", "revision", "value", "confidence", "trust", "observed_at"),
        *("event_id", "evidence", "revised_at", "checksum"),
    ),
    "applied_plans": ("version", "event_id", "applied_at"),
    "jobs": (
        *("id", "kind", "payload", "status", "attempts", "created_at", "claimed_at"),
        *("finished_at", "error", "checksum"),
    ),
    "approvals": (
        *("id", "decision_event_id", "summary_ja", "summary_en", "impact_ja", "impact_en"),
        *("risk", "asked_at", "status", "answered_by", "answered_at", "checksum"),
    ),
    "acts": ("decision_event_id", "status", "why", "settled_at", "checksum"),
    "goals": ("id", "name", "status", "purpose", "created_at", "done_at"),
    "tasks": ("id", "goal_id", "position", "name", "status", "cause"),
    "intents": (
        *("id", "status", "blocked_on", "dropped_reason", "priority", "decision_event_id"),
        *("task_id", "created_at", "updated_at"),
    ),
    "plans": ("id", "intent_id", "position", "action_type", "payload", "status"),
    "schedule_entries": ("id", "kind", "json", "checksum", "due_us"),
    "schedule_firings": (
        *("id", "entry_id", "due", "state", "step", "claimed_at", "again_at", "outcome"),
        *("closed_at", "event_id", "checksum"),
    ),
    "runtime_snapshots": ("id", "created_at", "json", "checksum"),
    "held_rows": ("id", "name", "row", "found_at", "checksum"),
}
"""Every table whose content makes the companion act or allows it to, and all of its columns.
Events, decisions and results have the chain."""
COVERED = {
    table: tuple(name for name in columns if name not in ("id", "checksum"))
    for table, columns in SEALED.items()
    if "checksum" in columns
} | {"jobs": ("kind", "payload", "created_at"), "schedule_entries": ("kind", "json")}
"""Columns under the checksum of a row, in order; tables without a checksum are missing. Of a job
those that never change; the rest of it is checked for its form."""
CHECKED = COVERED | {
    "deliberation_session": ("decision_event_id", "thought", "created_at", "expires_at"),
    "working_thought": ("session_id", "kind", "text", "created_at", "expires_at"),
}
"""Every table with a checksum of its own, also those that authorise nothing, and what it covers."""
MARKED = {
    **{table: columns for table, columns in SEALED.items() if "checksum" not in columns},
    **{table: ("{row}.id", "{row}.checksum") for table in COVERED},
    "state": ("{row}.kind", "{row}.key", "{row}.checksum"),
    "acts": ("{row}.decision_event_id", "{row}.checksum"),
    "schedule_entries": ("{row}.id", "{row}.checksum", "{row}.due_us"),
}
"""Columns of a row that go into the sum: its checksum for those that it covers. Of a job its task,
and not its progress: it is taken up and finished with every event, and each time would cost."""
SUM_BYTES = 16
KEY_BYTES_MAX = 64
"""Of BLAKE2b."""
_MODULUS = 2 ** (8 * SUM_BYTES)

TABLE = """
CREATE TABLE seals (
  name TEXT PRIMARY KEY,
  rows INTEGER NOT NULL,
  total BLOB NOT NULL
);
"""


def row_mark(key: bytes, table: str, values: Sequence[object]) -> int:
    """The number that one row adds to its table's sum. With a key, only its holder can work it out.
    `repr` keeps a text apart from a number, and from the text behind it."""
    text = repr((table, *values)).encode("utf-8", "surrogatepass")
    mark = blake2b(text, digest_size=SUM_BYTES, key=key[:KEY_BYTES_MAX]).digest()
    return int.from_bytes(mark, "big")


def know_seals(connection: sqlite3.Connection, key: bytes) -> None:
    """Let a connection change sealed tables. The triggers call these two."""

    def with_row(total: object, table: str, *values: object) -> bytes:
        return _moved(total, row_mark(key, table, values))

    def without_row(total: object, table: str, *values: object) -> bytes:
        return _moved(total, -row_mark(key, table, values))

    connection.create_function("with_row", -1, with_row)
    connection.create_function("without_row", -1, without_row)


def _moved(total: object, by: int) -> bytes:
    # A sum that is damaged stays wrong, which `verify` tells; the rows go on being written.
    before = int.from_bytes(total, "big") if isinstance(total, bytes) else 0
    moved: int = (before + by) % _MODULUS
    return moved.to_bytes(SUM_BYTES, "big")


def triggers() -> Iterator[str]:
    """The statements that make the triggers."""
    for table in SEALED:
        new, old = (", ".join(_marked(table, row)) for row in ("NEW", "OLD"))
        with_new = f"with_row(total, '{table}', {new})"
        yield _trigger(table, "insert", f"rows = rows + 1, total = {with_new}")
        gone = f"without_row(total, '{table}', {old})"
        yield _trigger(table, "delete", f"rows = rows - 1, total = {gone}")
        both = zip(_marked(table, "NEW"), _marked(table, "OLD"), strict=True)
        moved = " OR ".join(f"{now} IS NOT {was}" for now, was in both)
        total = f"total = without_row({with_new}, '{table}', {old})"
        yield _trigger(table, "update", total, f"\nWHEN {moved}")


def _marked(table: str, row: str) -> list[str]:
    return [f"({one.format(row=row)})" if "{" in one else f"{row}.{one}" for one in MARKED[table]]


def _trigger(table: str, change: str, moved: str, when: str = "") -> str:
    return (
        f"CREATE TRIGGER {table}_sealed_{change} AFTER {change.upper()} ON {table}{when}\n"
        f"BEGIN UPDATE seals SET {moved} WHERE name = '{table}'; END"
    )


@dataclass(frozen=True)
class Total:
    """A table as it is, or as it was sealed."""

    rows: int
    total: bytes


def counted(connection: sqlite3.Connection, table: str, key: bytes) -> Total:
    """A table as it is now. Of a row with a checksum what it says is taken, not what it claims."""
    rows = total = 0
    plain = connection.cursor()
    plain.row_factory = None
    covered = COVERED.get(table, ())
    marked = _marked(table, table)
    at = marked.index(f"({table}.checksum)") if covered else -1
    for row in plain.execute(f"SELECT {', '.join((*marked, *covered))} FROM {table}"):
        values = list(row[: len(marked)])
        if covered:
            values[at] = checksum(row[len(marked) :])
        rows += 1
        total += row_mark(key, table, values)
    return Total(rows, (total % _MODULUS).to_bytes(SUM_BYTES, "big"))


def sealed_as(connection: sqlite3.Connection, table: str) -> Total | None:
    """A table as it was sealed; None where its line is gone."""
    row = connection.execute("SELECT rows, total FROM seals WHERE name = ?", (table,)).fetchone()
    return None if row is None else Total(row[0], row[1])


def differing(
    connection: sqlite3.Connection, key: bytes, tables: Sequence[str] = tuple(SEALED)
) -> dict[str, tuple[int, int]]:
    """Tables that are not as they were sealed: rows sealed and rows there."""
    found = {}
    for table in tables:
        now, then = counted(connection, table, key), sealed_as(connection, table)
        if then != now:
            found[table] = (then.rows if then else 0, now.rows)
    return found


def seal_anew(
    connection: sqlite3.Connection, key: bytes, tables: Sequence[str] = tuple(SEALED)
) -> None:
    """Take tables as they stand for what was written, in the caller's transaction."""
    for table in tables:
        now = counted(connection, table, key)
        connection.execute(
            "INSERT INTO seals (name, rows, total) VALUES (?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, total = excluded.total",
            (table, now.rows, now.total),
        )


def file_of(connection: sqlite3.Connection) -> Path:
    """The file that a connection has open; a path that is not absolute where it is in memory."""
    return Path(str(connection.execute("PRAGMA database_list").fetchone()[2]))
