"""Pace of a sound device: tells whether it gives as much sound as time passes.

A device that runs at another sample rate than it was opened with gives more or less: everything
that is said sounds too high or too low, and no word of it is understood.
"""

from dataclasses import dataclass

WINDOW_S = 3.0
"""Time over which sound is counted. A sound server may hold sound back for a second and give it all
at once: one window alone tells nothing."""
FASTEST, SLOWEST = 1.4, 0.7
"""Sound per time of a healthy device; 22.05 kHz instead of 16 is 1.38 and can be understood, 8 kHz
is 0.5."""


@dataclass
class Pace:
    """Counts the samples of one device."""

    rate_hz: int
    """As it was opened."""
    _began_s: float | None = None
    _samples: int = 0
    _lost: int = 0
    _last: float = 1.0
    """Sound per time of the window before."""

    def wrong(self, samples: int, now_s: float, lost: int) -> float | None:
        """Sound per time where two windows on end agree that it is wrong; else None. `samples`:
        that came now; `lost`: how often the device told so far that it lost sound, which makes a
        window worth nothing."""
        if self._began_s is None:  # the first piece was made before
            self._begin(now_s, lost)
            return None
        self._samples += samples
        if now_s - self._began_s < WINDOW_S:
            return None
        pace = self._samples / self.rate_hz / (now_s - self._began_s) if lost == self._lost else 1.0
        before, self._last = self._last, pace
        self._begin(now_s, lost)
        if min(before, pace) > FASTEST or max(before, pace) < SLOWEST:
            return pace
        return None

    def _begin(self, now_s: float, lost: int) -> None:
        self._began_s, self._samples, self._lost = now_s, 0, lost
