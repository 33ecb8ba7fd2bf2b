"""Intent book over SQLite: implements the port `IntentBook`, one row an intent, FULL before it is
relied on."""

import sqlite3
from datetime import datetime

from companion.ports.clock import Clock
from companion.store import codec
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer
from companion.words.ids import EventId, IntentId
from companion.words.intent import Intent, IntentStatus, Waiting


class SqliteIntents:
    """Intents in the table of the first schema."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer = writer
        self._readers = readers
        self._clock = clock

    async def propose(self, decision_event_id: EventId, waiting: Waiting, priority: int) -> Intent:
        """Write it down; the same decision gives the same intent."""
        now = codec.stamp(self._clock.now())
        status = IntentStatus.PROPOSED.value
        values = (status, codec.dumps(waiting), priority, decision_event_id, now, now)

        def work(connection: sqlite3.Connection) -> Intent:
            connection.execute(sql("insert_intent"), values)
            row = connection.execute(sql("intent_of_decision"), (decision_event_id,)).fetchone()
            return _intent_of(row)

        return await self._writer.write(work, durable=True)

    async def move(self, intent_id: IntentId, status: IntentStatus, reason: str = "") -> Intent:
        """It is in this status now."""
        if status is IntentStatus.DROPPED and not reason:
            raise ValueError("an intent is dropped with a reason only")
        values = (status.value, reason, codec.stamp(self._clock.now()), intent_id)

        def work(connection: sqlite3.Connection) -> Intent:
            connection.execute(sql("move_intent"), values)
            row = connection.execute(sql("intent_by_id"), (intent_id,)).fetchone()
            if row is None:
                raise KeyError(intent_id)
            return _intent_of(row)

        return await self._writer.write(work, durable=True)

    async def open(self) -> tuple[Intent, ...]:
        """Everything that may still be taken up."""
        found = await self._readers.read(lambda c: c.execute(sql("intents_open")).fetchall())
        return tuple(_intent_of(row) for row in found)

    async def of_decision(self, decision_event_id: EventId) -> Intent | None:
        """The intent of a decision."""
        row = await self._readers.read(
            lambda c: c.execute(sql("intent_of_decision"), (decision_event_id,)).fetchone()
        )
        return None if row is None else _intent_of(row)


def _intent_of(row: sqlite3.Row) -> Intent:
    return Intent(
        id=IntentId(row["id"]),
        status=IntentStatus(row["status"]),
        waiting=codec.loads(Waiting, row["blocked_on"]),
        decision_event_id=EventId(row["decision_event_id"]),
        created_at=datetime.fromisoformat(row["created_at"]),
        updated_at=datetime.fromisoformat(row["updated_at"]),
        dropped_reason=row["dropped_reason"],
    )
