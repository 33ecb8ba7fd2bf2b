"""The device's own clock, chance and ids: the real ones behind `ports.clock`."""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, tzinfo
from typing import TypeVar

T = TypeVar("T")


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
