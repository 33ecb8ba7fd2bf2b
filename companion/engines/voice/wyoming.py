"""Voice engine on a Wyoming server: text to speech on another machine of the home, for example
wyoming-piper or wyoming-openjtalk. Each language has a line of its own in the configuration."""

from typing import Any

from pydantic import Field

from companion.engines.speech_server.wyoming_server import WyomingPlace
from companion.engines.synthesis.clause_voice import ClauseVoice
from companion.ports.speech import SpeechUnavailable
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

OWN = "default"
"""The server's own choice."""


class Settings(WyomingPlace):
    """Settings of the server and of its voices."""

    port: int = Field(10200, ge=1, le=65535, description="its port")
    language: Language = Field(Language.EN, description="what it speaks")
    voices: tuple[str, ...] = Field(
        (), description="names of its voices that the character sheet may choose"
    )


class WyomingVoice(ClauseVoice):
    """Voice of a server, asked clause by clause from a worker. Implements `SpeechEngine`."""

    def __init__(self, settings: Settings) -> None:
        place = settings.model_dump(include=set(WyomingPlace.model_fields))
        super().__init__(
            "companion.engines.synthesis.wyoming_worker",
            {"place": place, "language": settings.language.value},
            language=settings.language,
            deadline_s=settings.deadline_s,
        )
        self._voices = settings.voices

    def voices(self, language: Language) -> tuple[str, ...]:
        """Those of the settings, after the server's own choice."""
        return (OWN, *self._voices) if language in self.languages() else ()

    def call_of(self, clause: str, style: VoiceStyle) -> dict[str, Any]:
        """Request to the worker. Raises `SpeechUnavailable` where there is no such voice."""
        name = "" if style.voice == OWN else style.voice
        if name and name not in self._voices:
            listed = ", ".join((OWN, *self._voices))
            raise SpeechUnavailable(f"wyoming has no voice {name!r}; there are: {listed}")
        return {**super().call_of(clause, style), "voice": name}


def build(settings: Settings) -> WyomingVoice:
    """Build the voice; it is not started yet."""
    return WyomingVoice(settings)
