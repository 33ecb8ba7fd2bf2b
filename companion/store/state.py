"""State over SQLite: gives every reader the state, and writes applied plans only."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.ports.clock import Clock
from companion.ports.event_log import EvidenceUnknown
from companion.store import codec, rows, seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.sealed import CHECKED
from companion.store.writer import Writer
from companion.words.ids import EventId
from companion.words.writeplan import StateChange, StateRow, Withdrawn, WritePlan


class SqliteState:
    """The port `StateReader`."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        """All rows of one kind, by key."""
        found = await self._readers.look_up(
            lambda c: c.execute(sql("state_rows"), (kind,)).fetchall()
        )
        return tuple(rows.state_row_of(row) for row in found)

    async def row(self, kind: str, key: str) -> StateRow | None:
        """One row."""
        return await self._readers.look_up(lambda c: _row(c, kind, key))

    async def version(self) -> int:
        """Grows with every applied plan that changes something."""
        found = await self._readers.look_up(lambda c: c.execute(sql("state_version")).fetchone())
        return int(found[0])


class SqliteStateWriter:
    """The port `StateWriter`: one plan, one transaction, once per event."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer = writer
        self._clock = clock

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan; gives the revisions made, 0 when it was applied before. A plan that
        changes nothing is not written down: applied again, it changes nothing again."""
        if not plan.changes:
            return 0
        now = self._clock.now()
        try:
            return await self._writer.write(lambda c: apply_plan(c, plan, now))
        except sqlite3.IntegrityError as error:
            raise EvidenceUnknown(f"plan of event {plan.event_id}: {error}") from error

    async def withdraw(self, event_id: EventId) -> Withdrawn:
        """Take back what rests on an event."""
        now = self._clock.now()
        return await self._writer.write(lambda c: withdraw_from(c, event_id, now))


def withdraw_from(connection: sqlite3.Connection, event_id: EventId, now: datetime) -> Withdrawn:
    """Take back what rests on an event, inside the caller's transaction."""
    events = [int(row[0]) for row in connection.execute(sql("follows_from"), (event_id,))]
    resting = connection.execute(sql("rows_resting_on"), {"events": json.dumps(events)}).fetchall()
    restored = sum(_set_back(connection, *row, event_id=event_id, now=now) for row in resting)
    gone = len(resting) - restored
    return Withdrawn(events=tuple(map(EventId, events)), removed=gone, restored=restored)


def _set_back(
    connection: sqlite3.Connection,
    kind: str,
    key: str,
    first: int,
    *,
    event_id: EventId,
    now: datetime,
) -> bool:
    """To the last revision before `first`, as a new revision; False where there was none."""
    history = connection.execute(sql("revisions_of"), (kind, key)).fetchall()
    before = [row for row in history if row["revision"] < first]
    if not before:
        connection.execute(sql("delete_state"), (kind, key))
        return False
    last = dict(before[-1])
    values = {
        **{name: last[name] for name in ("kind", "key", "value", "confidence", "trust")},
        **{name: last[name] for name in ("observed_at", "evidence")},
        "since": last["observed_at"],
        "revision": history[-1]["revision"] + 1,
        "event_id": last["event_id"],
        "revised_at": codec.stamp(now),
    }
    connection.execute(sql("upsert_state"), _sealed("state", values))
    connection.execute(sql("insert_revision"), _sealed("revisions", values))
    return True


def _row(connection: sqlite3.Connection, kind: str, key: str) -> StateRow | None:
    row = connection.execute(sql("state_row"), (kind, key)).fetchone()
    return None if row is None else rows.state_row_of(row)


def apply_plan(connection: sqlite3.Connection, plan: WritePlan, now: datetime) -> int:
    """Apply a plan inside the caller's transaction; gives the revisions made. A change is left out
    where any of its evidence was erased after the plan was made: it still holds the words."""
    if connection.execute(sql("plan_applied"), (plan.event_id,)).fetchone() is not None:
        return 0
    connection.execute(sql("insert_applied_plan"), (plan.event_id, codec.stamp(now)))
    cited = {plan.event_id, *(one for change in plan.changes for one in change.evidence_event_ids)}
    found = connection.execute(sql("erased_among"), (json.dumps(sorted(cited)),))
    erased = {row[0] for row in found}
    if plan.event_id in erased:
        return 0
    changes = (one for one in plan.changes if erased.isdisjoint(one.evidence_event_ids))
    return sum(_change(connection, change, plan.event_id, now) for change in changes)


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
        "revision": new.revision if old is not None else _next_revision(connection, change),
        "evidence": json.dumps(new.evidence_event_ids),
        "event_id": event_id,
        "revised_at": codec.stamp(now),
    }
    connection.execute(sql("upsert_state"), _sealed("state", values))
    connection.execute(sql("insert_revision"), _sealed("revisions", values))
    return 1


def _next_revision(connection: sqlite3.Connection, change: StateChange) -> int:
    """A row that was withdrawn begins after its history."""
    found = connection.execute(sql("last_revision"), (change.kind, change.key)).fetchone()
    return int(found[0]) + 1


def _refresh(connection: sqlite3.Connection, change: StateChange, seen: str) -> None:
    row = connection.execute(sql("state_row"), (change.kind, change.key)).fetchone()
    if row is not None:
        refreshed = _sealed("state", {**dict(row), "observed_at": seen})
        values = (seen, refreshed["checksum"], change.kind, change.key)
        connection.execute(sql("refresh_state"), values)


def _sealed(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the checksum this table gives them."""
    return {**values, "checksum": seal.checksum([values[name] for name in CHECKED[table]])}
