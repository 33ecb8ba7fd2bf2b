"""Port of the job queue: background work with a visible backlog."""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.words.ids import JobId
from companion.words.job import Job


class JobQueue(Protocol):
    """Durable queue of jobs; a job that was claimed before a crash runs again exactly once."""

    async def put(self, kind: str, payload: Mapping[str, Any]) -> JobId:
        """Queue one job."""

    async def claim(self) -> Job | None:
        """Take the oldest pending job, marking it running."""

    async def finish(self, job_id: JobId, *, error: str = "") -> None:
        """Mark it done, or failed with the reason."""

    async def requeue_running(self) -> int:
        """At start: what was running when the power went goes back to pending."""

    async def wait(self) -> None:
        """Wait until there may be something to claim; one runner waits at a time."""

    async def backlog(self) -> int:
        """Pending + running."""


class JobKind(Protocol):
    """Kind of job, one in a file; `KIND` is the module name."""

    KIND: str

    async def run(self, job: Job) -> None:
        """Do it; raising marks the job failed with the reason."""
