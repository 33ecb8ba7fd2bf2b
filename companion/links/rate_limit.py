"""Rate limit: a token bucket that limits how many MQTT reports are processed per second."""

import time
from collections.abc import Callable

REPORTS_PER_S, AT_ONCE = 250.0, 512
"""Several times what a talkative home sends all day, at some 3 % of a core; and what may come at
once first: every device of a large home, after a power cut."""


class TokenBucket:
    """Token bucket. Spending is never refused: who spent more tokens than there were rests until
    they have been made up for."""

    def __init__(
        self,
        per_s: float = REPORTS_PER_S,
        at_once: int = AT_ONCE,
        *,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`now_s`: real seconds, for tests."""
        self._per_s, self._most, self._now_s = per_s, float(at_once), now_s
        self._left, self._filled_s = float(at_once), now_s()

    def spend(self) -> None:
        """One was looked at."""
        self._left -= 1.0

    def rest_s(self) -> float:
        """Seconds until there is a token again; 0.0 while there is."""
        now_s = self._now_s()
        self._left = min(self._most, self._left + (now_s - self._filled_s) * self._per_s)
        self._filled_s = now_s
        return max(0.0, -self._left / self._per_s)
