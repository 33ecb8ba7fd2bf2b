"""Port of understanding: reads a sentence as commands or questions, without a model."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.words.language import Language
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
