"""Port of the checker of free words: it stands between what a model wrote and what is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Withheld:
    """A clause that is not said, and why."""

    clause: str
    rule: str
    """Name of the rule, for the log and for counting."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The clauses of a text that may be said, as they were written, and the others."""

    said: tuple[str, ...]
    withheld: tuple[Withheld, ...] = ()


class WordChecker(Protocol):
    """Withholds each clause that states a fact for which code has no evidence.

    Must: be a pure function of its arguments and of the names of the home; change no character of a
    clause that it lets pass; withhold when in doubt. May withhold what is harmless. Never raises.
    """

    def check(self, text: str, *, heard: str = "", names: Sequence[str] = ()) -> Checked:
        """Check free words. `heard` is the sentence that they answer, "" where nobody spoke: after
        a sentence about the home or about an act even a "yes" is a statement. `names` are further
        words that stand for things, rooms and people of this home."""
