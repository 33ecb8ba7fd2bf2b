"""Ports of the engines that listen: wake word, voice activity, speech to text, end of turn, and
speaker id."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.words.audio import AudioClip
from companion.words.language import Language

OTHER_LANGUAGE = "other_language"
"""`Transcript.rejected` of what is neither Japanese nor English."""


class ListeningUnavailable(RuntimeError):
    """Error: a listening engine is not installed, is loading, or its worker died; the text says
    the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """書き起こし: what speech to text made of a clip."""

    text: str
    """"" where nothing was said. A rejected text is good for a stop word alone."""
    language: Language | None
    """None where the engine does not tell, or heard another language than Japanese or English."""
    confidence: float | None = None
    """0 to 1; None where the engine does not tell."""
    rejected: str = ""
    """Why the text must not be acted on: `no_speech`, `repeats_itself`, `too_long`,
    `other_language`; "" for none."""
    others: tuple[str, ...] = ()
    """Other words that the sound may be, nearly as likely, likeliest first; none where the engine
    does not tell."""
    may_be_ours: bool = False
    """Of a text rejected for its language: that is in doubt, and a command of this home counts."""


Enough = Callable[[Transcript], bool]
"""Whether the first reading of a clip will do, so that no other is computed."""


def never_enough(words: Transcript) -> bool:
    """Every reading that is in doubt is looked at again."""
    return False


class WakeWord(Protocol):
    """Detector of the word that calls the companion. One instance follows one microphone.

    It is called block by block in the worker of the listening engines, so it is synchronous,
    quick (some ms of CPU per second of sound), and must not look at anything but the sound.
    """

    def phrases(self) -> Sequence[str]:
        """Phrases it listens for, as a person would say them."""

    def heard(self, block: bytes) -> str:
        """The phrase that ended in this block; "" for none."""

    def reset(self) -> None:
        """Forget the sound so far."""


class VoiceActivity(Protocol):
    """Detector of speech. One instance follows one microphone, in the listening worker."""

    def probability(self, block: bytes) -> float:
        """Probability, 0 to 1, that somebody speaks in this block."""

    def reset(self) -> None:
        """Forget the sound so far."""


@dataclass(frozen=True, slots=True)
class BlockHeard:
    """音の区切り: what the listening worker found in one block of sound."""

    wake: str
    """The phrase that ended in it; "" for none."""
    speech: float
    """Probability, 0 to 1, that somebody speaks; 0 where nobody asked."""


class Detector(Protocol):
    """Wake word and voice activity of one microphone, in a worker process.

    Must: start by itself on the first call; serve again after its worker came back, as if it had
    heard nothing before.
    """

    async def hear(self, sound: bytes, *, speech: bool = True) -> tuple[BlockHeard, ...]:
        """Speech and wake words in each block of the sound, which is one or more whole blocks, in
        order. `speech` False: only the wake word is looked for, at half the cost. Raises
        `ListeningUnavailable`."""

    async def reset(self) -> None:
        """Forget the sound so far: another stretch begins. Raises `ListeningUnavailable`."""

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""

    async def close(self) -> None:
        """End the worker; idempotent."""


class Ears(Protocol):
    """Speech to text in a worker process.

    Must: start by itself on the first call; serve again after its worker came back; give
    `Transcript.rejected` instead of invented text for noise, silence, music and loops.
    """

    async def warm(self) -> None:
        """Load the model now rather than with the first clip. Raises `ListeningUnavailable`."""

    async def recognise(
        self,
        clip: AudioClip,
        *,
        language: Language | None,
        vocabulary: str = "",
        enough: Enough = never_enough,
    ) -> Transcript:
        """Recognise the words of the clip. `language` None: the engine finds out. `vocabulary`:
        names of this home's rooms and devices that make them likelier. `enough`: asked about a
        first reading in doubt by an engine that could compute likelier ones. Raises
        `ListeningUnavailable`."""

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""

    async def close(self) -> None:
        """End the worker; idempotent."""


@dataclass(frozen=True, slots=True)
class VoicePrint:
    """声紋: how a voice sounds, as a vector of unit length; empty where the clip holds no sound."""

    vector: tuple[float, ...]
    speech_s: float
    """Seconds of it in which somebody spoke."""


class SpeakerId(Protocol):
    """Model that tells voices apart. Vectors of one voice point the same way."""

    async def print_of(self, clip: AudioClip) -> VoicePrint:
        """The voice of a clip. Raises `ListeningUnavailable`."""

    async def close(self) -> None:
        """End the worker; idempotent."""


class TurnModel(Protocol):
    """Model that judges by the sound alone whether a speaker has finished."""

    async def finished(self, clip: AudioClip) -> float:
        """Probability, 0 to 1. Raises `ListeningUnavailable`."""

    async def close(self) -> None:
        """End the worker; idempotent."""
