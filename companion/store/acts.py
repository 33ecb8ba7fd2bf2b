"""The port `ActBook` over SQLite: one row a begun act, FULL before the effect."""

import sqlite3

from companion.ports.clock import Clock
from companion.ports.event_log import RecordNotWritable
from companion.store import codec, seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer
from companion.words.ids import EventId

NEWEST = 5000
"""How far back, in decisions or wishes, a restart looks for what was cut off."""


class SqliteActs:
    """Acts begun and dropped."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer = writer
        self._readers = readers
        self._clock = clock
        self._held: set[EventId] = set()
        """Claimed while the disk took nothing, or its decision still waits for it."""

    async def begin(self, decision_event_id: EventId) -> bool:
        """Claim it; False when it was settled before."""
        if decision_event_id in self._held:
            return False
        try:
            return await self._settle(decision_event_id, "begun", "")
        except (RecordNotWritable, sqlite3.IntegrityError):
            self._held.add(decision_event_id)
            return True

    async def drop(self, decision_event_id: EventId, why: str) -> None:
        """It will not be done."""
        try:
            await self._settle(decision_event_id, "dropped", why)
        except (RecordNotWritable, sqlite3.IntegrityError):
            self._held.add(decision_event_id)

    async def unfinished(self) -> tuple[EventId, ...]:
        """Begun, and no result."""
        return await self._ids("acts_unfinished")

    async def unsettled(self) -> tuple[EventId, ...]:
        """Decided, and nothing became of it."""
        return await self._ids("decisions_unsettled")

    async def unwalked(self) -> tuple[EventId, ...]:
        """Asked for, and nothing followed."""
        return await self._ids("wishes_unwalked")

    async def _settle(self, decision_event_id: EventId, status: str, why: str) -> bool:
        values = (decision_event_id, status, why, codec.stamp(self._clock.now()))
        row = (*values, seal.checksum(values))
        return await self._writer.write(
            lambda c: c.execute(sql("insert_act"), row).rowcount == 1, durable=True
        )

    async def _ids(self, query: str) -> tuple[EventId, ...]:
        found = await self._readers.read(lambda c: c.execute(sql(query), (NEWEST,)).fetchall())
        return tuple(sorted(EventId(row[0]) for row in found))
