"""Remembered 思い出した答え: an answer from memory, with the episodes that it rests on."""

from dataclasses import dataclass
from enum import StrEnum

from companion.words.episode import Episode


class AnswerKind(StrEnum):
    """答えの種類: how far memory carries an answer."""

    ANSWER = "answer"
    UNKNOWN = "unknown"
    """Memory tells nothing of it."""
    TWO_VERSIONS = "two_versions"
    """Two people tell it differently, and neither has given way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """思い出した答え: put together by code from what was said."""

    kind: AnswerKind
    text: str
    """In the language of the question; a quotation stays in its own."""
    evidence: tuple[Episode, ...] = ()
    """Episodes that it rests on, the most important first."""
