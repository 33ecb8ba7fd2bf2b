"""Ports of clock, chance and ids: code asks for time and randomness, so that a simulation can give
them."""

from collections.abc import Awaitable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """Clock of wall time and monotonic time; the doll's house runs it up to 1000 times faster.

    Must: `now` is timezone-aware in the household's zone; `monotonic` never goes back;
    `wait_for` raises `TimeoutError` after `timeout_s` of *this* clock.
    """

    def now(self) -> datetime:
        """Wall time in the household's time zone."""

    def monotonic(self) -> float:
        """Seconds that only grow."""

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds of this clock."""

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        """Await at most `timeout_s` seconds of this clock, else raise `TimeoutError`."""

    def hold(self) -> AbstractContextManager[None]:
        """Simulated time stands still inside (model calls, detector calls, wire traffic)."""

    def charge(self, seconds: float) -> None:
        """Add simulated seconds for work done while held; a real clock ignores it."""


class Chance(Protocol):
    """Random numbers that a seed repeats."""

    def random(self) -> float:
        """A float in [0, 1)."""

    def choice(self, n: int) -> int:
        """An int in [0, n)."""


class Ids(Protocol):
    """Generator of fresh identifiers."""

    def new(self) -> str:
        """A short unique string."""
