"""Scripted voice: a twin that gives a tone of known length for each clause, in both languages."""

import asyncio
from collections.abc import AsyncGenerator

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.synthesis.clauses import clauses
from companion.ports.speech import SpeechUnavailable
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

TONE_HZ, LOUD = 200.0, 8000


class Settings(BaseModel):
    """Settings of the scripted voice."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    char_s: float = Field(0.06, gt=0, description="length of the tone for each character, seconds")
    make_share: float = Field(
        0.0, ge=0, description="real time that making takes, as a share of the length made"
    )


class ScriptedVoice:
    """Voice that gives tones. `gone` makes it unavailable, for fault tests; `made` has each clause
    it gave sound for, in order. Implements the port `SpeechEngine`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.gone = ""
        self.made: list[str] = []

    def languages(self) -> frozenset[Language]:
        """Both."""
        return frozenset(Language)

    def voices(self, language: Language) -> tuple[str, ...]:
        """One."""
        return ("tone",)

    def speak(
        self, text: str, *, language: Language, style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        """A tone for each clause. Raises `SpeechUnavailable` when told to be gone, `ValueError`."""
        if language not in self.languages():
            raise ValueError(f"no such language: {language!r}")
        return self._clips(clauses(text, language), style)

    def why_down(self) -> str:
        """The scripted reason why it is gone; "" while it is there."""
        return self.gone

    async def close(self) -> None:
        """No process to end."""

    async def _clips(
        self, pieces: tuple[str, ...], style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        for clause in pieces:
            if self.gone:
                raise SpeechUnavailable(self.gone)
            clip = self._tone(clause, style)
            await asyncio.sleep(clip.length_s * self._settings.make_share)
            self.made.append(clause)
            yield clip

    def _tone(self, clause: str, style: VoiceStyle) -> AudioClip:
        hertz = TONE_HZ * 2 ** (style.pitch_semitones / 12)
        half = round(HEARING_RATE_HZ / hertz / 2)
        level = round(LOUD * style.volume)
        wave = level.to_bytes(2, "little", signed=True) * half
        wave += (-level).to_bytes(2, "little", signed=True) * half
        samples = round(len(clause) * self._settings.char_s / style.pace * HEARING_RATE_HZ)
        return AudioClip((wave * (samples // (2 * half) + 1))[: samples * 2])


def build(settings: Settings) -> ScriptedVoice:
    """Build the voice."""
    return ScriptedVoice(settings)
