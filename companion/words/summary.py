"""Summary まとめ: quotes the sentences that tell most of a day or a month."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from companion.words.episode import Episode


class Span(StrEnum):
    """期間: how long a time one summary is of."""

    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """まとめ: the sentences of one day or month that tell most, each its own evidence."""

    span: Span
    begins: date
    """By the clock of the household."""
    said: int
    """Sentences that people of the house said then."""
    lines: tuple[Episode, ...]
    """Oldest first."""
