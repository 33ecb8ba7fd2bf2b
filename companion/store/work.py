"""Work: keeps jobs, approvals and snapshots in SQLite."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.ports.clock import Clock
from companion.store import codec, rows, seal
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.sealed import CHECKED
from companion.store.writer import Writer
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.ids import ApprovalId, EventId, JobId
from companion.words.job import Job, JobStatus
from companion.words.language import Bilingual
from companion.words.snapshot import RuntimeSnapshot

SNAPSHOTS_KEPT = 2
"""Newest snapshots kept: a start takes up the last one; all of them lie on one or two pages."""

ANSWERS = (ApprovalStatus.GRANTED, ApprovalStatus.DENIED)


class SqliteJobs:
    """The port `JobQueue`."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer = writer
        self._readers = readers
        self._clock = clock
        self._news = asyncio.Event()

    def announce(self) -> None:
        """A job came in, here or along with an event."""
        self._news.set()

    async def wait(self) -> None:
        """Wait until there may be something to claim."""
        found = await self._readers.read(lambda c: c.execute(sql("next_job_at")).fetchone())
        if found[0] is None:
            await self._news.wait()
        else:
            left_s = (datetime.fromisoformat(found[0]) - self._clock.now()).total_seconds()
            with contextlib.suppress(TimeoutError):
                await self._clock.wait_for(self._news.wait(), max(0.0, left_s))
        self._news.clear()

    async def put(self, kind: str, payload: Mapping[str, Any]) -> JobId:
        """Queue one job."""
        text, now = codec.dumps(payload), self._clock.now()
        row_id = await self._writer.write(lambda c: insert_job(c, kind, text, now))
        self.announce()
        return JobId(row_id)

    async def claim(self, priorities: Mapping[str, int] = MappingProxyType({})) -> Job | None:
        """Take a pending job that may run now."""
        asked = {
            "now": rows.utc(self._clock.now()),
            "priorities": codec.dumps({kind: int(first) for kind, first in priorities.items()}),
        }
        row = await self._writer.write(lambda c: c.execute(sql("claim_job"), asked).fetchone())
        return None if row is None else rows.job_of(row)

    async def finish(self, job_id: JobId, *, error: str = "") -> None:
        """Mark it done, or failed with the reason."""
        status = JobStatus.FAILED if error else JobStatus.DONE
        values = (status.value, error, rows.utc(self._clock.now()), job_id)
        await self._writer.write(lambda c: c.execute(sql("finish_job"), values).rowcount)

    async def again(self, job_id: JobId, at: datetime, *, error: str = "") -> None:
        """Put a running job back, to be claimed from `at` on."""
        asked = {"id": job_id, "at": rows.utc(at), "error": error}
        await self._writer.write(lambda c: c.execute(sql("job_again"), asked).rowcount)
        self.announce()

    async def due(self) -> int:
        """How many run now or could."""
        now = (rows.utc(self._clock.now()),)
        found = await self._readers.read(lambda c: c.execute(sql("jobs_due"), now).fetchone())
        return int(found[0])

    async def waits(self, kind: str) -> bool:
        """True if a job of this kind is pending or running."""
        found = await self._readers.read(lambda c: c.execute(sql("job_waits"), (kind,)).fetchone())
        return found is not None

    async def requeue_running(self) -> int:
        """Queue the jobs again that ran when the power went, each once."""
        now = rows.utc(self._clock.now())

        def work(connection: sqlite3.Connection) -> int:
            connection.execute(sql("give_up_jobs"), (now,))
            return connection.execute(sql("requeue_jobs")).rowcount

        again = await self._writer.write(work)
        self.announce()
        return again

    async def backlog(self) -> int:
        """Pending + running."""
        found = await self._readers.read(lambda c: c.execute(sql("job_backlog")).fetchone())
        return int(found[0])


def insert_job(connection: sqlite3.Connection, kind: str, payload: str, at: datetime) -> int:
    """Queue one job; gives its id."""
    values = (kind, payload, codec.stamp(at))
    row_id = connection.execute(sql("insert_job"), (*values, seal.checksum(values))).lastrowid
    assert row_id is not None  # an INSERT that did not raise has a row id
    return row_id


