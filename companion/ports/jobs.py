"""Port of the job queue: holds background work, with a visible backlog."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol

from companion.words.ids import JobId
from companion.words.job import Job, JobPriority, Period, Retry


class JobQueue(Protocol):
    """Durable queue of jobs; a job that was claimed before a crash runs again exactly once."""

    async def put(self, kind: str, payload: Mapping[str, Any]) -> JobId:
        """Queue one job."""

    async def claim(self, priorities: Mapping[str, int] = MappingProxyType({})) -> Job | None:
        """Take a pending job that may run now, marking it running: the kind of the lowest number in
        `priorities` first (a kind that is not named comes last), then the oldest."""

    async def finish(self, job_id: JobId, *, error: str = "") -> None:
        """Mark it done, or failed with the reason."""

    async def again(self, job_id: JobId, at: datetime, *, error: str = "") -> None:
        """Put a running job back, to be claimed from `at` on. `error`: why, where it failed.
        Without one it has more to do, and its attempts count from the beginning."""

    async def requeue_running(self) -> int:
        """At start: what was running when the power went goes back to pending."""

    async def wait(self) -> None:
        """Wait until there may be something to claim; one runner waits at a time."""

    async def backlog(self) -> int:
        """Pending + running."""

    async def due(self) -> int:
        """How many run now or could."""

    async def waits(self, kind: str) -> bool:
        """True if a job of this kind is pending or running."""


class JobKind(Protocol):
    """Kind of job, one in a file; `KIND` is the module name. Its `build` takes the ports that it
    needs by their names."""

    KIND: str
    PRIORITY: JobPriority
    RETRY: Retry

    @property
    def PERIOD(self) -> Period | None:
        """How often it is started by itself; None: only when somebody queues it."""

    async def run(self, job: Job) -> float | None:
        """Do it, or a part of it that takes less than a second: then give the seconds after which
        the rest may run, and jobs of a higher priority go in between. None: done. `OSError` and
        `TimeoutError` are tried again as `RETRY` says; anything else that it raises is a mistake
        and marks the job failed with the reason. Safe to run again."""
