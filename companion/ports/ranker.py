"""Port of the ranker: a small model of its own that scores the entries of a menu."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from companion.words.context import DeliberationContextPack
from companion.words.opinion import Opinion


class Question(StrEnum):
    """問い: a question about a text that a trained reader answers."""

    NEED = "needs"
    """The lack that a person's sentence tells of (`dark`, `cold` ...)."""
    MATTER = "reports"
    """The matter that a report tells of (`danger`, `battery` ...)."""
    HOLDS_BACK = "holding_back"
    """The reason for which somebody's sentence speaks against a routine (`rest`, `away` ...)."""


class RankerUnavailable(RuntimeError):
    """Error: the ranker cannot score now, because a part is missing, loading or failed; the text
    says the remedy."""


class Ranker(Protocol):
    """Ranker that scores the entries of a menu; it cannot add an entry, act or raise authority.

    Must: be independent of the order of the menu; judge from the pack alone; leave words of
    others (`foreign`) out of account.
    """

    async def rank(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        """One opinion per entry that acts, in the menu's order. Raises `RankerUnavailable`."""

    async def read(self, question: Question, text: str) -> Mapping[str, float]:
        """How likely each answer to a question about a text is, 0 to 1; a text that tells nothing
        of the sort has no likely answer. Raises `RankerUnavailable`."""

    def why_down(self) -> str:
        """Reason for which the ranker could not judge last time; "" while it can."""

    async def close(self) -> None:
        """End what it started; idempotent."""
