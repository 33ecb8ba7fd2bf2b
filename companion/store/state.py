"""State over SQLite: read by all, written by applied plans only (B-037)."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.ports.clock import Clock
from companion.ports.event_log import EvidenceUnknown
from companion.store import codec, rows, seal
from companion.store.migrations.step_0002 import CHECKED
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer
from companion.words.ids import EventId
from companion.words.writeplan import StateChange, StateRow, WritePlan


class SqliteState:
    """The port `StateReader`."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        """All rows of one kind, by key."""
        found = await self._readers.read(lambda c: c.execute(sql("state_rows"), (kind,)).fetchall())
        return tuple(rows.state_row_of(row) for row in found)

    async def row(self, kind: str, key: str) -> StateRow | None:
        """One row."""
        return await self._readers.read(lambda c: _row(c, kind, key))

    async def version(self) -> int:
        """Grows with every applied plan."""
        found = await self._readers.read(lambda c: c.execute(sql("state_version")).fetchone())
        return int(found[0])


class SqliteStateWriter:
    """The port `StateWriter`: one plan, one transaction, once per event."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer = writer
        self._clock = clock

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan; gives the revisions made, 0 when it was applied before."""
        now = self._clock.now()
        try:
            return await self._writer.write(lambda c: _apply(c, plan, now))
        except sqlite3.IntegrityError as error:
            raise EvidenceUnknown(f"plan of event {plan.event_id}: {error}") from error


def _row(connection: sqlite3.Connection, kind: str, key: str) -> StateRow | None:
    row = connection.execute(sql("state_row"), (kind, key)).fetchone()
    return None if row is None else rows.state_row_of(row)


def _apply(connection: sqlite3.Connection, plan: WritePlan, now: datetime) -> int:
    if connection.execute(sql("plan_applied"), (plan.event_id,)).fetchone() is not None:
        return 0
    connection.execute(sql("insert_applied_plan"), (plan.event_id, codec.stamp(now)))
    return sum(_change(connection, change, plan.event_id, now) for change in plan.changes)


def _change(
    connection: sqlite3.Connection, change: StateChange, event_id: EventId, now: datetime
) -> int:
    old = _row(connection, change.kind, change.key)
    new = rows.revise(change, old)
    if new is None:
        seen = change.observed_at if old is None else max(change.observed_at, old.observed_at)
        _refresh(connection, change, codec.stamp(seen))
        return 0
    values = {
        "kind": new.kind,
        "key": new.key,
        "value": codec.dumps(new.value),
        "confidence": float(new.confidence),
        "trust": new.trust.value,
        "observed_at": codec.stamp(new.observed_at),
        "since": codec.stamp(new.since),
        "revision": new.revision,
        "evidence": json.dumps(new.evidence_event_ids),
        "event_id": event_id,
        "revised_at": codec.stamp(now),
    }
    connection.execute(sql("upsert_state"), _sealed("state", values))
    connection.execute(sql("insert_revision"), _sealed("revisions", values))
    return 1


def _refresh(connection: sqlite3.Connection, change: StateChange, seen: str) -> None:
    row = connection.execute(sql("state_row"), (change.kind, change.key)).fetchone()
    if row is not None:
        refreshed = _sealed("state", {**dict(row), "observed_at": seen})
        values = (seen, refreshed["checksum"], change.kind, change.key)
        connection.execute(sql("refresh_state"), values)


def _sealed(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the checksum this table gives them."""
    return {**values, "checksum": seal.checksum([values[name] for name in CHECKED[table]])}
