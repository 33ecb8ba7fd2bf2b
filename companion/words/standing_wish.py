"""Standing wish 言いつけ: a wish of the household that holds whenever its condition is met."""

from dataclasses import dataclass
from datetime import datetime

from companion.words.ids import EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingWish:
    """言いつけ: the words of the household, for example `if the wind is over sixty, close the
    shutter`."""

    text: str
    at: datetime
    """When it was said."""
    events: tuple[EventId, ...] = ()
    """The sentence in the record."""
    against: bool = False
    """It wants the act left undone."""
