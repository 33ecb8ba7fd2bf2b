"""A clock for simulated nights: it jumps to the next sleeper, and its wall can be set.

Unlike the doll's house clock it keeps no pace: it jumps as soon as every task waits and nobody
holds it, so that a night takes milliseconds. Wall and monotonic time are two, as on a real machine.
"""

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TypeVar

T = TypeVar("T")


class NightClock:
    """Port `Clock`; `begin` and `end` run the hand that moves it."""

    def __init__(self, start: datetime, zone: tzinfo) -> None:
        self.zone = zone
        self._wall_at_zero = start.astimezone(UTC)
        self._t = 0.0
        self._beds: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._holds = 0
        self._stirred = asyncio.Event()
        self._hand: asyncio.Task[None] | None = None
        self.on_set: Callable[[], None] | None = None
        """Told when the wall clock is set, as a timerfd would be; None: nobody tells."""

    # -- the port

    def now(self) -> datetime:
        """Wall time as this machine believes it."""
        return (self._wall_at_zero + timedelta(seconds=self._t)).astimezone(self.zone)

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return self._t

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        if seconds <= 0:
            await asyncio.sleep(0)
        else:
            await self._bed(seconds)

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        """Await at most so long, else cancel it and raise `TimeoutError`."""
        work, bed = asyncio.ensure_future(awaitable), self._bed(max(timeout_s, 0.0))
        # One future for both, where `asyncio.wait` would build a set and a callback for each.
        work.add_done_callback(lambda _: None if bed.done() else bed.set_result(None))
        try:
            await bed
            if not work.done():
                raise TimeoutError
            return work.result()
        finally:
            bed.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait({work})

    def hold(self) -> AbstractContextManager[None]:
        """Time stands still inside (the disk, another thread)."""
        return self._held()

    def charge(self, seconds: float) -> None:
        """Add seconds at once."""
        self._t += seconds

    # -- what only a night does

    def set_wall(self, by_s: float) -> None:
        """The wall clock is set; monotonic time goes on."""
        self._wall_at_zero += timedelta(seconds=by_s)
        if self.on_set is not None:
            self.on_set()

    def begin(self) -> None:
        """Let time run."""
        self._hand = asyncio.create_task(self._run(), name="night clock")

    async def end(self) -> None:
        """Stop it for good."""
        if self._hand is not None:
            self._hand.cancel()
            await asyncio.wait({self._hand})

    def skip(self, seconds: float) -> None:
        """The machine is off for so long: nobody sleeps on it."""
        self._t += seconds

    def _bed(self, seconds: float) -> "asyncio.Future[None]":
        bed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._beds, (self._t + seconds, next(self._order), bed))
        self._stirred.set()
        return bed

    @contextmanager
    def _held(self) -> Iterator[None]:
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self._stirred.set()

    async def _run(self) -> None:
        # Whether any task could still run is known to the loop alone.
        ready: deque[object] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
        while True:
            await asyncio.sleep(0)
            if ready:
                continue
            while self._beds and self._beds[0][2].done():
                heapq.heappop(self._beds)
            if self._holds or not self._beds:
                self._stirred.clear()
                await self._stirred.wait()
                continue
            at, _, bed = heapq.heappop(self._beds)
            self._t = max(self._t, at)
            bed.set_result(None)
