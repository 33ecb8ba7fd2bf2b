"""Pace: slows down looking while many jobs wait."""

MOST = 8.0
"""Up to 8 times slower."""


class Pace:
    """Multiplier of the observation interval: 2, 4, 8 above 1, 2, 4 times the threshold.

    It only rises with the backlog; half of the threshold brings it back to 1, so that it
    does not swing around the threshold.
    """

    def __init__(self, threshold_jobs: int = 20) -> None:
        self._threshold = threshold_jobs
        self._factor = 1.0

    def __call__(self) -> float:
        """The multiplier now, 1..8."""
        return self._factor

    def update(self, backlog_jobs: int) -> float:
        """Take the number of pending and running jobs in; gives the multiplier."""
        if backlog_jobs <= self._threshold / 2:
            self._factor = 1.0
        wanted, limit = 1.0, float(self._threshold)
        while backlog_jobs > limit and wanted < MOST:
            wanted, limit = wanted * 2, limit * 2
        self._factor = max(self._factor, wanted)
        return self._factor
