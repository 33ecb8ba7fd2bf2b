"""Event log and record over SQLite: append through the writer and answer through the readers."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from companion.ports.clock import Clock
from companion.ports.event_log import EvidenceUnknown
from companion.ports.record import Chain
from companion.store import chain, codec, rows, seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.work import SqliteJobs, insert_job
from companion.store.writer import Writer
from companion.words.decision import ActionDecision, Thought
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult

T = TypeVar("T")
NO_LATER_THAN = 2**62
"""Upper bound for `before` when none is given; SQLite ids stay below 2^63."""
FEW = 64
"""Rows of one question that are still a look and not a search."""


class SqliteEventLog:
    """The port `EventLog`: group commit over the `events` table."""

    def __init__(
        self, writer: Writer, jobs: SqliteJobs, clock: Clock, thought_ttl: timedelta
    ) -> None:
        self._writer = writer
        self._jobs = jobs
        self._clock = clock
        self._thought_ttl = thought_ttl
        self.head = ChainHead()
        writer.on_rollback(self.head.forget)
        writer.before_full(self.head.settle)

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        syncs: bool = True,
        job: str = "",
    ) -> Event:
        """Append one event with what belongs to it, in one transaction."""
        durable = durable and syncs
        plain = decision is None and result is None and not job
        try:
            if plain and not draft.evidence_event_ids:
                row = rows.event_row(draft)
                event_id = await self._writer.append(self.head, row, durable=durable)
            else:
                event_id = await self._append_all(draft, decision, result, durable, job)
        except sqlite3.IntegrityError as error:
            raise EvidenceUnknown(
                f"{draft.source} cites {draft.evidence_event_ids}: {error}"
            ) from error
        if job:
            self._jobs.announce()
        return rows.event_from(draft, event_id)

    async def sync(self) -> None:
        """Have on the disk what was appended so far. Raises `RecordNotWritable`."""
        await self._writer.flush()

    async def _append_all(
        self,
        draft: EventDraft,
        decision: ActionDecision | None,
        result: ActionResult | None,
        durable: bool,
        job: str,
    ) -> EventId:
        """The event and all that belongs to it."""
        decided = rows.NO_DECISION if decision is None else rows.decision_columns(decision)
        acted = rows.NO_RESULT if result is None else rows.result_columns(result)
        row = rows.event_row(draft, decided, acted)
        now = self._clock.now()

        def work(connection: sqlite3.Connection) -> EventId:
            event_id = self.head.append(connection, row)
            for cited in draft.evidence_event_ids:
                connection.execute(sql("insert_evidence"), (event_id, cited))
            if decision is not None:
                connection.execute(sql("insert_decision"), (event_id, *decided))
                _insert_thought(connection, event_id, decision, now, self._thought_ttl)
            if result is not None:
                connection.execute(sql("insert_result"), (event_id, *acted))
            if job:
                insert_job(connection, job, json.dumps({"event_id": event_id}), now)
            return event_id

        return await self._writer.write(work, durable=durable)


class ChainHead:
    """Gives each event its id and its place in the chain; runs on the writer's thread only.

    Remembers where the chain ends, and forgets it when a transaction was rolled back.
    """

    def __init__(self) -> None:
        self._end: tuple[int, bytes] | None = None

    def forget(self) -> None:
        """The last appended rows were rolled back: read the end of the chain again."""
        self._end = None

    @property
    def knows_end(self) -> bool:
        """True if the next event can be chained without a read of the end of the chain."""
        return self._end is not None

    def settle(self, connection: sqlite3.Connection) -> None:
        """Write down the highest id given, so that a tail that is cut off leaves a gap."""
        if self._end is not None:
            connection.execute(sql("note_ids_given"), (self._end[0],))

    def append(self, connection: sqlite3.Connection, row: rows.EventRow) -> EventId:
        """Insert one event at the end."""
        last, before = self._end or self._look(connection)
        event_id = last + 1
        chain = seal.link_of(before, event_id, row.digest, row.header)
        values = (event_id, *row.columns, row.salt, row.digest, chain)
        connection.execute(_INSERT_EVENT, values)
        self._end = event_id, chain
        return EventId(event_id)

    def append_many(
        self, connection: sqlite3.Connection, batch: Sequence[rows.EventRow]
    ) -> Sequence[EventId]:
        """Insert many events at the end, by one statement; their ids."""
        last, before = self._end or self._look(connection)
        ids = [EventId(last + number) for number in range(1, len(batch) + 1)]
        values = []
        for event_id, (columns, salt, digest, header) in zip(ids, batch, strict=True):
            before = seal.link_of(before, event_id, digest, header)
            values.append((event_id, *columns, salt, digest, before))
        connection.executemany(_INSERT_EVENT, values)
        if ids:
            self._end = ids[-1], before
        return ids

    def _look(self, connection: sqlite3.Connection) -> tuple[int, bytes]:
        found = connection.execute(sql("chain_end")).fetchone()
        given = connection.execute(sql("ids_given"), ("events",)).fetchone()
        last, chain = (found["id"], found["chain"]) if found else (0, seal.GENESIS)
        # An id is never given twice, also where the tail was cut off: `verify` tells of the gap.
        return max(last, given["seq"] if given else 0), bytes(chain)


_INSERT_EVENT = sql("insert_event")


def _insert_thought(
    connection: sqlite3.Connection,
    event_id: EventId,
    decision: ActionDecision,
    now: datetime,
    ttl: timedelta,
) -> None:
    if decision.thought is None:
        return
    span = rows.utc(now), rows.utc(now + ttl)
    values = (event_id, codec.dumps(decision.thought), *span)
    session = connection.execute(
        sql("insert_deliberation_session"), (*values, seal.checksum(values))
    ).lastrowid
    steps = [("hypothesis", decision.thought.belief), ("next_action", decision.intent)]
    steps += [("candidate", name) for name in decision.menu]
    for kind, text in steps:
        if text:
            step = (session, kind, text, *span)
            connection.execute(sql("insert_working_thought"), (*step, seal.checksum(step)))


class SqliteRecord:
    """The port `Record`: what happened, read beside the writer."""

    def __init__(self, readers: Readers, clock: Clock) -> None:
        self._readers = readers
        self._clock = clock

    async def event(self, event_id: EventId) -> Event | None:
        """One event."""
        return await self._readers.look_up(lambda c: _event(c, event_id))

    async def recent(
        self,
        *,
        limit: int = 50,
        before: EventId | None = None,
        after: EventId | None = None,
        sources: Sequence[EventSource] = (),
        origin: str = "",
    ) -> tuple[Event, ...]:
        """Newest first; `sources` and `origin` empty mean all."""
        values = {
            "limit": limit,
            "before": NO_LATER_THAN if before is None else before,
            "after": -1 if after is None else after,
            "sources": json.dumps([source.value for source in sources]),
            "origin": origin,
        }
        indexed = bool(sources) and EventSource.DEVICE_STATE not in sources
        query = sql("events_recent_of" if indexed else "events_recent")
        ask = self._readers.look_up if limit <= FEW else self._readers.read
        found = await ask(lambda c: c.execute(query, values).fetchall())
        return tuple(rows.event_of(row) for row in found)

    async def decision(self, event_id: EventId) -> ActionDecision | None:
        """The decision, with its thought while that lives."""
        now = rows.utc(self._clock.now())
        return await self._readers.look_up(lambda c: _decision(c, event_id, now))

    async def result(self, event_id: EventId) -> ActionResult | None:
        """The result."""
        return await self._readers.look_up(lambda c: _result(c, event_id))

    async def chain(self, event_id: EventId) -> Chain:
        """The cause chain around any event."""
        now = rows.utc(self._clock.now())

        def ask(connection: sqlite3.Connection) -> Chain:
            events, decided = chain.walk(
                event_id, lambda i: _event(connection, i), lambda i: _citing(connection, i)
            )
            results = (_result(connection, event.id) for event in events)
            return Chain(
                events,
                None if decided is None else _decision(connection, decided.id, now),
                tuple(result for result in results if result is not None),
                None if decided is None else decided.id,
            )

        return await self._readers.read(ask)

    async def recallable(self, *, limit: int = 20) -> tuple[Event, ...]:
        """Conversation recall, newest first."""
        found = await self._readers.read(
            lambda c: c.execute(sql("events_recallable"), (limit,)).fetchall()
        )
        return tuple(rows.event_of(row) for row in found)


def _event(connection: sqlite3.Connection, event_id: EventId) -> Event | None:
    row = connection.execute(sql("event_by_id"), (event_id,)).fetchone()
    return None if row is None else rows.event_of(row)


def _citing(connection: sqlite3.Connection, event_id: EventId) -> list[EventId]:
    found = connection.execute(sql("events_citing"), (event_id,)).fetchall()
    return [EventId(row["event_id"]) for row in found]


def _decision(connection: sqlite3.Connection, event_id: EventId, now: str) -> ActionDecision | None:
    row = connection.execute(sql("decision_by_event"), (now, event_id)).fetchone()
    if row is None or row["json"] == rows.ERASED:
        return None
    decision = codec.loads(ActionDecision, row["json"])
    if row["thought"] is None:
        return decision
    return replace(decision, thought=codec.loads(Thought, row["thought"]))


def _result(connection: sqlite3.Connection, event_id: EventId) -> ActionResult | None:
    row = connection.execute(sql("result_by_event"), (event_id,)).fetchone()
    if row is None or row["json"] == rows.ERASED:
        return None
    return codec.loads(ActionResult, row["json"])
