"""Port of understanding: reads a sentence as commands or questions, without a model."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.words.language import Language
from companion.words.timing import OnFact, Timing
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

    def understand(self, said: SpokenSentence, *, confirmed: bool = False) -> Understood:
        """The wishes in a sentence. `confirmed`: a person has said yes to it, so it is not
        doubted."""

    def preview(self, said: SpokenSentence) -> Understood:
        """The same of a sentence that is not said, or not yet: it is not remembered."""


@dataclass(frozen=True, slots=True)
class SaidTime:
    """A time that a text names."""

    timing: Timing
    until: bool = False
    """When it shall be over, not when it shall be done."""
    has_clock: bool = True
    """False where only a day or a part of the day was said."""
    has_day: bool = False
    """True if a day was named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """Things of the home, rooms and times that a text names, in their order."""

    things: tuple[str, ...] = ()
    """By id; where a sort of thing is named, all of that sort in the named rooms."""
    rooms: tuple[str, ...] = ()
    times: tuple[SaidTime, ...] = ()
    fact: OnFact | None = None
    """The fact of the home after which something is wanted (`when the washing is done`)."""


class Mentioning(Understanding, Protocol):
    """Reader of longer texts, of which only some clauses are orders.

    Must: act on nothing and remember nothing; raise nothing on any text.
    """

    def mentions(self, said: SpokenSentence) -> Mentions:
        """Things, rooms, times and the fact that a text names, whatever it says of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A command, or a question about the home, that a sentence may hold."""

    words: str
    """Read by the grammar they are a clear command, or a question about things, of this home."""
    intent: str = ""
    """By the trained model."""
    likelihood: float = 1.0
    """Of the intent."""
    asks: bool = False
    """True if the words are a question about the home: they may be answered at once."""
    sure: bool = False
    """True if the command may be done without a question, or itself asks which thing is meant."""
    requested: bool = False
    """True if it may be asked about although the sentence is a question: `could the fan blow
    harder?`"""


class Proposing(Protocol):
    """Reader of the likeliest order in a sentence that is not understood.

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

    def sounding_like(self, said: SpokenSentence) -> Iterable[str]:
        """Other readings of what was heard, with a word of this home for an unknown one that sounds
        nearly the same; the likeliest first."""

    def joined(self, said: SpokenSentence, tail: str) -> str:
        """The whole sentence, where `tail` says more of `said` and is none by itself ("turn on the
        light" | "in the bedroom"); "" where it does not."""
