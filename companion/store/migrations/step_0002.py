"""Step 2: a record that survives (ADR 0015).

- `events`: `salt`, `digest` (the old `checksum`, renamed) and `chain`. The triggers now let one
  change through: content and salt taken away together, all else as it was (an erasure).
- `acts`: what was begun, claimed before the effect, so that no restart does it twice.
- `checksum` in every other table that holds what cannot be made again.
- Rows that come from an erased event alone may be deleted from the append-only `revisions`.
"""

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b

from companion.store import codec, seal
from companion.store.migrations.sql import execute


def seal_all(connection: sqlite3.Connection) -> None:
    """Seal what step 1 wrote, and note the events that no longer matched their checksum."""
    execute("step_0002", connection)
    damaged = codec.dumps(_seal_rows(connection))
    execute("step_0002_triggers", connection)
    # Acts up to the newest event were done or left before acts were claimed.
    newest = str(connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()[0])
    facts = (("damaged_before_chain", damaged), ("acts_since", newest))
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", facts)


def _seal_rows(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The ids of events that no longer matched their checksum. They are left without a salt, so
    that `verify` goes on naming them: nothing is laundered."""
    damaged: list[int] = []
    before = seal.GENESIS
    for row in _each(connection):
        event_id, content, header, sound = row
        salt = _SALTS.next() if sound else None
        digest = seal.digest_of(salt or b"", content)
        before = seal.link_of(before, event_id, digest, header)
        connection.execute(
            "UPDATE events SET salt = ?, digest = ?, chain = ? WHERE id = ?",
            (salt, digest, before, event_id),
        )
        if not sound:
            damaged.append(event_id)
    for table, columns in CHECKED.items():
        _checksum_all(connection, table, columns)
    return tuple(damaged)


def _each(connection: sqlite3.Connection) -> Iterator[tuple[int, bytes, bytes, bool]]:
    after = 0
    while rows := connection.execute(_OLD_ROWS, (after, 2000)).fetchall():
        for row in rows:
            values = tuple(row)
            old, digest, decision, result = values[1:13], values[13], values[14:18], values[18:23]
            expected = blake2b("\x1f".join(map(str, old)).encode(), digest_size=16).digest()
            texts = (old[6], old[7], old[10], decision[3], result[4])
            content = seal.content_of(*(text.encode() for text in texts))
            fields = (*old[:6], *old[8:10], old[11], *decision[:3], *result[:4])
            header = seal.header_of([str(field) for field in fields])
            yield values[0], content, header, expected == bytes(digest)
        after = rows[-1][0]


def _checksum_all(connection: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> None:
    names = ", ".join(columns)
    keys = ", ".join(KEYS.get(table, ("id",)))
    where = " AND ".join(f"{key} = ?" for key in KEYS.get(table, ("id",)))
    rows = connection.execute(f"SELECT {keys}, {names} FROM {table}").fetchall()
    at = len(KEYS.get(table, ("id",)))
    connection.executemany(
        f"UPDATE {table} SET checksum = ? WHERE {where}",
        [(seal.checksum(tuple(row)[at:]), *tuple(row)[:at]) for row in rows],
    )


_SALTS = seal.Salts()
KEYS = {"state": ("kind", "key")}
CHECKED = {
    "state": (
        *("kind", "key", "value", "confidence", "trust", "observed_at", "since", "revision"),
        "evidence",
    ),
    "revisions": (
        *("kind", "key", "revision", "value", "confidence", "trust", "observed_at", "event_id"),
        *("evidence", "revised_at"),
    ),
    "approvals": (
        *("decision_event_id", "summary_ja", "summary_en", "impact_ja", "impact_en", "risk"),
        *("asked_at", "status", "answered_by", "answered_at"),
    ),
    "jobs": ("kind", "payload", "created_at"),
    "deliberation_session": ("decision_event_id", "thought", "created_at", "expires_at"),
    "working_thought": ("session_id", "kind", "text", "created_at", "expires_at"),
    "runtime_snapshots": ("created_at", "json"),
}
"""Columns that each checksum covered at this step, in order."""

_OLD_ROWS = """
SELECT e.id, e.at, e.source, e.kind, e.trust, e.authority, e.channel, e.user_text,
       e.assistant_text, e.searchable, e.evidence, e.payload, e.origin, e.digest,
       coalesce(d.decision_outcome, ''), coalesce(d.action_type, ''), coalesce(d.decided_by, ''),
       coalesce(d.json, ''), coalesce(r.decision_event_id, ''), coalesce(r.capability, ''),
       coalesce(r.operation, ''), coalesce(r.status, ''), coalesce(r.json, '')
FROM events e LEFT JOIN action_decisions d ON d.event_id = e.id
LEFT JOIN action_results r ON r.event_id = e.id
WHERE e.id > ? ORDER BY e.id LIMIT ?
"""
