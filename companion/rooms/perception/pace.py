"""Pace: slows down looking while many jobs wait."""

import contextlib
from collections.abc import Awaitable, Callable

from companion.ports.part import Tick

LOOK_S = 2.0
"""How often the jobs that wait are counted."""

MOST = 8.0
"""Up to 8 times slower."""


class Pace:
    """Multiplier of the observation interval: 2, 4, 8 above 1, 2, 4 times the threshold.

    It only rises with the backlog; half of the threshold brings it back to 1, so that it
    does not swing around the threshold.
    """

    def __init__(self, threshold_jobs: int = 20) -> None:
        self._threshold = threshold_jobs
        self._factor = 1.0

    def __call__(self) -> float:
        """The multiplier now, 1..8."""
        return self._factor

    def update(self, backlog_jobs: int) -> float:
        """Take the number of pending and running jobs in; gives the multiplier."""
        if backlog_jobs <= self._threshold / 2:
            self._factor = 1.0
        wanted, limit = 1.0, float(self._threshold)
        while backlog_jobs > limit and wanted < MOST:
            wanted, limit = wanted * 2, limit * 2
        self._factor = max(self._factor, wanted)
        return self._factor


class Backlog:
    """Counts the jobs that wait, and sets the pace by them."""

    def __init__(self, count: Callable[[], Awaitable[int]], pace: Pace) -> None:
        """`count`: pending and running jobs. Raises `OSError` where the disk cannot be read."""
        self._count, self._pace = count, pace
        self._jobs = 0

    def ticks(self) -> tuple[Tick, ...]:
        """The count."""
        return (Tick("backlog", LOOK_S, self.look),)

    def waiting(self) -> int:
        """As counted last."""
        return self._jobs

    async def look(self) -> None:
        """Count now; a disk that cannot be read has a line of its own, and the last count stays."""
        with contextlib.suppress(OSError):
            self._jobs = await self._count()
        self._pace.update(self._jobs)
