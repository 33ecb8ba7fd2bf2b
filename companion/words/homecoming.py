"""Homecoming 帰宅: the coming home of a person of the household to a home they had left."""

from dataclasses import dataclass
from datetime import datetime

from companion.words.ids import EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class Homecoming:
    """帰宅: who was seen or reported to come is of the household."""

    event_id: EventId
    at: datetime
    since: datetime | None
    """When the home became empty, or who came had left; None where nobody knows."""
