"""Feedback 手応え: the signs by which the people of the home show whether an act suited them.

Example: the hall light is switched on when somebody comes in the evening, and somebody switches it
off again at once. That is a `switched_back` of `turn_on light.hall` at the occasion
(`person_appeared`, hall, evening).
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.words.ids import EventId
from companion.words.language import Bilingual

CLOCK = "clock"
FEEDBACK = "feedback"
"""Kind of the rows of state, one for each act at each occasion."""


class FeedbackKind(StrEnum):
    """手応えの種類."""

    UNDONE = "undone"
    """A person had the act undone."""
    SWITCHED_BACK = "switched_back"
    """The device was set back within minutes, by hand or by an order."""
    BY_HAND = "by_hand"
    """A person did the act themselves at the occasion."""
    AGREED = "agreed"
    """A person said yes to the question whether to do it."""
    REFUSED = "refused"
    """A person said no to it."""
    IGNORED = "ignored"
    """The question had no answer for half a day."""
    THANKED = "thanked"
    """A person said thanks or praise right after the act."""
    COMPLAINED = "complained"
    """A person complained right after the act."""
    HELD = "held"
    """The companion did it at an occasion at which people do it by hand. Where nobody sets it back,
    that is a small sign for it."""
    LEFT = "left"
    """The occasion came at which people do it by hand, and it was possible. Where it was done
    neither by hand nor by the companion, it was not missed."""


class DayBand(StrEnum):
    """時間帯: part of the day by the household's clock."""

    MORNING = "morning"
    DAY = "day"
    EVENING = "evening"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class FeedbackOccasion:
    """手応えの場面: what set the companion thinking, where, and in which part of the day."""

    cause: str
    """Kind of the event behind it (`person_appeared`), an occasion (`bedtime`), `heartbeat`, a door
    that opened (`binary_sensor.front_door`), or `CLOCK`: any, for what is done by the clock."""
    place: str
    band: DayBand

    @property
    def key(self) -> str:
        """`person_appeared|hall|evening`."""
        return f"{self.cause}|{self.place}|{self.band.value}"


@dataclass(frozen=True, slots=True)
class FeedbackSign:
    """手応えの印: one sign about one act at one occasion."""

    act: str
    """A key of `taught_keys`: `turn_on light.hall`."""
    occasion: FeedbackOccasion
    kind: FeedbackKind
    person: str = ""
    """Whose sign it is, in small letters; "" where nobody knows."""
    minute: int = -1
    """Minute of the day, of what is done by hand; -1 for all else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackLearnt:
    """手応えから分かったこと: what the signs about one act at one occasion say now."""

    key: str
    """Names it, to have it forgotten."""
    act: Bilingual
    occasion: FeedbackOccasion
    value: float
    """Above 0 for the act, below 0 against it."""
    why: Bilingual
    events: tuple[EventId, ...]
