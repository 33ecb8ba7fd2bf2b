"""Steadiness: a part that fails and comes back again and again is told once, with how often.

A language model that is killed and loaded anew every few seconds would fill the log and paint the
page red, and nobody could do anything about any of it. A short interruption is only counted; a
part that has not worked for `DOWN_AFTER_S` is down; one that keeps failing is degraded, in one
line, until it has worked for `CALM_S`.
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
"""Parts that start anew by themselves and that the house can do without for a moment."""
DOWN_AFTER_S = 30.0
OFTEN = 3
"""Interruptions within `CALM_S` that make a part unsteady."""
CALM_S = 600.0
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
    """How it was when it last worked."""
    failing_s: float | None = None
    """Since when it has not worked; None while it does."""
    falls_s: list[float] = field(default_factory=list)
    began: datetime | None = None
    """Household's time of the first of these falls."""


class Steadiness:
    """Reads the findings of one look after the other. Times are of `now_s`, real seconds."""

    def __init__(self, clock: Clock, now_s: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._now_s = clock, now_s
        self._past: dict[str, _Past] = {}

    def settled(self, part: str, found: Finding) -> Finding:
        """What to show and note of this part now."""
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
        what = Bilingual(_UNSTEADY.ja.format(**words), _UNSTEADY.en.format(**words))
        return Finding(HealthStatus.DEGRADED, what, _REMEDY)
