"""Stillness filter: drops pictures that show nothing new since the last picture that was given.

A room in which nothing changes is most of a camera's day, and waking the service for it costs as
much as decoding the picture. So while every pixel of the thinned picture stays within `STEP` of the
last one given, only one picture in `still_s` is; whatever changes is given with the very frame it
changes in, and every frame for `LIVELY_S` from then on.
"""

import cv2
import numpy as np
import numpy.typing as npt

STEP = 8
"""Grey levels by which one thinned, blurred pixel has to change. Under what opens the motion gate
(10 levels on 0.2 % of the pixels), so that the gate misses nothing; over a sensor's noise."""
DIM_KEY, LEAST_STEP = 60.0, 3.0
"""In a darker picture everything differs by less, so the step shrinks with it; not under what the
noise of a dark picture reaches once it is blurred."""
DARKER = 0.75
"""How dark it is says the mean of so much of it, the darker part: a window may fill the rest."""
LIVELY_S = 3.0
"""As long as the gate stays open after a change."""
EPSILON_S = 1e-6


class Stillness:
    """Stillness filter of one source. `still_s` 0 lets every picture through."""

    def __init__(self, still_s: float) -> None:
        self._still_s = still_s
        self._last: npt.NDArray[np.uint8] | None = None
        self._given_s = self._lively_until_s = float("-inf")

    def passes(self, thin: npt.NDArray[np.uint8], t_s: float) -> bool:
        """Whether the picture is to be given; counts as given then."""
        if not self._still_s:
            return True
        blurred = cv2.blur(thin, (3, 3)).astype(np.uint8, copy=False)
        last = self._last
        if last is None or last.shape != blurred.shape or _differ(last, blurred):
            self._lively_until_s = t_s + LIVELY_S
        rested = t_s < self._given_s or t_s - self._given_s >= self._still_s - EPSILON_S
        if not rested and t_s > self._lively_until_s:
            return False
        self._last, self._given_s = blurred, t_s
        return True


def _differ(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    most = cv2.norm(one, other, cv2.NORM_INF)
    return most > LEAST_STEP and (most > STEP or most > _step(other))


def _step(thin: npt.NDArray[np.uint8]) -> float:
    mean, deviation = (float(v[0, 0]) for v in cv2.meanStdDev(thin))
    if mean - deviation * ((1 - DARKER) / DARKER) ** 0.5 >= DIM_KEY:
        return STEP  # the darker part is at most so many deviations under the whole
    count = int(DARKER * thin.size)
    darker = np.partition(thin.ravel(), count)[:count]
    return max(LEAST_STEP, STEP * min(1.0, float(darker.mean()) / DIM_KEY))
