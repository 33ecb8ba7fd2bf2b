"""The store's in-memory twin: the same ports and the same refusals, nothing on a disk.

Structured values go through the same codec as in SQLite, so what comes out of both is equal.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.ports.clock import Clock
from companion.ports.event_log import EvidenceUnknown
from companion.ports.record import Chain
from companion.store import chain, codec
from companion.store.rows import decision_text, event_from, revise
from companion.store.sqlite import JOBS_KEPT, THOUGHT_TTL
from companion.store.verify import Findings
from companion.store.work import SNAPSHOTS_KEPT, check_answer
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision, DecisionOutcome, Thought
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import ApprovalId, EventId, JobId
from companion.words.job import Job, JobStatus
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.snapshot import RuntimeSnapshot
from companion.words.writeplan import StateRow, Withdrawn, WritePlan


@dataclass
class _Tables:
    """What SQLite keeps in tables."""

    events: list[Event] = field(default_factory=list)
    citing: dict[EventId, list[EventId]] = field(default_factory=dict)
    decisions: dict[EventId, str] = field(default_factory=dict)
    thoughts: dict[EventId, tuple[str, datetime]] = field(default_factory=dict)
    results: dict[EventId, str] = field(default_factory=dict)
    state: dict[tuple[str, str], StateRow] = field(default_factory=dict)
    revisions: list[tuple[EventId, StateRow]] = field(default_factory=list)
    applied: list[EventId] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    finished_at: dict[JobId, datetime] = field(default_factory=dict)
    last_job: int = 0
    questions: list[ApprovalQuestion] = field(default_factory=list)
    snapshots: list[str] = field(default_factory=list)
    acts: dict[EventId, str] = field(default_factory=dict)

    def event(self, event_id: EventId) -> Event | None:
        return self.events[event_id - 1] if 0 < event_id <= len(self.events) else None

    def history(self, kind: str, key: str) -> list[tuple[EventId, StateRow]]:
        """Every revision of one row, oldest first, with the event that led to it."""
        return [(by, row) for by, row in self.revisions if (row.kind, row.key) == (kind, key)]

    def followed_from(self, event_id: EventId) -> set[EventId]:
        """An event and all that cites it; what was sensed is evidence of its own."""
        found, waiting = {event_id}, [event_id]
        while waiting:
            for citing in self.citing.get(waiting.pop(), ()):
                event = self.event(citing)
                if citing in found or event is None or event.source in _SENSED:
                    continue
                found.add(citing)
                waiting.append(citing)
        return found


_SENSED = (EventSource.OBSERVATION, EventSource.DEVICE_STATE, EventSource.ACTION_RESULT)


class MemoryStore:
    """Same shape as `Store`; everything ends with the object."""

    def __init__(self, clock: Clock, *, thought_ttl: timedelta = THOUGHT_TTL) -> None:
        self._clock = clock
        self._tables = _Tables()
        self.jobs = MemoryJobs(self._tables, clock)
        self.events = MemoryEventLog(self._tables, self.jobs, clock, thought_ttl)
        self.record = MemoryRecord(self._tables, clock)
        self.state = MemoryState(self._tables)
        self.state_writer = MemoryStateWriter(self._tables)
        self.approvals = MemoryApprovals(self._tables, clock)
        self.snapshots = MemorySnapshots(self._tables)
        self.acts = MemoryActs(self._tables)

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
        self, tables: _Tables, jobs: "MemoryJobs", clock: Clock, thought_ttl: timedelta
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

    def __init__(self, tables: _Tables, clock: Clock) -> None:
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
        )

    async def recallable(self, *, limit: int = 20) -> tuple[Event, ...]:
        """Conversation recall, newest first."""
        found = [
            event
            for event in reversed(self._tables.events)
            if event.searchable and event.source is not EventSource.DELIBERATION_DECISION
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

    def __init__(self, tables: _Tables) -> None:
        self._tables = tables

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        """All rows of one kind, by key."""
        return tuple(row for (k, _), row in sorted(self._tables.state.items()) if k == kind)

    async def row(self, kind: str, key: str) -> StateRow | None:
        """One row."""
        return self._tables.state.get((kind, key))

    async def version(self) -> int:
        """Grows with every applied plan."""
        return len(self._tables.applied)


class MemoryStateWriter:
    """The port `StateWriter`."""

    def __init__(self, tables: _Tables) -> None:
        self._tables = tables

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan, once per event."""
        tables = self._tables
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
        """Take back what rests on an event (T4)."""
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


