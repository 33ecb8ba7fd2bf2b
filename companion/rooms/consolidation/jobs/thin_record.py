"""Take out of the record what has come to its end of life, a little at a time."""

from collections.abc import Awaitable, Callable

from companion.words.job import Job, JobPriority, Period, Retry

PAUSE_S = 0.5
"""Between two small transactions, so that the card and its other writers have their turn."""


class ThinRecord:
    """Job kind `thin_record`: each run is one small transaction. Cut off at any moment, it begins
    again from the start of the record at the next run."""

    KIND = "thin_record"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry(attempts=6, first_s=60.0, longest_s=3600.0)
    PERIOD = Period(every_s=24 * 3600.0, first_s=900.0, queued=True)

    def __init__(
        self, begin: Callable[[], Awaitable[object]], step: Callable[[], Awaitable[bool]]
    ) -> None:
        self._begin, self._step = begin, step
        self._begun = False

    async def run(self, job: Job) -> float | None:
        """One step; the pause before the next, or None where nothing is left to do."""
        if not self._begun:
            await self._begin()
            self._begun = True
        if await self._step():
            return PAUSE_S
        self._begun = False
        return None


def build(
    *, begin_thinning: Callable[[], Awaitable[object]], thin: Callable[[], Awaitable[bool]]
) -> ThinRecord:
    """`begin_thinning`: plans the way through the record; `thin`: one step, False at its end."""
    return ThinRecord(begin_thinning, thin)
