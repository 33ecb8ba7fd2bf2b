"""Persona voice: reads how the persona speaks from its character sheet, also after a change.

The sheet is looked at before each message, so that a voice can be tried out while the service runs.
"""

import logging
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS, WAITING
from companion.service.yaml_text import NotYaml, load
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

log = logging.getLogger(__name__)


class VoiceSetting(BaseModel):
    """The key `voice` of a language of the character sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("", description="name of the voice; empty: the engine's own choice")
    pace: float = Field(1.0, ge=0.5, le=2.0, description="2 is twice as fast")
    pitch_semitones: float = Field(0.0, ge=-12, le=12, description="higher (+) or lower (-)")
    waiting: tuple[str, ...] = Field(
        WAITING, description=f"said in turn while an answer takes time: {', '.join(WAITING)}"
    )

    morning: str = Field(
        "", max_length=80, description="how it greets who was woken in the morning"
    )

    @field_validator("waiting")
    @classmethod
    def _in_the_bank(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if unknown := set(value) - set(ACKNOWLEDGEMENTS):
            raise ValueError(f"no such words: {', '.join(sorted(unknown))}")
        return value

    def style(self) -> VoiceStyle:
        """As the word of the glossary."""
        return VoiceStyle(voice=self.name, pace=self.pace, pitch_semitones=self.pitch_semitones)


class PersonaVoice:
    """How the persona speaks now. A sheet that cannot be read leaves it as it was."""

    def __init__(self, sheet: Path) -> None:
        self._sheet = sheet
        self._seen: tuple[int, int] | None = None
        self._settings: Mapping[Language, VoiceSetting] = {
            language: VoiceSetting() for language in Language
        }

    def style(self, language: Language) -> VoiceStyle:
        """Voice, pace and pitch of this language."""
        return self._now(language).style()

    def waiting(self, language: Language) -> tuple[str, ...]:
        """Names of the acknowledgements it says while an answer takes time."""
        return self._now(language).waiting

    def morning(self, language: Language) -> str:
        """Its own greeting for who was woken in the morning; "" for the usual one."""
        return self._now(language).morning

    def _now(self, language: Language) -> VoiceSetting:
        try:
            about = self._sheet.stat()
            seen = (about.st_mtime_ns, about.st_size)
            if seen != self._seen:
                self._seen = seen
                self._settings = styles_in(self._sheet.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            log.warning("the voice stays as it was; %s: %s", self._sheet, error)
        return self._settings[language]


@lru_cache(maxsize=8)
def styles_in(text: str) -> Mapping[Language, VoiceSetting]:
    """How each language is spoken by a character sheet. Raises `ValueError` with what is wrong."""
    try:
        sheet = load(text)
        sections = {language: dict(sheet.get(language.value) or {}) for language in Language}
        return {
            language: VoiceSetting.model_validate(section.get("voice") or {})
            for language, section in sections.items()
        }
    except ValidationError as error:
        told = "; ".join(
            f"voice.{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()
        )
        raise ValueError(told) from error
    except (NotYaml, AttributeError, TypeError) as error:
        raise ValueError(str(error)) from error
