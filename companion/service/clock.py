"""Clock: gives the device's own time, chance and ids behind `ports.clock`."""

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, tzinfo
from typing import TypeVar

T = TypeVar("T")


async def hear_settings(tell: Callable[[], None]) -> None:
    """Call `tell` whenever the wall clock is set, until cancelled; returns at once where the
    system cannot say so (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET; Linux)."""
    handle = _timer()
    if handle < 0:
        return
    loop, heard = asyncio.get_running_loop(), asyncio.Event()
    try:
        while _arm(handle):
            loop.add_reader(handle, heard.set)
            await heard.wait()
            loop.remove_reader(handle)
            heard.clear()
            with contextlib.suppress(OSError):  # ECANCELED is the news itself
                os.read(handle, 8)
            tell()
    finally:
        loop.remove_reader(handle)
        os.close(handle)


_CLOCK_REALTIME, _NONBLOCK, _CLOEXEC = 0, 0o4000, 0o2000000
_ABSTIME, _CANCEL_ON_SET = 1, 2
_FAR_S = 2**40
"""A moment that never comes: only a set clock ends the wait."""


def _timer() -> int:
    import ctypes  # only where a wall clock can be set; a start without it is lighter

    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return int(libc.timerfd_create(_CLOCK_REALTIME, _NONBLOCK | _CLOEXEC))
    except (OSError, AttributeError):
        return -1


def _arm(handle: int) -> bool:
    """Arm it anew: one expiry, far away."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    spec = (ctypes.c_long * 4)(0, 0, _FAR_S, 0)
    return int(libc.timerfd_settime(handle, _ABSTIME | _CANCEL_ON_SET, spec, None)) == 0


class SystemClock:
    """Real time in the household's zone; holding and charging mean nothing to it."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone

    def now(self) -> datetime:
        """Wall time in the household's time zone."""
        return datetime.now(self._zone)

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        """Await at most `timeout_s` seconds, else raise `TimeoutError`."""
        # Not wait_for: on 3.11 it swallows a cancellation that meets the answer.
        async with asyncio.timeout(timeout_s):
            return await awaitable

    def hold(self) -> AbstractContextManager[None]:
        """Real time never stands still."""
        return nullcontext()

    def charge(self, seconds: float) -> None:
        """Real time charges itself."""


class SystemChance:
    """Randomness; a seed makes it repeatable."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def random(self) -> float:
        """A float in [0, 1)."""
        return self._random.random()

    def choice(self, n: int) -> int:
        """An int in [0, n)."""
        return self._random.randrange(n)


class SystemIds:
    """Short ids that do not repeat."""

    def new(self) -> str:
        """Eight random bytes as hex."""
        return secrets.token_hex(8)
