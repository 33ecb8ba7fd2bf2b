"""Limits: how often a password may be tried, how many connections one client may hold (T8, F20)."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOGIN_WINDOWS = ((1, 1.0), (5, 60.0), (20, 3600.0))
"""Tries allowed in so many seconds: 1/s, 5/min, 20/h (parts/threats_and_faults.md T8)."""


class LoginBrake:
    """Counts password tries over the whole page: a home has few owners, an attacker many hosts."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._tries: deque[float] = deque(maxlen=LOGIN_WINDOWS[-1][0])

    def wait_s(self) -> float:
        """Seconds until the next try is allowed; 0 = now."""
        now = self._seconds()
        waits = (self._wait(now, count, span_s) for count, span_s in LOGIN_WINDOWS)
        return max(0.0, *waits)

    def note(self) -> None:
        """One try was made."""
        self._tries.append(self._seconds())

    def _wait(self, now: float, count: int, span_s: float) -> float:
        if len(self._tries) < count:
            return 0.0
        return self._tries[-count] + span_s - now


REQUESTS_PER_S, REQUESTS_AT_ONCE = 50.0, 200.0
"""Of one client: a page with its pictures asks about 30 times at once, then once a second."""
CLIENTS_KEPT = 1024


class RequestBrake:
    """A token bucket per client address: who asks too often gets 429 (F20)."""

    def __init__(
        self,
        seconds: Callable[[], float] = time.monotonic,
        *,
        per_s: float = REQUESTS_PER_S,
        at_once: float = REQUESTS_AT_ONCE,
    ) -> None:
        self._seconds, self._per_s, self._at_once = seconds, per_s, at_once
        self._left: dict[str, tuple[float, float]] = {}

    def wait_s(self, client: str) -> float:
        """Count one request; 0 = served, else after how many seconds to ask again."""
        now = self._seconds()
        left, at = self._left.pop(client, (self._at_once, now))
        left = min(self._at_once, left + (now - at) * self._per_s)
        if len(self._left) >= CLIENTS_KEPT:
            del self._left[next(iter(self._left))]  # the one that asked longest ago
        if left < 1:
            self._left[client] = left, now
            return (1 - left) / self._per_s
        self._left[client] = left - 1, now
        return 0.0


class ConnectionCap:
    """Requests under way, in all and by client address; live streams count too."""

    def __init__(self, *, total: int = 128, per_client: int = 32) -> None:
        self._total = total
        self._per_client = per_client
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, client: str) -> Iterator[bool]:
        """Give whether there is room, and keep the place until the request ends."""
        room = self._held.total() < self._total and self._held[client] < self._per_client
        if not room:
            yield False
            return
        self._held[client] += 1
        try:
            yield True
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
