"""Port of understanding: reads a sentence as commands or questions, without a model."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.words.language import Language
from companion.words.turn import Ending
from companion.words.understood import Understood


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """One sentence with its speaker and place: the speaker's room is the default place."""

    text: str
    language: Language
    at: datetime
    place: str = ""


class Understanding(Protocol):
    """Reader of a sentence against the home as it is now.

    Must: never guess (out of scope is `unknown`, ambiguous is a question back); never give a
    command for a question or a musing; answer within milliseconds; raise nothing on any text.
    """

    def understand(self, said: SpokenSentence) -> Understood:
        """The wishes in a sentence."""

    def preview(self, said: SpokenSentence) -> Understood:
        """The same of a sentence that is not said, or not yet: it is not remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A command that a sentence may hold, in words that the grammar reads."""

    words: str
    """Read by the grammar they are a clear command of this home."""
    signs: tuple[float, ...] = ()
    """Signs that tell an order from a remark, as numbers."""
    is_chore: bool = False
    """An alarm, a timer, a reminder."""
    wishes: int = 1


class Proposing(Protocol):
    """Reader that takes a command out of a sentence which it does not understand as a whole.

    Must: act on nothing and remember nothing; propose only what it reads as a clear command;
    raise nothing on any text.
    """

    def propose(self, said: SpokenSentence) -> Proposal | None:
        """The likeliest command in it; None for none."""


class Endings(Protocol):
    """Judge of how far a sentence has come, by its meaning in this home.

    Must: act on nothing and remember nothing; answer within milliseconds; raise nothing on any
    text.
    """

    def ending(self, said: SpokenSentence) -> Ending:
        """Whether the words so far are whole, open, or no sentence of this home."""

    def joined(self, said: SpokenSentence, tail: str) -> str:
        """The whole sentence, where `tail` says more of `said` and is none by itself ("turn on the
        light" | "in the bedroom"); "" where it does not."""
