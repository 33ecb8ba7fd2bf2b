"""Scripted wake word: a twin that hears its phrase at the times of its script."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES


class Settings(BaseModel):
    """Settings of what it hears when."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    phrase: str = Field("Okay Nabu", description="the phrase")
    at_s: tuple[float, ...] = Field((), description="seconds of sound after which it was said")


class ScriptedWakeWord:
    """Wake word detector that counts the sound and looks at its list."""

    def __init__(self, settings: Settings) -> None:
        self._phrase, self._at_s = settings.phrase, settings.at_s
        self._passed_s = 0.0

    def phrases(self) -> Sequence[str]:
        """The phrase."""
        return (self._phrase,)

    def heard(self, block: bytes) -> str:
        """The phrase, where one of its times lies in this block."""
        before = self._passed_s
        self._passed_s += len(block) / SAMPLE_BYTES / HEARING_RATE_HZ
        return self._phrase if any(before <= at < self._passed_s for at in self._at_s) else ""

    def reset(self) -> None:
        """Begin the script anew."""
        self._passed_s = 0.0


def build(settings: Settings) -> ScriptedWakeWord:
    """Build it."""
    return ScriptedWakeWord(settings)
