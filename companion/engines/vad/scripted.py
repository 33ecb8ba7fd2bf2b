"""Scripted voice activity: a twin for which every sound that is loud enough is speech."""

from array import array

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """Settings of what counts as speech."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    least_peak: int = Field(500, ge=0, lt=32768, description="peak of a block that is speech")


class ScriptedVad:
    """Voice activity detector by loudness alone."""

    def __init__(self, settings: Settings) -> None:
        self._least_peak = settings.least_peak

    def probability(self, block: bytes) -> float:
        """1 for a loud block, else 0."""
        samples = array("h", block)
        return 1.0 if max(max(samples), -min(samples)) > self._least_peak else 0.0

    def reset(self) -> None:
        """It remembers nothing."""


def build(settings: Settings) -> ScriptedVad:
    """Build it."""
    return ScriptedVad(settings)
