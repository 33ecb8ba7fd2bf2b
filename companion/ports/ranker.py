"""Port of the ranker: a small model of its own that scores the entries of a menu."""

from collections.abc import Mapping
from typing import Protocol

from companion.words.context import DeliberationContextPack
from companion.words.opinion import Opinion


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

    async def needs(self, text: str) -> Mapping[str, float]:
        """How likely a person's sentence tells of each need (`dark`, `cold` ...), 0 to 1; one that
        tells of none has no likely need. Raises `RankerUnavailable`."""

    def why_down(self) -> str:
        """Reason for which the ranker could not judge last time; "" while it can."""

    async def close(self) -> None:
        """End what it started; idempotent."""
