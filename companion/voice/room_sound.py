"""Room sound: tells whether the wake word and the sentence behind it stand out from other sounds.

A television speaks on and on at one loudness: a wake word inside its speech is as loud as what came
right before it. A caller is louder than the room was, and goes on as loud as they called.
"""

import math
from collections import deque

from companion.voice.loudness import db, loud_db, mean, power
from companion.voice.segmenter import BLOCK_S
from companion.words.audio import SAMPLE_BYTES, AudioClip

CALL_S, GAP_S, BEFORE_S = 1.0, 0.3, 0.9
"""A wake word with the delay of its detector; what may belong to it or not; what came before."""
APART_DB = 8.0
"""Louder than what came before. Between neighbouring stretches of read speech the difference is
less in 95 of 100 places."""
NEARLY_DB = 8.0
"""A sentence may be so much quieter than the call before it and still be the caller's."""
FOLLOWS_S = 4.0
"""A sentence that begins later does not follow the call directly."""


class RoomSound:
    """Levels of one microphone, block by block."""

    def __init__(self) -> None:
        self._powers: deque[float] = deque(maxlen=_blocks(CALL_S + GAP_S + BEFORE_S))
        self._call_db = -math.inf
        self._called_s = -math.inf
        self._is_apart = False

    def take(self, loud: float) -> None:
        """The power of the next block of sound."""
        self._powers.append(loud)

    def called(self, at_s: float) -> float:
        """The wake word has ended in the last block: how much louder it is than what came before
        it, dB."""
        powers = list(self._powers)
        call = powers[-_blocks(CALL_S) :]
        before = powers[: -_blocks(CALL_S + GAP_S)]
        self._called_s, self._call_db = at_s, loud_db(call)
        rise_db = db(mean(call)) - db(mean(before))
        self._is_apart = rise_db >= APART_DB
        return rise_db

    def is_callers(self, clip: AudioClip, began_s: float) -> bool:
        """Whether a stretch of speech follows a call that stood apart, as loud as it."""
        if not self._is_apart or not 0 <= began_s - self._called_s <= FOLLOWS_S:
            return False
        step = round(BLOCK_S * clip.rate_hz) * SAMPLE_BYTES
        powers = [power(clip.pcm[at : at + step]) for at in range(0, len(clip.pcm), step)]
        return loud_db(powers) >= self._call_db - NEARLY_DB


def _blocks(seconds: float) -> int:
    return round(seconds / BLOCK_S)
