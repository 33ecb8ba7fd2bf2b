"""The store's in-memory twin: the same ports and the same refusals, nothing on a disk.

Structured values go through the same codec as in SQLite, so what comes out of both is equal.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from companion.ports.clock import Clock
from companion.ports.event_log import EvidenceUnknown
from companion.ports.record import Chain
from companion.store import chain, codec
from companion.store.memory_erasure import MemoryErasure
from companion.store.memory_schedule import MemorySchedule
from companion.store.memory_tables import Tables
from companion.store.memory_work import (
    MemoryActs,
    MemoryApprovals,
    MemoryIntents,
    MemoryJobs,
    MemorySnapshots,
)
from companion.store.rows import decision_text, event_from, revise
from companion.store.sqlite import JOBS_KEPT, THOUGHT_TTL
from companion.store.verify import Findings
from companion.words.decision import ActionDecision, Thought
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult
from companion.words.writeplan import StateRow, Withdrawn, WritePlan


class NothingToThin:
    """Thinning of a record that lives no longer than its process: no event comes to its end."""

    async def begin(self, keep: object) -> None:
        """Plan nothing."""

    async def step(self) -> bool:
        """False: nothing is left to do."""
        return False


class MemoryStore:
    """Same shape as `Store`; everything ends with the object."""

    def __init__(self, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL) -> None:
        self._clock = clock
        self._tables = Tables()
        self.jobs = MemoryJobs(self._tables, clock)
        self.events = MemoryEventLog(self._tables, self.jobs, clock, thought_ttl)
        self.record = MemoryRecord(self._tables, clock)
        self.state = MemoryState(self._tables)
        self.state_writer = MemoryStateWriter(self._tables)
        self.approvals = MemoryApprovals(self._tables, clock)
        self.snapshots = MemorySnapshots(self._tables)
        self.acts = MemoryActs(self._tables)
        self.intents = MemoryIntents(clock)
        self.schedule = MemorySchedule()
        self.erasure = MemoryErasure(self._tables, clock, self.events.append)
        self.thinning = NothingToThin()

    async def close(self) -> None:
        """Nothing to end."""

    async def sweep(self) -> int:
        """Delete what has come to its end of life."""
        now, tables = self._clock.now(), self._tables
        expired = [i for i, (_, until) in tables.thoughts.items() if until <= now]
        for event_id in expired:
            del tables.thoughts[event_id]
        old = {i for i, at in tables.finished_at.items() if at <= now - JOBS_KEPT}
        tables.jobs = [job for job in tables.jobs if job.id not in old]
        return len(expired) + len(old)

    async def check(self) -> Findings:
        """Memory does not rot."""
        return Findings(events=len(self._tables.events), rows=len(self._tables.events))


class MemoryEventLog:
    """The port `EventLog`."""

    def __init__(
        self, tables: Tables, jobs: "MemoryJobs", clock: Clock, thought_ttl: timedelta
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._thought_ttl = thought_ttl

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        job: str = "",
    ) -> Event:
        """Append one event with what belongs to it."""
        tables = self._tables
        plain = replace(draft, payload=json.loads(codec.dumps(draft.payload)))
        self._refuse_unknown(draft, result)
        event = event_from(plain, EventId(len(tables.events) + 1))
        tables.events.append(event)
        for cited in dict.fromkeys(draft.evidence_event_ids):
            tables.citing.setdefault(cited, []).append(event.id)
        if decision is not None:
            tables.decisions[event.id] = decision_text(decision)
            if decision.thought is not None:
                until = self._clock.now() + self._thought_ttl
                tables.thoughts[event.id] = (codec.dumps(decision.thought), until)
        if result is not None:
            tables.results[event.id] = codec.dumps(result)
        if job:
            await self._jobs.put(job, {"event_id": event.id})
        return event

    def _refuse_unknown(self, draft: EventDraft, result: ActionResult | None) -> None:
        unknown = [i for i in draft.evidence_event_ids if self._tables.event(i) is None]
        if result is not None and result.decision_event_id not in self._tables.decisions:
            unknown.append(result.decision_event_id)
        if unknown:
            raise EvidenceUnknown(f"{draft.source} cites {unknown}")


class MemoryRecord:
    """The port `Record`."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def event(self, event_id: EventId) -> Event | None:
        """One event."""
        return self._tables.event(event_id)

    async def recent(
        self,
        *,
        limit: int = 50,
        before: EventId | None = None,
        after: EventId | None = None,
        sources: Sequence[EventSource] = (),
    ) -> tuple[Event, ...]:
        """Newest first; `sources` empty means all."""
        found = (
            event
            for event in reversed(self._tables.events)
            if (before is None or event.id < before)
            and (after is None or event.id > after)
            and (not sources or event.source in sources)
        )
        return tuple(event for event, _ in zip(found, range(limit), strict=False))

    async def decision(self, event_id: EventId) -> ActionDecision | None:
        """The decision, with its thought while that lives."""
        return self._decision(event_id)

    async def result(self, event_id: EventId) -> ActionResult | None:
        """The result."""
        return self._result(event_id)

    async def chain(self, event_id: EventId) -> Chain:
        """The cause chain around any event."""
        events, decided = chain.walk(
            event_id, self._tables.event, lambda i: self._tables.citing.get(i, ())
        )
        results = (self._result(event.id) for event in events)
        return Chain(
            events,
            None if decided is None else self._decision(decided.id),
            tuple(result for result in results if result is not None),
            None if decided is None else decided.id,
        )

    async def recallable(self, *, limit: int = 20) -> tuple[Event, ...]:
        """Conversation recall, newest first."""
        found = [
            event
            for event in reversed(self._tables.events)
            if event.searchable
            and not event.erased
            and event.source is not EventSource.DELIBERATION_DECISION
        ]
        return tuple(found[:limit])

    def _decision(self, event_id: EventId) -> ActionDecision | None:
        text = self._tables.decisions.get(event_id)
        if text is None:
            return None
        thought, until = self._tables.thoughts.get(event_id, ("", None))
        decision = codec.loads(ActionDecision, text)
        if until is None or until <= self._clock.now():
            return decision
        return replace(decision, thought=codec.loads(Thought, thought))

    def _result(self, event_id: EventId) -> ActionResult | None:
        text = self._tables.results.get(event_id)
        return None if text is None else codec.loads(ActionResult, text)


