"""Scripted ears: a twin that hears what its script says, for tests and quick simulations.

A clip that is silent, too short or too long is rejected as the real ears reject it; any other is
the next line of the script, of which the last repeats.
"""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.listening import Enough, ListeningUnavailable, Transcript, never_enough
from companion.words.audio import AudioClip
from companion.words.language import Language, language_of


class Settings(BaseModel):
    """Settings of what the scripted ears hear."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    lines: tuple[str, ...] = Field(("",), min_length=1, description="what is said, clip by clip")
    longest_s: float = Field(120.0, gt=0, description="a longer clip is not recognised")


class ScriptedEars:
    """Ears that answer from a list. `gone` makes them unavailable, for tests of faults."""

    def __init__(self, lines: Iterable[str | Transcript], longest_s: float = 120.0) -> None:
        self._lines = list(lines)
        self._longest_s = longest_s
        self.gone = ""
        self.heard: list[AudioClip] = []
        self.vocabularies: list[str] = []

    async def warm(self) -> None:
        """No model to load. Raises `ListeningUnavailable` when told to be gone."""
        if self.gone:
            raise ListeningUnavailable(self.gone)

    async def recognise(
        self,
        clip: AudioClip,
        *,
        language: Language | None,
        vocabulary: str = "",
        enough: Enough = never_enough,
    ) -> Transcript:
        """The next line. Raises `ListeningUnavailable` when told to be gone."""
        await self.warm()
        self.heard.append(clip)
        self.vocabularies.append(vocabulary)
        if clip.length_s > self._longest_s:
            return Transcript(text="", language=None, rejected="too_long")
        if not any(clip.pcm):
            return Transcript(text="", language=language, rejected="no_speech")
        line = self._lines.pop(0) if len(self._lines) > 1 else self._lines[0]
        if isinstance(line, Transcript):
            return line
        told = language or language_of(line, Language.EN)
        rejected = "" if line else "no_speech"
        return Transcript(text=line, language=told, confidence=1.0, rejected=rejected)

    def why_down(self) -> str:
        """The scripted reason why it is gone; "" while it is there."""
        return self.gone

    async def close(self) -> None:
        """No process to end."""


def build(settings: Settings) -> ScriptedEars:
    """Build ears that hear the lines of the settings."""
    return ScriptedEars(settings.lines, settings.longest_s)
