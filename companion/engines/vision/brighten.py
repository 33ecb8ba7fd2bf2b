"""Brightening: multiplies dark pictures before the gate and the detector see them.

A room at 5-20 % light fills a few dozen of the 256 grey levels: differences lie under every
threshold and the detector, trained on daylight, finds nobody. How bright it is says its darker part
(`key_of`), so that the dark part of a room with a window or a lamp is brightened, and those clip.
"""

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

DIM_KEY = 60.0
"""Key (`key_of`) under which a picture is brightened; a lit room has 90-150, one in the evening
60."""
WANTED_KEY = 100.0
MOST_GAIN = 16.0
"""More only shows the sensor's noise: of a picture of key 6 it uses all there is."""
NOISY_GAIN = 4.0
"""From here on the sensor's noise is as strong as what is seen."""


DARKER = 0.75
"""The share of a picture that is exposed for: windows and lamps may fill the rest."""


def key_of(picture: Picture) -> float:
    """How bright a picture is: the mean grey of its darker three quarters. Of a coloured one the
    green is taken, which is most of its grey."""
    step = max(1, picture.shape[1] // 160)
    grey = np.ascontiguousarray(picture[::step, ::step, 1] if picture.ndim == 3 else picture)
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel()
    taken = np.diff(np.minimum(np.cumsum(counts), DARKER * grey.size), prepend=0)
    return float(np.dot(taken, np.arange(256)) / taken.sum())


def surely_lit(mean: float, deviation: float) -> bool:
    """Whether a picture is bright enough by its mean and standard deviation alone: the mean of
    the darker part is at most so many deviations under that of the whole."""
    most_under: float = ((1 - DARKER) / DARKER) ** 0.5
    return mean - deviation * most_under >= DIM_KEY


def gain_of(key: float) -> float:
    """By what a picture of this key is multiplied; 1 for one that is bright enough. From
    `DIM_KEY` down it rises steadily, so that a picture at the border does not jump."""
    if key >= DIM_KEY:
        return 1.0
    share = min(1.0, (DIM_KEY - key) / (DIM_KEY / 2))
    wanted = DIM_KEY + share * (WANTED_KEY - DIM_KEY)
    return min(MOST_GAIN, wanted / max(key, 1.0))


def brightened(picture: Picture, gain: float) -> Picture:
    """The picture, multiplied; the same one where the gain is 1."""
    if gain == 1.0:
        return picture
    return cv2.convertScaleAbs(picture, alpha=gain).astype(np.uint8, copy=False)


def legible(picture: Picture) -> Picture:
    """Brightened, and of a very dark picture the noise blurred away: at 5 % of the light with a
    noise of 2 grey levels a seated man was seen in 33 % of steps, and so in all."""
    gain = gain_of(key_of(picture))
    bright = brightened(picture, gain)
    return cv2.blur(bright, (5, 5)).astype(np.uint8, copy=False) if gain > NOISY_GAIN else bright
