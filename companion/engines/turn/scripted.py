"""Scripted turn model: a twin that gives the scores of its script, for tests."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.listening import ListeningUnavailable
from companion.words.audio import AudioClip


class Settings(BaseModel):
    """Settings of what it answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scores: tuple[float, ...] = Field(
        (1.0,), min_length=1, description="probability, clip by clip; the last repeats"
    )


class ScriptedTurnModel:
    """Turn model that answers from a list. `gone` makes it unavailable, for tests of faults."""

    def __init__(self, scores: Iterable[float]) -> None:
        self._scores = list(scores)
        self.gone = ""
        self.asked: list[AudioClip] = []

    async def finished(self, clip: AudioClip) -> float:
        """The next score. Raises `ListeningUnavailable` when told to be gone."""
        if self.gone:
            raise ListeningUnavailable(self.gone)
        self.asked.append(clip)
        return self._scores.pop(0) if len(self._scores) > 1 else self._scores[0]

    async def close(self) -> None:
        """Does nothing: there is no worker to end."""


def build(settings: Settings) -> ScriptedTurnModel:
    """Build it."""
    return ScriptedTurnModel(settings.scores)
