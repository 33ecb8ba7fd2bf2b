"""Jobs, approvals, snapshots and acts of the store's in-memory twin."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.ports.clock import Clock
from companion.store import codec
from companion.store.memory_tables import Tables
from companion.store.work import SNAPSHOTS_KEPT, check_answer
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import ApprovalId, EventId, IntentId, JobId
from companion.words.intent import OPEN, Intent, IntentStatus, Waiting
from companion.words.job import Job, JobStatus
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.snapshot import RuntimeSnapshot


class MemoryJobs:
    """The port `JobQueue`."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock
        self._news = asyncio.Event()

    async def wait(self) -> None:
        """Wait until there may be something to claim."""
        later = [at for at in self._tables.job_at.values()]
        if not later:
            await self._news.wait()
        else:
            left_s = (min(later) - self._clock.now()).total_seconds()
            with contextlib.suppress(TimeoutError):
                await self._clock.wait_for(self._news.wait(), max(0.0, left_s))
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

    async def claim(self, priorities: Mapping[str, int] = MappingProxyType({})) -> Job | None:
        """Take a pending job that may run now."""
        pending = [j for j in self._tables.jobs if self._may_run(j)]
        if not pending:
            return None
        job = min(pending, key=lambda job: (priorities.get(job.kind, 1000), job.id))
        self._tables.job_at.pop(job.id, None)
        return self._put_back(replace(job, status=JobStatus.RUNNING, attempts=job.attempts + 1))

    def _may_run(self, job: Job) -> bool:
        now = self._clock.now()
        return job.status is JobStatus.PENDING and self._tables.job_at.get(job.id, now) <= now

    async def again(self, job_id: JobId, at: datetime, *, error: str = "") -> None:
        """Put a running job back, to be claimed from `at` on."""
        for job in [j for j in self._tables.jobs if j.id == job_id]:
            if job.status is JobStatus.RUNNING:
                self._tables.job_at[job.id] = at
                attempts = job.attempts if error else 0
                self._put_back(
                    replace(job, status=JobStatus.PENDING, error=error, attempts=attempts)
                )
        self._news.set()

    async def due(self) -> int:
        """How many run now or could."""
        return sum(
            job.status is JobStatus.RUNNING or self._may_run(job) for job in self._tables.jobs
        )

    async def waits(self, kind: str) -> bool:
        """True if a job of this kind is pending or running."""
        waiting = (JobStatus.PENDING, JobStatus.RUNNING)
        return any(job.kind == kind and job.status in waiting for job in self._tables.jobs)

    async def finish(self, job_id: JobId, *, error: str = "") -> None:
        """Mark it done, or failed with the reason."""
        for job in self._tables.jobs:
            if job.id == job_id and job.status is JobStatus.RUNNING:
                self._end(job, error)
                return

    async def requeue_running(self) -> int:
        """Queue the jobs again that ran when the power went, each once."""
        again = 0
        for job in [j for j in self._tables.jobs if j.status is JobStatus.RUNNING]:
            if job.error == "interrupted":
                self._end(job, "interrupted twice")
            else:
                self._put_back(replace(job, status=JobStatus.PENDING, error="interrupted"))
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

    def __init__(self, tables: Tables, clock: Clock) -> None:
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

    def __init__(self, tables: Tables) -> None:
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

    def __init__(self, tables: Tables) -> None:
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


class MemoryIntents:
    """The port `IntentBook`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._intents: dict[IntentId, Intent] = {}

    async def propose(self, decision_event_id: EventId, waiting: Waiting, priority: int) -> Intent:
        """Write it down; the same decision gives the same intent."""
        known = await self.of_decision(decision_event_id)
        if known is not None:
            return known
        now = self._clock.now()
        intent = Intent(
            id=IntentId(len(self._intents) + 1),
            status=IntentStatus.PROPOSED,
            waiting=codec.loads(Waiting, codec.dumps(waiting)),
            decision_event_id=decision_event_id,
            created_at=now,
            updated_at=now,
        )
        self._intents[intent.id] = intent
        return intent

    async def move(self, intent_id: IntentId, status: IntentStatus, reason: str = "") -> Intent:
        """It is in this status now."""
        moved = replace(
            self._intents[intent_id],
            status=status,
            dropped_reason=reason,
            updated_at=self._clock.now(),
        )
        self._intents[intent_id] = moved
        return moved

    async def open(self) -> tuple[Intent, ...]:
        """Everything that may still be taken up."""
        return tuple(intent for intent in self._intents.values() if intent.status in OPEN)

    async def of_decision(self, decision_event_id: EventId) -> Intent | None:
        """The intent of a decision."""
        found = (i for i in self._intents.values() if i.decision_event_id == decision_event_id)
        return next(found, None)
