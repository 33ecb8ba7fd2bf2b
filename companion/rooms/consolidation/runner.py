"""The job runner: one job at a time, oldest first; a failing job never ends the runner."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from companion.ports.jobs import JobKind, JobQueue
from companion.words.job import Job

log = logging.getLogger(__name__)


class JobRunner:
    """A resident. At its start it requeues, once, what was cut off by the last end."""

    def __init__(
        self,
        jobs: JobQueue,
        kinds: Iterable[JobKind],
        *,
        give_way: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`give_way`: waits while somebody's command is on its way; asked before each job."""
        self._jobs = jobs
        self._give_way = give_way
        self._kinds = {kind.KIND: kind for kind in kinds}
        self._progress = asyncio.Event()
        self._running: Job | None = None

    async def run(self) -> None:
        """Run jobs until cancelled."""
        again = await self._jobs.requeue_running()
        if again:
            log.info("resuming %s jobs that were cut off", again)
        while True:
            await self.drain()
            await self._jobs.wait()

    async def drain(self) -> int:
        """Run everything that is pending now; gives how many."""
        done = 0
        while (job := await self._claim()) is not None:
            await self._jobs.finish(job.id, error=await self._error_of(job))
            self._progress.set()
            done += 1
        return done

    async def _claim(self) -> Job | None:
        if self._give_way is not None:
            await self._give_way()
        return await self._jobs.claim()

    async def settle(self) -> None:
        """Wait until nothing is pending or running, so that the next scene has it all in it.
        Needs `run` to be running beside it."""
        while await self._jobs.backlog():
            self._progress.clear()
            if await self._jobs.backlog():
                await self._progress.wait()

    async def _error_of(self, job: Job) -> str:
        kind = self._kinds.get(job.kind)
        if kind is None:
            return f"no job kind {job.kind}"
        try:
            await kind.run(job)
        # The edge of the worker: a job's trouble is its own, written down beside it.
        except Exception as error:
            log.warning("job %s %s failed", job.id, job.kind, exc_info=error)
            return f"{type(error).__name__}: {error}"
        return ""
