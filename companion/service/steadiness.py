"""Steadiness: reports a part that keeps failing and starting again once, with the number of times.

A language model that is killed and loaded anew every few seconds would fill the log and paint the
page red, and a person could do nothing about it. So an interruption shorter than `DOWN_AFTER_S` is
only counted. A part that has not worked for `DOWN_AFTER_S` is down. A part with `OFTEN`
interruptions is degraded, in one line, until it has worked for `CALM_S`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from companion.ports.clock import Clock
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

SETTLES = frozenset({"llm"})
"""Parts that start anew by themselves, and without which the house goes on for a moment."""
DOWN_AFTER_S = 30.0
"""Interruption after which a part is shown as down, seconds."""
OFTEN = 3
"""Interruptions within `CALM_S` that make a part unsteady."""
CALM_S = 600.0
"""Time without an interruption after which a part is steady again, seconds."""
_UNSTEADY = Bilingual(
    "止まっては動き直しています（{since}から{times}回）",
    "It keeps stopping and starting again ({times} times since {since})",
)
_REMEDY = Bilingual(
    "続くときは、メモリの空きと `journalctl -u companion` を確かめてください",
    "If it goes on, look at the free memory and at `journalctl -u companion`",
)


@dataclass(slots=True)
class _Past:
    worked: Finding | None = None
    """The finding when the part last worked."""
    failing_s: float | None = None
    """When the part stopped working, seconds of `now_s`; None while it works."""
    falls_s: list[float] = field(default_factory=list)
    began: datetime | None = None
    """Household's time of the first of the counted interruptions."""


class Steadiness:
    """Filter of the findings of each health check. Times are those of `now_s`, real seconds."""

    def __init__(self, clock: Clock, now_s: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._now_s = clock, now_s
        self._past: dict[str, _Past] = {}

    def settled(self, part: str, found: Finding) -> Finding:
        """The finding to show and note of this part now."""
        if part not in SETTLES:
            return found
        past = self._past.setdefault(part, _Past())
        works = found.status is HealthStatus.OK
        self._counted(past, found)
        if works:
            past.worked, past.failing_s = found, None
        often = self._often(past)
        failed_s = 0.0 if past.failing_s is None else self._now_s() - past.failing_s
        lasting = past.worked is None or failed_s >= DOWN_AFTER_S
        if not works and (lasting or found.status is HealthStatus.STARTING):
            return found
        return often or (found if works else past.worked or found)

    def _counted(self, past: _Past, found: Finding) -> None:
        now_s = self._now_s()
        if past.falls_s and now_s - past.falls_s[-1] >= CALM_S:
            past.falls_s, past.began = [], None
        if found.status is HealthStatus.DOWN and past.failing_s is None and past.worked is not None:
            past.failing_s = now_s
            past.falls_s.append(now_s)
            past.began = past.began or self._clock.now()

    def _often(self, past: _Past) -> Finding | None:
        if len(past.falls_s) < OFTEN or past.began is None:
            return None
        words = {"since": f"{past.began:%H:%M}", "times": len(past.falls_s)}
        what = _UNSTEADY.filled(**words)
        return Finding(HealthStatus.DEGRADED, what, _REMEDY)
