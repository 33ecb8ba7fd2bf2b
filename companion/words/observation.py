"""Observation 観測: one thing that perception saw, as fact, estimate or unknown."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Certainty(StrEnum):
    """確かさ: the three never mix."""

    FACT = "fact"
    ESTIMATE = "estimate"
    UNKNOWN = "unknown"


class Change(StrEnum):
    """変化: how the subject changed."""

    APPEARED = "appeared"
    GONE = "gone"
    COUNT = "count"
    STATE = "state"
    UNKNOWN = "unknown"
    SEEN = "seen"
    """A text or code was read; `value` is what it says, in somebody else's words."""


TEXT = "text"
"""Subject of what was read on a sign, screen or code: informs, never authorises."""


@dataclass(frozen=True, slots=True)
class Observation:
    """観測: one thing seen. `value` is None when unknown and is never guessed."""

    subject: str
    """Subject: `person`, an occasion (`smoke`), or a device or sensor id."""
    place: str
    """Room id where it was seen."""
    change: Change
    certainty: Certainty
    confidence: float
    """0..1; a fact keeps the evidence behind it, an unknown has 0."""
    at: datetime
    source: str
    """Camera or device id that saw it."""
    value: str | None = None
    """`present`, `absent`, `on`, `21.5`; None when unknown."""
    count: int | None = None
    box: tuple[int, int, int, int] | None = None
    """Pixels x, y, width, height of the surest detection."""
    since: datetime | None = None
    """When it became so, where that was longer ago than it is told."""

    @property
    def dedup_key(self) -> str:
        """Same key within the window is the same fact: it refreshes, no new event."""
        return (
            f"{self.source}|{self.subject}|{self.place}|{self.certainty}|{self.value}|{self.count}"
        )
