"""Decider 判断者: the interface of everything that may turn a pack into a decision."""

from dataclasses import dataclass
from typing import Protocol

from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision


class MindIncomplete(ValueError):
    """Error: a deliberation without persona or without mood does not run."""


class MenuMalformed(ValueError):
    """Error: the menu is empty or holds one name twice, which is a mistake of its builder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """破棄: result of a deliberation without valid output. It is no decision and is never repaired.

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
    """Way to decide. None means that the next decider is asked."""

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """Decide, drop, or pass on. Never raises for a model's failure."""
