"""Simulated clock: runs at 1x to 1000x and stands still while the product works.

Time moves only by jumping to the next sleeper's wake time. Before each jump the world must
be quiet: nobody holds the clock, no part says it is busy, the process has been idle for a
moment and what is on the wire has arrived. So an outcome does not depend on the speed, only
the waiting does (ADR 0008).
"""

import asyncio
import heapq
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self, TypeVar

from companion.service.residents import Resident

T = TypeVar("T")

MAX_SPEED = 1000.0
"""Top of the range of DESIGN 1.7."""

SETTLE_S = 0.0015
"""Real seconds the process must be idle; five times a loopback MQTT hop (0.3 ms measured). Longer
work outside the loop holds the clock (models, the record's writer, commands until the broker
confirmed), or a barrier waits for it (reports on the wire)."""

IDLE_SHARE = 0.35
"""Share of one core below which the process counts as idle; a bare settle uses about 5 %."""

PATIENCE_S = 2.0
"""Real seconds after which a process that never idles no longer stops time (counted)."""

CATCH_UP_S = 0.25
"""Real seconds of lateness that are made up; more is let go, as after a suspended laptop."""

SAME_INSTANT_S = 1e-6


class SimClock:
    """Clock of the doll's house. Implements port `Clock`.

    `start` and `stop` (or `async with`) run the hand that moves time. Sleepers wake in order
    of wake time, then of falling asleep. `barrier`s are awaited before a jump (the MQTT
    echo).
    """

    def __init__(self, start: datetime, *, speed: float = 1.0, settle_s: float = SETTLE_S) -> None:
        if start.tzinfo is None:
            raise ValueError("the simulated clock needs a time zone")
        if not 0 < speed <= MAX_SPEED:
            raise ValueError(f"speed {speed:g} is not above 0 and at most {MAX_SPEED:g}")
        self._start = start
        self._speed = speed
        self._settle_s = settle_s
        self._t = 0.0
        self._heap: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._stir = 0
        self._stirred = asyncio.Event()
        self._pace = _Pace(speed)
        self._barriers: list[Callable[[], Awaitable[None]]] = []
        self._hand: Resident | None = None
        self.impatient_jumps = 0
        """Jumps made although the process never idled for `PATIENCE_S`."""

    # -- the port ---------------------------------------------------------------------------

    def now(self) -> datetime:
        """Simulated wall time, in the zone of the start time."""
        return self._start + timedelta(seconds=self._t)

    def monotonic(self) -> float:
        """Simulated seconds since the start."""
        return self._t

    async def sleep(self, seconds: float) -> None:
        """Sleep simulated seconds; zero or less only yields to the loop."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        await self._sleeper(seconds)

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        """Await at most `timeout_s` simulated seconds, else cancel it and raise `TimeoutError`."""
        work = asyncio.ensure_future(awaitable)
        alarm = self._sleeper(max(timeout_s, 0.0))
        try:
            race: set[asyncio.Future[Any]] = {work, alarm}
            await asyncio.wait(race, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise TimeoutError(f"nothing within {timeout_s:g} simulated seconds")
            return work.result()
        finally:
            alarm.cancel()
            if not work.done():
                work.cancel()
                # Not `await work` under a suppress: that would swallow our own cancellation.
                await asyncio.wait({work})

    def hold(self) -> AbstractContextManager[None]:
        """Time stands still inside; holds nest and may overlap."""
        return self._held()

    def charge(self, seconds: float) -> None:
        """Add simulated seconds at once; sleepers passed over wake next, in their order."""
        if seconds < 0:
            raise ValueError("time cannot be charged backwards")
        self._t += seconds
        self._pace.charged(seconds)
        self._touch()

    # -- beyond the port --------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """Most simulated seconds per real second."""
        return self._speed

    @property
    def held(self) -> bool:
        """Whether somebody holds the clock now."""
        return self._pace.holds > 0

    async def sleep_until(self, t: float) -> None:
        """Sleep until `monotonic()` is `t`; the past only yields."""
        await self.sleep(t - self._t)

    def barrier(self, wait: Callable[[], Awaitable[None]]) -> None:
        """Await this before every jump."""
        self._barriers.append(wait)

    def drop_barrier(self, wait: Callable[[], Awaitable[None]]) -> None:
        """Forget a barrier, for example when its connection closes."""
        if wait in self._barriers:
            self._barriers.remove(wait)

    async def start(self) -> None:
        """Let time run."""
        if self._hand is None:
            self._pace.restart()
            self._hand = Resident("simulated clock", self._run)
            self._hand.start()

    async def stop(self) -> None:
        """Stop time for good; sleepers stay asleep until their owners cancel them."""
        hand, self._hand = self._hand, None
        if hand is not None:
            await hand.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    # -- the hand ---------------------------------------------------------------------------

    def _touch(self) -> None:
        self._stir += 1
        self._stirred.set()

    def _sleeper(self, seconds: float) -> "asyncio.Future[None]":
        bed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._heap, (self._t + seconds, next(self._order), bed))
        self._touch()
        return bed

    @contextmanager
    def _held(self) -> Iterator[None]:
        self._pace.hold()
        self._touch()
        try:
            yield
        finally:
            self._pace.release()
            self._touch()

    def _next(self) -> float | None:
        while self._heap and self._heap[0][2].done():
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def _run(self) -> None:
        while True:
            wake = self._next()
            if wake is None or self.held:
                self._stirred.clear()
                await self._stirred.wait()
            elif await self._due(wake) and await self._quiet():
                self._jump()

    async def _due(self, wake: float) -> bool:
        """Wait out the pace; False when something stirred and the plan must be made anew."""
        wait_s = self._pace.due(wake - self._t) - time.monotonic()
        if wait_s <= self._settle_s:
            return True
        self._stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s - self._settle_s):
                await self._stirred.wait()
            return False
        return True

    async def _quiet(self) -> bool:
        """True once the world is quiet; False as soon as somebody holds."""
        patience = time.monotonic() + PATIENCE_S
        while not self.held:
            before = self._stir
            idle = await self._idle()
            if not idle and time.monotonic() > patience:
                self.impatient_jumps += 1
                return True
            if not idle or self._stir != before:
                continue
            for wait in tuple(self._barriers):
                await wait()
            if self._stir == before:
                return True
        return False

    async def _idle(self) -> bool:
        real, wanted = time.monotonic(), _wanted_s()
        await asyncio.sleep(self._settle_s)
        real, wanted = time.monotonic() - real, _wanted_s() - wanted
        return wanted <= real * IDLE_SHARE

    def _jump(self) -> None:
        """Go to the next wake time and wake everybody of that instant."""
        wake = self._next()
        if wake is None:
            return
        self._pace.jumped(wake - self._t)
        self._t = max(self._t, wake)
        while (first := self._next()) is not None and first <= wake + SAME_INSTANT_S:
            _, _, bed = heapq.heappop(self._heap)
            bed.set_result(None)


def _wanted_s() -> float:
    """Measure the seconds in which this process had a core and in which this thread waited for one:
    on a busy machine a working process looks idle by the first alone. Where the kernel does not
    count the wait (`/proc/thread-self/schedstat`, nanoseconds: run, wait, times) the first must
    do."""
    try:
        with open("/proc/thread-self/schedstat", "rb") as counted:
            waited_s = int(counted.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        waited_s = 0.0
    return time.process_time() + waited_s


class _Pace:
    """Limit on the clock's jumps: never faster than the speed, and holds take real time."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self.holds = 0
        self._held_from = 0.0
        self.restart()

    def restart(self) -> None:
        self._from = time.monotonic()
        self._held_s = 0.0
        self._charged_s = 0.0

    def hold(self) -> None:
        if self.holds == 0:
            self._held_from = time.monotonic()
        self.holds += 1

    def release(self) -> None:
        self.holds -= 1
        if self.holds == 0:
            self._held_s += time.monotonic() - max(self._held_from, self._from)

    def charged(self, seconds: float) -> None:
        self._charged_s += seconds

    def due(self, ahead_s: float) -> float:
        """Real time at which a jump of `ahead_s` is allowed; a charge is paid by its hold."""
        pause = max(self._held_s, self._charged_s / self._speed)
        return self._from + pause + max(ahead_s, 0.0) / self._speed

    def jumped(self, ahead_s: float) -> None:
        on_time = self.due(ahead_s)
        self._from = max(on_time, time.monotonic() - CATCH_UP_S)
        self._held_s = 0.0
        self._charged_s = 0.0
