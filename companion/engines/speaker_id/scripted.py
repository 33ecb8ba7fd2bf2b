"""Scripted speaker id: a twin that gives the vectors of its script, for tests."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.listening import ListeningUnavailable, VoicePrint
from companion.words.audio import AudioClip


class Settings(BaseModel):
    """Settings of what it answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prints: tuple[tuple[float, ...], ...] = Field(
        ((1.0, 0.0),), min_length=1, description="vector of unit length, clip by clip; last repeats"
    )
    speech_s: float = Field(2.0, ge=0, description="speech that it claims in each clip")


class ScriptedSpeakerId:
    """Speaker id that answers from a list. `gone` makes it unavailable, for tests of faults."""

    def __init__(self, prints: Iterable[tuple[float, ...]], speech_s: float = 2.0) -> None:
        self._prints = list(prints)
        self.speech_s = speech_s
        self.gone = ""
        self.asked: list[AudioClip] = []

    async def print_of(self, clip: AudioClip) -> VoicePrint:
        """The next vector. Raises `ListeningUnavailable` when told to be gone."""
        if self.gone:
            raise ListeningUnavailable(self.gone)
        self.asked.append(clip)
        vector = self._prints.pop(0) if len(self._prints) > 1 else self._prints[0]
        return VoicePrint(vector, min(self.speech_s, clip.length_s))

    async def close(self) -> None:
        """No process to end."""


def build(settings: Settings) -> ScriptedSpeakerId:
    """Build it."""
    return ScriptedSpeakerId(settings.prints, settings.speech_s)
