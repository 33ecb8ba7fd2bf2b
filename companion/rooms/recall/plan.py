"""Retrieval plan: what a question asks memory for, read by rules from the question alone."""

from dataclasses import dataclass
from datetime import datetime

from companion.ports.episodes import Span
from companion.rooms.recall.past import span_in
from companion.rooms.recall.words_of import words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalPlan:
    """想起の計画."""

    question: str
    words: tuple[str, ...]
    span: Span | None
    """When it was said or happened, where the question tells."""
    until: datetime
    """The moment of the question: nothing later is known."""


def plan_of(question: str, as_of: datetime) -> RetrievalPlan:
    """Read a question that is asked at `as_of`."""
    words = tuple(dict.fromkeys(words_of(question)))
    return RetrievalPlan(question=question, words=words, span=span_in(question, as_of), until=as_of)
