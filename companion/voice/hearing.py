"""Hearing: tells the state of the microphone, for the page and for health."""

import math
from collections import deque
from dataclasses import replace
from enum import StrEnum

from companion.phrases.findings import found
from companion.ports.listening import OTHER_LANGUAGE, Transcript
from companion.voice.loudness import db
from companion.voice.segmenter import BLOCK_S
from companion.words.finding import Finding
from companion.words.language import Bilingual

NEARLY_NOTHING = 2
"""Peak of 32,768 that no microphone stays under: one that is open has a noise of its own."""
FULL_SCALE = 32_700
SILENT_S, CLIPPED_S, TALK_S, STEADY_S = 10.0, 3.0, 600.0, 30.0
CLIPPED_SHARE, TALK_SHARE, STEADY_SHARE = 0.3, 0.8, 0.9
"""Of the blocks of `CLIPPED_S` and of `STEADY_S`, and of the looks of `TALK_S`."""
LOUD_DB = 10 * math.log10(32_768**2) - 32.0
"""Loud sound, in decibels of a block's mean power: 32 dB under full scale. Commands recorded over
noise of 36 dB under it are understood; a recording of noise alone, in which nobody would be, has 26
to 28. Speech is quieter than that in more than a tenth of its blocks, the pauses of its words."""
LOOK_S, LOOK_EVERY_S = 1.0, 8.0
"""How long, and how often, it is looked whether somebody talks while only the wake word is waited
for: voice activity costs as much as the wake word."""


class Hearing(StrEnum):
    """State of listening."""

    STARTING = "starting"
    WAITING = "waiting"
    """It listens for the wake word alone."""
    ATTENDING = "attending"
    """It was called, and waits for words."""
    HEARING = "hearing"
    """A person speaks to it."""
    RECOGNISING = "recognising"
    """The words are being read."""
    NO_MICROPHONE = "no_microphone"
    VANISHED = "vanished"
    """The microphone was there, and is not any more."""
    SILENT = "silent"
    """The microphone gives no sound at all, not even noise: it is muted."""
    CLIPPING = "clipping"
    """Speech is cut off at full scale."""
    STEADY_SOUND = "steady_sound"
    """Loud sound without a pause, in which nobody talks: music, a machine."""
    ENDLESS_TALK = "endless_talk"
    """Talk nearly without a pause for ten minutes: a television, a radio."""
    OTHER_LANGUAGE = "other_language"
    """The last sentence was neither Japanese nor English."""
    NO_WORDS = "no_words"
    """Sound that passes for speech came several times, without words: a noisy room."""
    NO_ENGINE = "no_engine"
    """Wake word, voice activity or speech to text does not work."""


class SoundQuality:
    """Judge of the sound's quality, block by block."""

    def __init__(self) -> None:
        self._silent = 0
        self._clipped: deque[bool] = deque(maxlen=round(CLIPPED_S / BLOCK_S))
        self._loud: deque[bool] = deque(maxlen=round(STEADY_S / BLOCK_S))
        self._talk: deque[bool] = deque(maxlen=round(TALK_S / LOOK_EVERY_S))
        self._blocks = 0
        """Since the last look began."""
        self._talked = False

    @property
    def asks(self) -> bool:
        """Whether it wants to know of the next block whether somebody speaks."""
        return self._blocks * BLOCK_S < LOOK_S

    def take(self, peak: int, speaks: bool, power: float) -> None:
        """The next block: its peak, 0 to 32,768, whether somebody speaks in it, and its mean
        power."""
        self._silent = self._silent + 1 if peak <= NEARLY_NOTHING else 0
        self._clipped.append(peak >= FULL_SCALE)
        self._loud.append(db(power) >= LOUD_DB)
        self._talked = self._talked or (self.asks and speaks)
        self._blocks += 1
        if self._blocks * BLOCK_S >= LOOK_EVERY_S:
            self._talk.append(self._talked)
            self._blocks, self._talked = 0, False

    def trouble(self) -> Hearing | None:
        """The trouble with the sound; None for none."""
        if self._silent * BLOCK_S >= SILENT_S:
            return Hearing.SILENT
        if _is_most(self._clipped, CLIPPED_SHARE):
            return Hearing.CLIPPING
        if _is_most(self._talk, TALK_SHARE):
            return Hearing.ENDLESS_TALK
        return Hearing.STEADY_SOUND if _is_most(self._loud, STEADY_SHARE) else None


NO_WORDS_TIMES = 3
"""Stretches without words in a row that are no accident any more."""
TOLD_S = 300.0
"""A trouble with words is told for so long at most: they may not have been said to it."""


class WordQuality:
    """Judge of the words that came of the sound, sentence by sentence."""

    def __init__(self) -> None:
        self._foreign = False
        self._empty = 0
        self._since_s = 0.0

    def passes(self, seconds: float) -> None:
        """So much sound has come since."""
        self._since_s += seconds

    def take(self, words: Transcript) -> None:
        """The words of the next stretch of speech."""
        self._since_s = 0.0
        self._foreign = words.rejected == OTHER_LANGUAGE
        is_empty = words.rejected in ("no_speech", "repeats_itself")
        self._empty = self._empty + 1 if is_empty else 0

    def trouble(self) -> Hearing | None:
        """The trouble with the words; None for none. It ends with the next good sentence, or after
        a while."""
        if self._since_s > TOLD_S:
            return None
        if self._foreign:
            return Hearing.OTHER_LANGUAGE
        return Hearing.NO_WORDS if self._empty >= NO_WORDS_TIMES else None


def _is_most(marks: deque[bool], share: float) -> bool:
    """Of a full window."""
    return len(marks) == marks.maxlen and sum(marks) >= share * len(marks)


def finding(state: Hearing, why: Bilingual | None = None) -> Finding:
    """The state in words, with its reason and its remedy."""
    told = found(f"microphone.{state.value}")
    if why is None or told.remedy is None:
        return told
    if state is Hearing.NO_MICROPHONE:
        return replace(told, what=why)
    what = Bilingual(f"{told.what.ja}: {why.ja}", f"{told.what.en}: {why.en}")
    return replace(told, what=what)
