"""Scripted ranker: the twin that holds what it is told, for tests."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.ranker import RankerUnavailable
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome
from companion.words.opinion import Opinion


class Settings(BaseModel):
    """What it holds of entries, by name; of all others it holds nothing much."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sensible: Mapping[str, float] = Field(
        default_factory=dict, description="menu entry -> how likely it is sensible, 0 to 1"
    )
    harmful: Mapping[str, float] = Field(
        default_factory=dict, description="menu entry -> how likely it is harmful, 0 to 1"
    )
    gone: str = Field("", description="why it cannot judge; empty: it can")


class ScriptedRanker:
    """The same opinion of the same name, whatever the situation."""

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

    def why_down(self) -> str:
        """As told."""
        return self._settings.gone

    async def close(self) -> None:
        """Nothing to end."""


def build(settings: Settings) -> ScriptedRanker:
    """The twin."""
    return ScriptedRanker(settings)
