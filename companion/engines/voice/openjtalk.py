"""Voice engine on Open JTalk: Japanese, voice "Mei"; it reads kanji by a dictionary of its own."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.synthesis.clause_voice import ClauseVoice
from companion.ports.speech import SpeechUnavailable
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

MEI = "mei"


class Settings(BaseModel):
    """Settings of Open JTalk."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deadline_s: float = Field(10.0, gt=0, description="a clause that takes longer is given up")


class OpenJTalk(ClauseVoice):
    """Japanese voice in a worker. Implements the port `SpeechEngine`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            "companion.engines.synthesis.openjtalk_worker",
            {"threads": 1},
            language=Language.JA,
            deadline_s=settings.deadline_s,
        )

    def voices(self, language: Language) -> tuple[str, ...]:
        """The one in the package."""
        return (MEI,) if language is Language.JA else ()

    def call_of(self, clause: str, style: VoiceStyle) -> dict[str, Any]:
        """Request to the worker. Raises `SpeechUnavailable` for another voice."""
        if style.voice not in ("", MEI):
            raise SpeechUnavailable(f"openjtalk has no voice {style.voice!r}; there is: {MEI}")
        return super().call_of(clause, style)


def build(settings: Settings) -> OpenJTalk:
    """Build the voice; it is not started yet."""
    return OpenJTalk(settings)