class MemoryState:
    """The port `StateReader`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        """All rows of one kind, by key."""
        return tuple(row for (k, _), row in sorted(self._tables.state.items()) if k == kind)

    async def row(self, kind: str, key: str) -> StateRow | None:
        """One row."""
        return self._tables.state.get((kind, key))

    async def version(self) -> int:
        """Grows with every applied plan that changes something."""
        return len(self._tables.applied)


class MemoryStateWriter:
    """The port `StateWriter`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan, once per event; one that changes nothing leaves no trace."""
        tables = self._tables
        if not plan.changes:
            return 0
        if plan.event_id in tables.applied:
            return 0
        if tables.event(plan.event_id) is None:
            raise EvidenceUnknown(f"plan of event {plan.event_id}")
        tables.applied.append(plan.event_id)
        made = 0
        for change in plan.changes:
            key = (change.kind, change.key)
            old = tables.state.get(key)
            new = revise(change, old)
            if new is None and old is not None:
                seen = max(old.observed_at, change.observed_at)
                tables.state[key] = replace(old, observed_at=seen)
            elif new is not None:
                if old is None:
                    new = replace(new, revision=len(tables.history(*key)) + 1)
                tables.state[key] = new
                tables.revisions.append((plan.event_id, new))
                made += 1
        return made

    async def withdraw(self, event_id: EventId) -> Withdrawn:
        """Take back what rests on an event."""
        tables = self._tables
        events = tables.followed_from(event_id)
        removed = restored = 0
        for key in dict.fromkeys((row.kind, row.key) for _, row in tables.revisions):
            history = tables.history(*key)
            tainted = (n for n, (by, row) in enumerate(history) if _rests(by, row, events))
            first = next(tainted, None)
            if first is None:
                continue
            if first == 0:
                tables.state.pop(key, None)
                removed += 1
                continue
            by, last = history[first - 1]
            back = replace(last, revision=len(history) + 1, since=last.observed_at)
            tables.state[key] = back
            tables.revisions.append((by, back))
            restored += 1
        return Withdrawn(events=tuple(sorted(events)), removed=removed, restored=restored)


def _rests(by: EventId, row: StateRow, events: set[EventId]) -> bool:
    return by in events or bool(events & set(row.evidence_event_ids))
