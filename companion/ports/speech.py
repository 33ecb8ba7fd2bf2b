"""Ports of speech: turn text into sound, and tell which messages may be spoken."""

from collections.abc import AsyncGenerator
from typing import Protocol

from companion.words.audio import AudioClip
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle


class SpeechUnavailable(RuntimeError):
    """Error: the voice engine is not installed, is loading, or its worker died; the text says the
    remedy."""


class SpeechEngine(Protocol):
    """Text to speech in a worker process.

    Must: give the first clip as soon as the first clause is made, not after the whole text;
    start by itself on the first call; serve again after its worker came back; speak the text as
    it is given: numbers, units and names were made readable before.
    """

    def languages(self) -> frozenset[Language]:
        """Languages it can speak."""

    def voices(self, language: Language) -> tuple[str, ...]:
        """Names of its voices for this language."""

    def speak(
        self, text: str, *, language: Language, style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        """Clip after clip of the whole text; nothing for a text without a letter or digit. Closing
        the iterator ends the work at once. Raises `SpeechUnavailable`, also for a voice it does not
        have, and `ValueError` for a language it cannot speak."""

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""

    async def close(self) -> None:
        """End the worker; idempotent."""


class Spoken(Protocol):
    """Everything that may be spoken: recorded messages by their event id, and phrases by name. No
    text goes in, so nothing can be spoken that was not recorded or written by us.
    """

    def volume(self) -> float:
        """Loudness of what is spoken now, 0 to 1: lower in quiet hours."""

    def message(self, utterance_id: EventId) -> AsyncGenerator[AudioClip, None]:
        """Sound of a recorded message, clip after clip, in the language it was rendered in. Raises
        `SoundUnknown` for no message of that id, `SpeechUnavailable`."""

    def phrase(self, name: str, language: Language) -> AsyncGenerator[AudioClip, None]:
        """Sound of an acknowledgement by its name. Raises `SoundUnknown`, `SpeechUnavailable`."""
