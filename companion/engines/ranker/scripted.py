"""Scripted ranker: a twin that scores entries as its script says, for tests."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.ranker import Question, RankerUnavailable
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome
from companion.words.opinion import Opinion


class Settings(BaseModel):
    """Settings of the scores by entry name; every other entry gets a low score."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sensible: Mapping[str, float] = Field(
        default_factory=dict, description="menu entry -> how likely it is sensible, 0 to 1"
    )
    harmful: Mapping[str, float] = Field(
        default_factory=dict, description="menu entry -> how likely it is harmful, 0 to 1"
    )
    read: Mapping[Question, Mapping[str, float]] = Field(
        default_factory=dict,
        description="question -> answer -> how likely it is of every text, 0 to 1",
    )
    gone: str = Field("", description="why it cannot judge; empty: it can")


class ScriptedRanker:
    """Ranker that gives an entry of one name the same score in every situation."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def rank(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        """As told. Raises `RankerUnavailable` when told to be gone."""
        if self._settings.gone:
            raise RankerUnavailable(self._settings.gone)
        return tuple(
            Opinion(
                name=entry.name,
                sensible=self._settings.sensible.get(entry.name, 0.1),
                harmful=self._settings.harmful.get(entry.name, 0.0),
            )
            for entry in pack.menu
            if entry.outcome is DecisionOutcome.DO_ACTION
        )

    async def read(self, question: Question, text: str) -> Mapping[str, float]:
        """As told. Raises `RankerUnavailable` when told to be gone."""
        if self._settings.gone:
            raise RankerUnavailable(self._settings.gone)
        return self._settings.read.get(question, {})

    def why_down(self) -> str:
        """As told."""
        return self._settings.gone

    async def close(self) -> None:
        """No process to end."""


def build(settings: Settings) -> ScriptedRanker:
    """Build the scripted ranker."""
    return ScriptedRanker(settings)
