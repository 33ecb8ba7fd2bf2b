"""Call budget: limits how often one source, and everybody in one hour, may wake the model.

Unasked triggers are held to it. A person's own words, approvals and routines are counted but never
refused.
"""

from collections import OrderedDict, deque

from companion.ports.clock import Clock

HOUR_S = 3600.0
SOURCES = 256
"""Sources remembered at most; beyond that the one longest silent is forgotten."""


class CallBudget:
    """Limit on the model's calls in any sixty minutes."""

    def __init__(self, clock: Clock, per_hour: int) -> None:
        self._clock, self._per_hour = clock, per_hour
        self._made: deque[float] = deque()

    def made(self) -> int:
        """How many there were in the last sixty minutes."""
        now = self._clock.monotonic()
        while self._made and self._made[0] <= now - HOUR_S:
            self._made.popleft()
        return len(self._made)

    def left(self) -> int:
        """How many more there may be now; below zero when people asked for more."""
        return self._per_hour - self.made()

    def spend(self) -> None:
        """One call is made."""
        self._made.append(self._clock.monotonic())

    def renews_in_s(self, calls: int) -> float:
        """Seconds until so many calls are free again; 0 when they are."""
        missing = calls - self.left()
        if missing <= 0:
            return 0.0
        nth = min(missing, len(self._made)) - 1
        return HOUR_S if nth < 0 else self._made[nth] + HOUR_S - self._clock.monotonic()


class SourceBuckets:
    """Token buckets per source: each may raise `per_minute` triggers at once, and as many in a
    minute."""

    def __init__(self, clock: Clock, per_minute: int) -> None:
        self._clock, self._size = clock, float(per_minute)
        self._per_s = per_minute / 60.0
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, source: str) -> bool:
        """Take one token; False when the bucket is empty."""
        level = self._level(source)
        taken = level >= 1.0
        self._held[source] = (level - taken, self._clock.monotonic())
        self._held.move_to_end(source)
        while len(self._held) > SOURCES:
            self._held.popitem(last=False)
        return taken

    def next_in_s(self, source: str) -> float:
        """Seconds until this source has a token again; 0 when it has."""
        return max(0.0, 1.0 - self._level(source)) / self._per_s

    def _level(self, source: str) -> float:
        level, at = self._held.get(source, (self._size, self._clock.monotonic()))
        # Rounded, so that waiting exactly as long as `next_in_s` says is long enough.
        return round(min(self._size, level + (self._clock.monotonic() - at) * self._per_s), 6)
