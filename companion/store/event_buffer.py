"""Event buffer: keeps events in memory, in order, until the disk takes them.

With a full or read-only disk the plan halts, but stop and the owner's own commands go on and are
recorded once storage works. `BufferedEventLog` stands in front of the event log and
`BufferedRecord` in front of the record, so that no other part has to know.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.ports.clock import Clock
from companion.ports.erasure import Erased, Erasure
from companion.ports.event_log import EventLog, RecordNotWritable
from companion.ports.record import Chain, Record, RecordUnreadable
from companion.store import chain
from companion.store.disk_reserve import PersonReserve
from companion.store.rows import event_from
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult

log = logging.getLogger(__name__)

RECORD_TROUBLE = (RecordUnreadable, RecordNotWritable, sqlite3.Error)
"""Errors of opening the record; a person must mend each."""
BUFFER_MAX = 5_000
"""Most events in the buffer; beyond it what need not be durable is refused, so that memory stays
bounded and the owner's commands still find room."""
BUFFER_MAX_DURABLE = 2 * BUFFER_MAX
_SPEECH = frozenset(
    {
        EventSource.USER_INPUT,
        EventSource.CONVERSATION_REPLY,
        EventSource.AUTONOMY_MESSAGE,
    }
)
"""Sources of a talk's turns, as the query `events_recallable` has them."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    draft: EventDraft
    decision: ActionDecision | None
    result: ActionResult | None
    durable: bool
    job: str
    event: Event


class BufferedEventLog:
    """The port `EventLog` that goes on without a disk. Ids are promised in the order in which
    the log will give them: there is one appender, and the buffer goes in before anything new."""

    def __init__(self, inner: EventLog, record: Record, clock: Clock) -> None:
        self._inner, self._record, self._clock = inner, record, clock
        self._waiting: list[_Waiting] = []
        self._buffering = False
        self._flying = 0
        self._landed = asyncio.Event()
        self._landed.set()
        self._writable = asyncio.Event()
        self._writable.set()
        self._last = EventId(0)
        self.since: datetime | None = None
        """When the disk first refused; None while it takes what it is given."""
        self.why = ""
        self.written_late = 0
        """Events that were in the buffer and have since been written."""
        self.on_trouble: Callable[[], None] = lambda: None
        """Called when the disk first refuses, for example to release the disk reserve."""

    async def prime(self) -> None:
        """Learn the newest id, so that the next one can be promised."""
        newest = await self._record.recent(limit=1)
        self._last = newest[0].id if newest else EventId(0)

    def waiting(self) -> tuple[Event, ...]:
        """Events that wait for the disk, oldest first."""
        return tuple(item.event for item in self._waiting)

    async def until_writable(self) -> None:
        """Wait until the disk takes what it is given: the plan halts meanwhile."""
        await self._writable.wait()

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
        """Append one event, or buffer it. Raises `RecordNotWritable` when the buffer is full, and
        `EvidenceUnknown`."""
        if not self._buffering:
            try:
                return await self._through(
                    draft, decision, result, durable=durable, syncs=syncs, job=job
                )
            except RecordNotWritable as error:
                self._begin_buffering(error)
        await self._landed.wait()
        if len(self._waiting) >= (BUFFER_MAX_DURABLE if durable else BUFFER_MAX):
            raise RecordNotWritable(f"{len(self._waiting)} events wait for the disk ({self.why})")
        event = event_from(draft, EventId(self._last + len(self._waiting) + 1))
        self._waiting.append(_Waiting(draft, decision, result, durable, job, event))
        return event

    async def sync(self) -> None:
        """Have on the disk what was appended so far; what waits in the buffer waits on. A disk that
        refuses is in trouble (`since`) until a sync succeeds."""
        try:
            await self._inner.sync()
        except RecordNotWritable as error:
            self._begin_buffering(error)

    async def flush(self) -> bool:
        """Try to write the buffer, oldest first; True when nothing is left, and what stood before
        it is on the disk."""
        if not self._buffering:
            return True
        await self._landed.wait()
        try:
            await self._inner.sync()
            while self._waiting:
                item = self._waiting[0]
                if not await self._landed_before(item):
                    await self._write_one(item)
                self._waiting.pop(0)
                self._last = item.event.id
                self.written_late += 1
        except (RecordNotWritable, RecordUnreadable) as error:
            self.why = str(error)
            return False
        self._buffering, self.since = False, None
        self._writable.set()
        return True

    async def _through(
        self,
        draft: EventDraft,
        decision: ActionDecision | None,
        result: ActionResult | None,
        *,
        durable: bool,
        syncs: bool,
        job: str,
    ) -> Event:
        self._flying += 1
        self._landed.clear()
        try:
            event = await self._inner.append(
                draft, decision=decision, result=result, durable=durable, syncs=syncs, job=job
            )
        finally:
            self._flying -= 1
            if not self._flying:
                self._landed.set()
        self._last = max(self._last, event.id)
        return event

    def _begin_buffering(self, error: RecordNotWritable) -> None:
        if self._buffering:
            return
        self._buffering = True
        self._writable.clear()
        self.since, self.why = self._clock.now(), str(error)
        log.warning("the record cannot be written, so events wait in memory: %s", error)
        self.on_trouble()

    async def _landed_before(self, item: _Waiting) -> bool:
        """True if a failed write had reached the disk all the same (a torn commit)."""
        there = await self._record.event(item.event.id)
        return there is not None and (there.at, there.source) == (item.draft.at, item.draft.source)

    async def _write_one(self, item: _Waiting) -> None:
        event = await self._inner.append(
            item.draft,
            decision=item.decision,
            result=item.result,
            durable=item.durable,
            job=item.job,
        )
        if event.id != item.event.id:
            log.error("event %s was promised and became %s", item.event.id, event.id)

    # Questions of the record

    def event(self, event_id: EventId) -> Event | None:
        """One event of the buffer."""
        return next((one.event for one in self._waiting if one.event.id == event_id), None)

    def decision(self, event_id: EventId) -> ActionDecision | None:
        """The decision of an event of the buffer."""
        return next((one.decision for one in self._waiting if one.event.id == event_id), None)

    def result(self, event_id: EventId) -> ActionResult | None:
        """The result of an event of the buffer."""
        return next((one.result for one in self._waiting if one.event.id == event_id), None)


class BufferedRecord:
    """The port `Record`: what is on the disk, and what waits for it."""

    def __init__(self, inner: Record, buffer: BufferedEventLog) -> None:
        self._inner, self._buffer = inner, buffer

    async def event(self, event_id: EventId) -> Event | None:
        """One event."""
        return self._buffer.event(event_id) or await self._inner.event(event_id)

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
        waiting = [
            event
            for event in reversed(self._buffer.waiting())
            if (before is None or event.id < before)
            and (after is None or event.id > after)
            and (not sources or event.source in sources)
            and (not origin or event.origin == origin)
        ][:limit]
        if len(waiting) == limit:
            return tuple(waiting)
        written = await self._inner.recent(
            limit=limit - len(waiting), before=before, after=after, sources=sources, origin=origin
        )
        return (*waiting, *written)

    async def decision(self, event_id: EventId) -> ActionDecision | None:
        """The structured decision of a decision event."""
        return self._buffer.decision(event_id) or await self._inner.decision(event_id)

    async def result(self, event_id: EventId) -> ActionResult | None:
        """The structured result of an action_result event."""
        return self._buffer.result(event_id) or await self._inner.result(event_id)

    async def chain(self, event_id: EventId) -> Chain:
        """The cause chain; for an event of the buffer only others of the buffer belong to it."""
        waiting = {event.id: event for event in self._buffer.waiting()}
        if event_id not in waiting:
            return await self._inner.chain(event_id)
        for cause in [i for e in waiting.values() for i in e.evidence_event_ids]:
            if cause not in waiting and (written := await self._inner.event(cause)) is not None:
                waiting[cause] = written
        events, decided = chain.walk(
            event_id,
            waiting.get,
            lambda cited: [i for i, e in waiting.items() if cited in e.evidence_event_ids],
        )
        results = [await self.result(event.id) for event in events]
        return Chain(
            events,
            None if decided is None else await self.decision(decided.id),
            tuple(result for result in results if result is not None),
            None if decided is None else decided.id,
        )

    async def recallable(self, *, limit: int = 20) -> tuple[Event, ...]:
        """Conversation recall, newest first: `searchable` and speech; what was seen, done or lived
        in the garden is none."""
        waiting = [
            event
            for event in reversed(self._buffer.waiting())
            if event.searchable and event.source in _SPEECH
        ][:limit]
        if len(waiting) == limit:
            return tuple(waiting)
        return (*waiting, *await self._inner.recallable(limit=limit - len(waiting)))


class BufferedErasure:
    """The port `Erasure`: what waits is written before anything is taken away, since the line that
    tells of it takes the next number. On a full disk in the room kept for people."""

    def __init__(
        self, inner: Erasure, buffer: BufferedEventLog, person_reserve: PersonReserve
    ) -> None:
        self._inner, self._buffer, self._person_reserve = inner, buffer, person_reserve
        self.find, self.quoting = inner.find, inner.quoting

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        """Take their content away. Raises `RecordNotWritable` while too much waits."""
        if self._buffer.since is not None:
            with self._person_reserve.released():
                if not await self._buffer.flush():
                    waiting = len(self._buffer.waiting())
                    raise RecordNotWritable(
                        f"{waiting} events wait for the disk ({self._buffer.why})"
                    )
        return await self._inner.erase(event_ids, reason, by)
