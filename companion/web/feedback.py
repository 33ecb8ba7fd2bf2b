"""Feedback view: the household's signs about acts, for one reader."""

from dataclasses import dataclass
from typing import Any

from companion.phrases.feedback import occasion_said
from companion.web.reader import Reader
from companion.words.feedback import FeedbackLearnt


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackShown:
    """One act at one occasion, and what speaks for or against it."""

    key: str
    act: str
    occasion: str
    why: str
    value: float
    """Above 0: it speaks for the act."""
    line: int
    """The newest line of the log behind it."""
    lines: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return {
            "key": self.key,
            "act": self.act,
            "occasion": self.occasion,
            "why": self.why,
            "value": self.value,
            "evidence": list(self.lines),
        }


def shown_of(one: FeedbackLearnt, reader: Reader) -> FeedbackShown:
    """In the language of the reader."""
    words = reader.words
    place = reader.names.place_words(one.occasion.place)
    return FeedbackShown(
        key=one.key,
        act=words.of(one.act),
        occasion=words.of(occasion_said(one.occasion, place)),
        why=words.of(one.why),
        value=round(one.value, 2),
        line=int(one.events[-1]),
        lines=tuple(map(int, one.events)),
    )
