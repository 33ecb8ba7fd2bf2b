"""A call 呼びかけ is a wake word as one device of the home heard it."""

from dataclasses import dataclass

from companion.words.audio import AudioClip

CALL_S = 1.4
"""Sound before a detector answered that holds the whole wake word: of two voices and a person it
lasted 0.6 to 0.9 s, and the answer came up to 0.4 s later."""


@dataclass(frozen=True, slots=True)
class CallHeard:
    """呼びかけ: one companion's hearing of a call."""

    device: str
    """Id of the companion among the devices of the home."""
    place: str
    """Room it was heard in; "" where nobody told."""
    loudness_db: float
    """How much louder the call was than the room before it."""


@dataclass(frozen=True, slots=True)
class CallSound:
    """呼びかけの音: what a detector took for a wake word, so that it can be read again."""

    phrase: str
    clip: AudioClip
    """The last `CALL_S` before the detector answered."""
    again: bool = False
    """It was found behind another call, within the words that follow on that."""