class SqliteApprovals:
    """The port `ApprovalBook`; every entry is FULL on disk before it is shown."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer = writer
        self._readers = readers
        self._clock = clock

    async def ask(
        self, decision_event_id: EventId, summary: Bilingual, impact: Bilingual, risk: int
    ) -> ApprovalQuestion:
        """Write a question down."""
        now = codec.stamp(self._clock.now())
        lines = (summary.ja, summary.en, impact.ja, impact.en)
        values = (decision_event_id, *lines, risk, now, ApprovalStatus.PENDING.value, "")
        checksum = seal.checksum((*values, None))

        def work(connection: sqlite3.Connection) -> ApprovalQuestion:
            row_id = connection.execute(sql("insert_approval"), (*values, checksum)).lastrowid
            row = connection.execute(sql("approval_by_id"), (row_id,)).fetchone()
            return rows.question_of(row)

        return await self._writer.write(work, durable=True)

    async def answer(
        self, approval_id: ApprovalId, status: ApprovalStatus, by: str
    ) -> ApprovalQuestion:
        """Record the answer once."""
        _check_answer(status)
        now = self._clock.now()
        return await self._writer.promise(lambda c: _answer(c, approval_id, status, by, now))

    async def get(self, approval_id: ApprovalId) -> ApprovalQuestion | None:
        """One question."""
        row = await self._readers.read(
            lambda c: c.execute(sql("approval_by_id"), (approval_id,)).fetchone()
        )
        return None if row is None else rows.question_of(row)

    async def of_decision(self, decision_event_id: EventId) -> ApprovalQuestion | None:
        """The newest question a decision put."""
        row = await self._readers.read(
            lambda c: c.execute(sql("approval_of_decision"), (decision_event_id,)).fetchone()
        )
        return None if row is None else rows.question_of(row)

    async def pending(self) -> tuple[ApprovalQuestion, ...]:
        """Unanswered ones, oldest first."""
        found = await self._readers.read(lambda c: c.execute(sql("approvals_pending")).fetchall())
        return tuple(rows.question_of(row) for row in found)


def _check_answer(status: ApprovalStatus) -> None:
    """An answer grants or denies; anything else is a mistake of the caller."""
    if status not in ANSWERS:
        raise ValueError(f"{status} is no answer to a question")


def _answer(
    connection: sqlite3.Connection,
    approval_id: ApprovalId,
    status: ApprovalStatus,
    by: str,
    now: datetime,
) -> ApprovalQuestion:
    values = (status.value, by, codec.stamp(now), approval_id)
    changed = connection.execute(sql("answer_approval"), values).rowcount
    row = connection.execute(sql("approval_by_id"), (approval_id,)).fetchone()
    if row is None:
        raise KeyError(approval_id)
    if not changed:
        raise ApprovalAlreadyAnswered(f"question {approval_id} was {row['status']} before")
    reseal(connection, "approvals", approval_id, row)
    return rows.question_of(row)


def reseal(
    connection: sqlite3.Connection, table: str, row_id: int, row: Mapping[str, Any] | sqlite3.Row
) -> None:
    """Bring the checksum of a changed row up to it."""
    values = tuple(row[column] for column in CHECKED[table])
    connection.execute(
        f"UPDATE {table} SET checksum = ? WHERE id = ?", (seal.checksum(values), row_id)
    )


class SqliteSnapshots:
    """The port `SnapshotStore`."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer = writer
        self._readers = readers

    async def save(self, snapshot: RuntimeSnapshot) -> None:
        """Write one, drop the oldest."""
        values = (codec.stamp(snapshot.created_at), codec.dumps(snapshot))
        checksum = seal.checksum(values)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql("insert_snapshot"), (*values, checksum))
            connection.execute(sql("trim_snapshots"), (SNAPSHOTS_KEPT,))

        await self._writer.write(work)

    async def latest(self) -> RuntimeSnapshot | None:
        """The newest."""
        row = await self._readers.read(lambda c: c.execute(sql("latest_snapshot")).fetchone())
        return None if row is None else codec.loads(RuntimeSnapshot, row["json"])
