"""Loudness of sound, in powers of its samples and decibels."""

import math
from array import array
from collections.abc import Sequence
from heapq import nlargest

LOUD_SHARE = 0.25
"""Loudness of speech is that of its loudest blocks: words have pauses between them."""


def power(block: bytes) -> float:
    """Mean power of the samples of a block."""
    samples = array("h", block)
    return sum(sample * sample for sample in samples) / len(samples) if samples else 0.0


def mean(powers: Sequence[float]) -> float:
    """Mean of several; 0 of none."""
    return sum(powers) / len(powers) if powers else 0.0


def loud_db(powers: Sequence[float], most: int | None = None) -> float:
    """Loudness of speech. `most`: of so many blocks at most, so that other speech around a command
    does not count as a part of it."""
    count = max(1, round(LOUD_SHARE * len(powers)))
    return db(mean(nlargest(min(count, most or count), powers)))


def db(mean_power: float) -> float:
    """Decibels of a power."""
    return 10 * math.log10(mean_power + 1.0)
