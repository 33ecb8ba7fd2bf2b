"""Port of an answerer, which answers one sort of sentence at the door without a model.

The converse corridor asks its answerers in order, and the first that answers has answered; what
none of them answers goes to recall and to the conversation model.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from companion.words.called_by import CalledBy
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.text import LabelledText
from companion.words.understood import SentenceKind, SentenceReading

QUESTION_MARKS = ("?", "？")
"""A written question mark never leads to an act, whatever the grammar makes of the sentence."""

Words = Bilingual | LabelledText
"""Words of code in both languages, or one text with the label of the least trusted thing in it."""


_NOBODY = CalledBy()


class HeardSentence:
    """One recorded sentence of a person, and what it was read as. It is read once, when somebody
    first asks: reading changes what the grammar remembers of the talk."""

    def __init__(
        self,
        event: Event,
        read: Callable[[Event], SentenceReading],
        called_by: CalledBy = _NOBODY,
    ) -> None:
        """`called_by`: the companion's names; they are left out of `text`."""
        self.event = event
        self._read, self.called_by = read, called_by

    @cached_property
    def text(self) -> str:
        """As it was said to the companion, without the companion's name; the record has both."""
        return self.called_by.without(self.event.user_text)

    @cached_property
    def reading(self) -> SentenceReading:
        """The wishes of the sentence."""
        return self._read(self.event)

    @property
    def is_question(self) -> bool:
        """Whether something is asked: then nothing is done."""
        asks = self.reading.kind is SentenceKind.QUESTION
        return asks or self.text.rstrip().endswith(QUESTION_MARKS)


@dataclass(frozen=True, slots=True)
class Cited:
    """Words with the events that they rest on, beside the sentence."""

    words: Words
    evidence: tuple[EventId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a sentence is answered. Without `words` and `work` the conversation model answers."""

    words: Words | None = None
    """Said at once."""
    work: Callable[[], Awaitable[Words | Cited | None]] | None = None
    """Done beside the door; what it gives is said then. None leaves the answer to the model."""
    asks: bool = False
    """True if the words are a question back."""
    passes_on: bool = False
    """True if the next answerers are asked where `work` gives nothing."""
    silent: bool = False
    """True if neither code nor the model says anything."""
    think: bool = False
    """It is thought over as well: it may be a reason to do something by itself."""
    garden: bool = False
    """True if `words` tell of the companion's own garden life: no memory of the house."""
    evidence: tuple[EventId, ...] = ()
    """Events that `words` rest on, beside the sentence."""


class Answerer(Protocol):
    """Answers one sort of sentence.

    Must: answer within milliseconds whether the sentence is one of its own, and put everything that
    takes longer (an act, a look through the record) into `work`. May: have an effect of its own
    where the sentence asks for it. Knows nothing of the other answerers.
    """

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The answer; None leaves the sentence to the next one."""
