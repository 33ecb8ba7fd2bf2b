"""A clock that jumps: when the loop has nothing else to do, the next sleeper wakes.

For evaluations with everything in one process and no broker: deterministic, and a simulated
minute costs no real time. It has no task of its own and keeps no loop alive.
"""

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TypeVar

T = TypeVar("T")

EVENING = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
_CALM_TURNS = 20
"""Loop turns without a new sleeper before time jumps."""
_HELD_POLL_S = 0.002
"""Real seconds between looks while somebody holds the time (a model in its own process)."""


class JumpClock:
    """Port `Clock`."""

    def __init__(self, start: datetime = EVENING) -> None:
        self._start = start
        self._t = 0.0
        self._beds: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._calm = 0
        self._watching = False
        self._holds = 0

    def now(self) -> datetime:
        """Start plus what was slept."""
        return self._start + timedelta(seconds=self._t)

    def monotonic(self) -> float:
        """Seconds slept since the start."""
        return self._t

    async def sleep(self, seconds: float) -> None:
        """Wake when everybody else rests and nobody wakes earlier."""
        loop = asyncio.get_running_loop()
        bed: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._beds, (self._t + max(0.0, seconds), next(self._order), bed))
        self._calm = _CALM_TURNS
        if not self._watching:
            self._watching = True
            loop.call_soon(self._watch)
        await bed

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        """Await at most so long of this clock, else cancel it and raise `TimeoutError`."""
        work = asyncio.ensure_future(awaitable)
        alarm = asyncio.ensure_future(self.sleep(timeout_s))
        try:
            await asyncio.wait({work, alarm}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise TimeoutError
            return work.result()
        finally:
            for task in (work, alarm):
                task.cancel()
            await asyncio.gather(work, alarm, return_exceptions=True)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Time stands still inside."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1

    def charge(self, seconds: float) -> None:
        """Add seconds at once."""
        self._t += seconds

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        if self._holds:
            self._calm = _CALM_TURNS
            loop.call_later(_HELD_POLL_S, self._watch)
            return
        self._calm -= 1
        while self._beds and self._beds[0][2].done():
            heapq.heappop(self._beds)
        if not self._beds:
            self._watching = False
            return
        if self._calm <= 0:
            wake, _, bed = heapq.heappop(self._beds)
            self._t = max(self._t, wake)
            bed.set_result(None)
            self._calm = _CALM_TURNS
        loop.call_soon(self._watch)
