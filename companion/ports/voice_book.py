"""Port of the voice book: the people whose voices are known, for who lists or erases them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol


class KnownVoice(Protocol):
    """声: one person whose voice is known."""

    @property
    def name(self) -> str:
        """The person, as enrolled."""

    @property
    def speech_s(self) -> float:
        """Seconds of speech that it was made of."""

    @property
    def enrolled_at(self) -> datetime:
        """Time of the enrolment."""


class VoiceBook(Protocol):
    """Voices that are known."""

    def all(self) -> Sequence[KnownVoice]:
        """Every voice, in the order of enrolment. Raises `OSError`."""

    def erase(self, name: str) -> bool:
        """Forget a voice, to the last byte in our own file; whether there was one. Raises
        `OSError`."""
