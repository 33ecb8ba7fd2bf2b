"""Limits: bound the tries of a password, and the requests that one client may have under way."""

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum

Windows = Sequence[tuple[int, float]]
ADDRESS_WINDOWS: Windows = ((1, 1.0), (5, 60.0), (20, 3600.0))
"""Tries that one address has in so many seconds (as Frigate has them)."""
EVERYBODY_WINDOWS: Windows = ((5, 1.0), (20, 60.0), (100, 3600.0))
"""Tries of all unknown addresses together: many machines guess no faster than this."""
LOCAL_WINDOWS: Windows = ((1, 1.0), (30, 60.0))
"""On this machine nobody waits longer than a minute."""
TRIERS_KEPT = 1024


class Trier(Enum):
    """Kinds of clients that the brake counts, each apart from the others."""

    ADDRESS = "address"
    """Unknown: by network, and all of them together."""
    DEVICE = "device"
    """A browser that logged in before; tries of others never keep it out."""
    LOCAL = "local"


class LoginBrake:
    """Counts password tries by who makes them. A home has few owners and an attacker many hosts,
    so all unknown addresses share a slower count; devices that logged in before and this machine
    have counts of their own."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._tries: OrderedDict[tuple[Trier, str], deque[float]] = OrderedDict()
        self._everybody: deque[float] = deque(maxlen=EVERYBODY_WINDOWS[-1][0])

    def wait_s(self, trier: Trier, name: str = "") -> float:
        """Seconds until this one may try again; 0 = now."""
        now = self._seconds()
        windows = LOCAL_WINDOWS if trier is Trier.LOCAL else ADDRESS_WINDOWS
        wait_s = _wait_s(self._tries.get((trier, name), ()), windows, now)
        if trier is Trier.ADDRESS:
            wait_s = max(wait_s, _wait_s(self._everybody, EVERYBODY_WINDOWS, now))
        return wait_s

    def note(self, trier: Trier, name: str = "") -> None:
        """One try was made."""
        key = (trier, name)
        tries = self._tries.setdefault(key, deque(maxlen=LOCAL_WINDOWS[-1][0]))
        tries.append(self._seconds())
        self._tries.move_to_end(key)
        if len(self._tries) > TRIERS_KEPT:
            self._tries.popitem(last=False)
        if trier is Trier.ADDRESS:
            self._everybody.append(self._seconds())

    def forgive(self, trier: Trier, name: str = "") -> None:
        """The password was right: its own tries before count no more."""
        self._tries.pop((trier, name), None)


def _wait_s(tries: Sequence[float], windows: Windows, now_s: float) -> float:
    waits = (tries[-count] + span_s - now_s for count, span_s in windows if len(tries) >= count)
    return max(0.0, *waits, 0.0)


REQUESTS_PER_S, REQUESTS_AT_ONCE = 50.0, 200.0
"""Of one client: a page with its pictures asks about 30 times at once, then once a second."""
CLIENTS_KEPT = 1024


class RequestBrake:
    """A token bucket per client address: who asks too often gets 429."""

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


class RequestCap:
    """Requests under way, in all and by client; live streams count too. A known client (a session,
    this machine) has places that strangers cannot take."""

    def __init__(self, *, total: int = 128, per_client: int = 32) -> None:
        self._total, self._per_client = total, per_client
        self._held: Counter[tuple[bool, str]] = Counter()
        self._in_all: Counter[bool] = Counter()

    @contextmanager
    def hold(self, client: str, *, known: bool = False) -> Iterator[bool]:
        """Give whether there is room, and keep the place until the request ends. `total` counts
        for the known and for strangers each."""
        key = (known, client)
        if self._in_all[known] >= self._total or self._held[key] >= self._per_client:
            yield False
            return
        self._held[key] += 1
        self._in_all[known] += 1
        try:
            yield True
        finally:
            self._in_all[known] -= 1
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
