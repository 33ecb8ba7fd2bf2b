"""Port of the voice shelf: lists the voices and wake words that the owner can choose from."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.words.audio import AudioClip
from companion.words.language import Bilingual, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceOffered:
    """One voice."""

    name: str
    language: Language
    chosen: bool
    """Whether the persona speaks with it now."""
    trouble: Bilingual | None
    """Reason for which its engine did not serve the last time; None for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWordOffered:
    """One wake word."""

    phrase: str
    chosen: bool
    line: str
    """The line of the configuration that chooses it."""


class VoiceShelf(Protocol):
    """Voices and wake words of this installation."""

    @property
    def sheet(self) -> str:
        """File in which the voice is chosen."""

    def voices(self) -> Sequence[VoiceOffered]:
        """Every voice of every engine, Japanese first."""

    def wake(self) -> Sequence[WakeWordOffered]:
        """Built-in wake words of the engine in use; empty where it takes any name."""

    def sample(self, language: Language, voice: str) -> AsyncGenerator[AudioClip, None]:
        """A fixed phrase of ours in this voice. Raises `KeyError` for no such voice,
        `SpeechUnavailable`."""
