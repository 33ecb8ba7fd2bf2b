"""Decider 判断者: who may turn a pack into a decision; asked in order, the first answer holds."""

from dataclasses import dataclass
from typing import Protocol

from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision


class MindIncomplete(ValueError):
    """A deliberation without persona or without mood does not run."""


class MenuMalformed(ValueError):
    """The menu is empty or holds one name twice: a mistake of whoever built it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """破棄: a deliberation without valid output. It is no decision and is never repaired.

    It leaves a warning, an activity `deliberation_dropped` and a counter, all of
    which are the journal's to write.
    """

    reason: str
    """`not_on_menu`, `cut_off`, `malformed`, `stale`, `model_unavailable`,
    `model_timed_out`, `model_crashed`, `model_preempted`, `model_called_back`."""
    detail: str = ""
    """For the log: what came instead, shortened. Never shown as speech."""
    model: str = ""

    @property
    def called_back(self) -> bool:
        """It gave way to a person's trigger: its own is to be walked again, nothing was wrong."""
        return self.reason == "model_called_back"


class Decider(Protocol):
    """One way to decide. None means: not mine, ask the next."""

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """Decide, drop, or pass on. Never raises for a model's failure."""