class MemoryJobs:
    """The port `JobQueue`."""

    def __init__(self, tables: _Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._news = asyncio.Event()

    async def wait(self) -> None:
        """Wait until there may be something to claim."""
        await self._news.wait()
        self._news.clear()

    async def put(self, kind: str, payload: Mapping[str, Any]) -> JobId:
        """Queue one job."""
        self._tables.last_job += 1
        job_id = JobId(self._tables.last_job)
        plain = json.loads(codec.dumps(payload))
        self._tables.jobs.append(
            Job(id=job_id, kind=kind, payload=plain, created_at=self._clock.now())
        )
        self._news.set()
        return job_id

    async def claim(self) -> Job | None:
        """Take the oldest pending job."""
        for job in self._tables.jobs:
            if job.status is JobStatus.PENDING:
                taken = replace(job, status=JobStatus.RUNNING, attempts=job.attempts + 1)
                return self._put_back(taken)
        return None

    async def finish(self, job_id: JobId, *, error: str = "") -> None:
        """Mark it done, or failed with the reason."""
        for job in self._tables.jobs:
            if job.id == job_id and job.status is JobStatus.RUNNING:
                self._end(job, error)
                return

    async def requeue_running(self) -> int:
        """What was running when the power went runs again, once."""
        again = 0
        for job in [j for j in self._tables.jobs if j.status is JobStatus.RUNNING]:
            if job.attempts >= 2:
                self._end(job, "interrupted twice")
            else:
                self._put_back(replace(job, status=JobStatus.PENDING))
                again += 1
        self._news.set()
        return again

    async def backlog(self) -> int:
        """Pending + running."""
        waiting = (JobStatus.PENDING, JobStatus.RUNNING)
        return sum(job.status in waiting for job in self._tables.jobs)

    def _put_back(self, job: Job) -> Job:
        jobs = self._tables.jobs
        jobs[next(i for i, other in enumerate(jobs) if other.id == job.id)] = job
        return job

    def _end(self, job: Job, error: str) -> None:
        status = JobStatus.FAILED if error else JobStatus.DONE
        self._put_back(replace(job, status=status, error=error))
        self._tables.finished_at[job.id] = self._clock.now()


class MemoryApprovals:
    """The port `ApprovalBook`."""

    def __init__(self, tables: _Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def ask(
        self, decision_event_id: EventId, summary: Bilingual, impact: Bilingual, risk: int
    ) -> ApprovalQuestion:
        """Write a question down."""
        question = ApprovalQuestion(
            id=ApprovalId(len(self._tables.questions) + 1),
            decision_event_id=decision_event_id,
            summary=summary,
            impact=impact,
            risk=int(risk),
            asked_at=self._clock.now(),
        )
        self._tables.questions.append(question)
        return question

    async def answer(
        self, approval_id: ApprovalId, status: ApprovalStatus, by: str
    ) -> ApprovalQuestion:
        """Record the answer once."""
        check_answer(status)
        question = await self.get(approval_id)
        if question is None:
            raise KeyError(approval_id)
        if question.status is not ApprovalStatus.PENDING:
            raise ApprovalAlreadyAnswered(f"question {approval_id} was {question.status} before")
        answered = replace(question, status=status, answered_by=by, answered_at=self._clock.now())
        self._tables.questions[approval_id - 1] = answered
        return answered

    async def get(self, approval_id: ApprovalId) -> ApprovalQuestion | None:
        """One question."""
        return next((q for q in self._tables.questions if q.id == approval_id), None)

    async def of_decision(self, decision_event_id: EventId) -> ApprovalQuestion | None:
        """The newest question a decision put."""
        asked = [q for q in self._tables.questions if q.decision_event_id == decision_event_id]
        return asked[-1] if asked else None

    async def pending(self) -> tuple[ApprovalQuestion, ...]:
        """Unanswered ones, oldest first."""
        return tuple(q for q in self._tables.questions if q.status is ApprovalStatus.PENDING)


class MemorySnapshots:
    """The port `SnapshotShelf`."""

    def __init__(self, tables: _Tables) -> None:
        self._tables = tables

    async def save(self, snapshot: RuntimeSnapshot) -> None:
        """Write one, drop the oldest."""
        self._tables.snapshots.append(codec.dumps(snapshot))
        del self._tables.snapshots[:-SNAPSHOTS_KEPT]

    async def latest(self) -> RuntimeSnapshot | None:
        """The newest."""
        if not self._tables.snapshots:
            return None
        return codec.loads(RuntimeSnapshot, self._tables.snapshots[-1])


class MemoryActs:
    """The port `ActBook`."""

    def __init__(self, tables: _Tables) -> None:
        self._tables = tables

    async def begin(self, decision_event_id: EventId) -> bool:
        """Claim it; False when it was settled before."""
        return self._settle(decision_event_id, "begun")

    async def drop(self, decision_event_id: EventId, why: str) -> None:
        """It will not be done."""
        self._settle(decision_event_id, "dropped")

    async def unfinished(self) -> tuple[EventId, ...]:
        """Begun, and no result."""
        acted = self._acted()
        begun = (i for i, status in self._tables.acts.items() if status == "begun")
        return tuple(sorted(i for i in begun if i not in acted))

    async def unsettled(self) -> tuple[EventId, ...]:
        """Decided, and nothing became of it."""
        tables = self._tables
        waits = {
            q.decision_event_id for q in tables.questions if q.status is not ApprovalStatus.GRANTED
        }
        done = self._acted() | set(tables.acts) | waits
        return tuple(i for i in sorted(tables.decisions) if i not in done and self._wanted(i))

    async def unwalked(self) -> tuple[EventId, ...]:
        """Asked for, and nothing followed."""
        tables = self._tables
        asked = (e for e in tables.events if e.source is EventSource.USER_INPUT)
        return tuple(e.id for e in asked if not self._followed(e))

    def _settle(self, decision_event_id: EventId, status: str) -> bool:
        first = decision_event_id not in self._tables.acts
        self._tables.acts.setdefault(decision_event_id, status)
        return first

    def _acted(self) -> set[EventId]:
        results = (codec.loads(ActionResult, text) for text in self._tables.results.values())
        return {result.decision_event_id for result in results}

    def _wanted(self, event_id: EventId) -> bool:
        """To be done, and neither refused nor denied since."""
        decision = codec.loads(ActionDecision, self._tables.decisions[event_id])
        citing = [self._tables.event(i) for i in self._tables.citing.get(event_id, ())]
        refused = any(e is not None and _refuses(e) for e in citing)
        asked = any(e is not None and _waits_for_answer(e) for e in citing)
        own = any(q.decision_event_id == event_id for q in self._tables.questions)
        if refused or (asked and not own):
            return False
        return decision.decision_outcome is DecisionOutcome.DO_ACTION

    def _followed(self, event: Event) -> bool:
        tables = self._tables
        if event.kind == "said" and event.user_text.rstrip().endswith(("?", "？")):
            return True
        citing = (tables.event(i) for i in tables.citing.get(event.id, ()))
        ends = (EventSource.DELIBERATION_DECISION, EventSource.SYSTEM)
        stopped = event.kind == "said" and any(
            later.source is EventSource.INTERRUPT for later in tables.events[event.id :]
        )
        return stopped or any(e is not None and e.source in ends for e in citing)


_NOT_GRANTED = ("denied", "forbidden", "put_off")


def _waits_for_answer(event: Event) -> bool:
    """A question was put, this one or the same before it; not one that waits its turn."""
    return event.source is EventSource.APPROVAL_QUESTION and event.payload.get("id") is not None


def _refuses(event: Event) -> bool:
    if event.source is EventSource.GM_JUDGEMENT:
        return not event.payload.get("allowed", True)
    return event.source is EventSource.APPROVAL_ANSWER and event.kind in _NOT_GRANTED
