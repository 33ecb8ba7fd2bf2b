"""Job runner: one job at a time, by priority, then the oldest.

It gives way to a person before each job; a long job runs in parts, so that it gives way between
them. A job that fails for the world's sake is tried again later, one that fails for a mistake is
failed with the reason; neither ends the runner. Jobs are rows of the record, so that they outlive
a restart.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta

from companion.ports.clock import Clock
from companion.ports.jobs import JobKind, JobQueue
from companion.ports.part import ResidentSpec, Stage
from companion.words.job import Job

log = logging.getLogger(__name__)


class JobRunner:
    """A resident. At its start it requeues, once, what was cut off by the last end."""

    def __init__(
        self,
        jobs: JobQueue,
        kinds: Iterable[JobKind],
        clock: Clock,
        *,
        give_way: Callable[[], Awaitable[None]] | None = None,
        writable: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`give_way`: waits while somebody's command is on its way; asked before each job.
        `writable`: waits until the disk takes what it is given; asked at the start."""
        self._jobs = jobs
        self._give_way, self._writable = give_way, writable
        self._clock = clock
        self._kinds = {kind.KIND: kind for kind in kinds}
        self._priorities = {name: int(kind.PRIORITY) for name, kind in self._kinds.items()}
        self._progress = asyncio.Event()
        self._running: Job | None = None

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("jobs", self.run, Stage.JOURNAL),)

    async def run(self) -> None:
        """Run jobs until cancelled."""
        if self._writable is not None:
            await self._writable()
        again = await self._jobs.requeue_running()
        if again:
            log.info("resuming %s jobs that were cut off", again)
        while True:
            await self.drain()
            await self._jobs.wait()

    async def drain(self) -> int:
        """Run everything that may run now; gives how many runs that were."""
        done = 0
        while (job := await self._claim()) is not None:
            await self._run(job)
            self._progress.set()
            done += 1
        return done

    async def _claim(self) -> Job | None:
        if self._give_way is not None:
            await self._give_way()
        return await self._jobs.claim(self._priorities)

    async def settle(self) -> None:
        """Wait until nothing runs or could run now, so that the next scene has it all in it.
        Needs `run` to be running beside it."""
        while await self._jobs.due():
            self._progress.clear()
            if await self._jobs.due():
                await self._progress.wait()

    async def _run(self, job: Job) -> None:
        kind = self._kinds.get(job.kind)
        if kind is None:
            await self._jobs.finish(job.id, error=f"no job kind {job.kind}")
            return
        try:
            rest_s = await kind.run(job)
        except (OSError, TimeoutError) as error:
            wait_s = kind.RETRY.wait_s(job.attempts)
            log.warning("job %s %s failed; again in %s s", job.id, job.kind, wait_s, exc_info=error)
            await self._after(job, wait_s, f"{type(error).__name__}: {error}")
        # The edge of the worker: a mistake in a job is its own, written down beside it.
        except Exception as error:
            log.warning("job %s %s failed", job.id, job.kind, exc_info=error)
            await self._after(job, None, f"{type(error).__name__}: {error}")
        else:
            await self._after(job, rest_s, "")

    async def _after(self, job: Job, again_s: float | None, error: str) -> None:
        """End it, or put it back for later."""
        if again_s is None:
            await self._jobs.finish(job.id, error=error)
        else:
            at = self._clock.now() + timedelta(seconds=again_s)
            await self._jobs.again(job.id, at, error=error)
