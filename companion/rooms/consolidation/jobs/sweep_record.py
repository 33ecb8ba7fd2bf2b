"""Delete what has expired: thoughts, working thoughts, old finished jobs."""

import logging
from collections.abc import Awaitable, Callable

from companion.words.job import Job, JobPriority, Period, Retry

log = logging.getLogger(__name__)


class SweepRecord:
    """Job kind `sweep_record`. Thoughts live 24 h: an hour late is soon enough."""

    KIND = "sweep_record"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry()
    PERIOD = Period(every_s=3600.0)

    def __init__(self, sweep: Callable[[], Awaitable[int]]) -> None:
        self._sweep = sweep

    async def run(self, job: Job) -> None:
        """Delete it, and log how many rows that were."""
        if gone := await self._sweep():
            log.info("swept %s expired rows", gone)


def build(*, sweep: Callable[[], Awaitable[int]]) -> SweepRecord:
    """`sweep`: deletes the rows and gives their number."""
    return SweepRecord(sweep)
