"""Areas 状態の領域: one frozen class for the value of each area of `state`.

A row of `state` holds its value as JSON; `value_in(row, WorldValue)` gives it typed.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from companion.words.facts import Fact, facts_in
from companion.words.feedback import FEEDBACK, DayBand, FeedbackKind
from companion.words.habit import HABIT, HabitStanding
from companion.words.ids import EventId
from companion.words.observation import Certainty
from companion.words.plan import GOAL, PLAN_RUN, PURPOSE, Goal, OwnerPurpose, PlanRun
from companion.words.writeplan import WITHDRAWN, StateRow

V = TypeVar("V")
_AREA_OF: dict[type, str] = {}


def area(name: str) -> Any:
    """Class decorator: values of this area of `state` are of this class."""

    def registered(cls: type[V]) -> type[V]:
        _AREA_OF[cls] = name
        return cls

    return registered


def areas() -> dict[str, type]:
    """Every area by name, with the class of its values."""
    return {name: cls for cls, name in _AREA_OF.items()}


def value_in(row: StateRow, cls: type[V]) -> V | None:
    """The value of a row; None where the row is of another area or another version wrote what this
    class cannot read."""
    return facts_in(row.value, cls) if row.kind == _AREA_OF[cls] else None


@area("world_item")
class WorldValue(Fact, frozen=True, kw_only=True):
    """世界の項目の値: what a `WorldItem` keeps beside the columns of its row."""

    entity: str
    relation: str
    location: str
    affordance: tuple[str, ...]
    value: str | None
    certainty: Certainty
    attributes: dict[str, Any]


class VadValue(Fact, frozen=True, kw_only=True):
    """情動の値: four decimals of each axis."""

    v: float
    a: float
    d: float


@area("mood")
class MoodValue(Fact, frozen=True, kw_only=True):
    """気分の値."""

    long_mood_state: VadValue
    recent_vad_average: VadValue
    recent: tuple[VadValue, ...] = ()
    """Newest affect records, the latest last."""


class AttentionTarget(Fact, frozen=True, kw_only=True):
    """注意の対象."""

    type: str
    """`person`, `topic` or `place`."""
    value: str
    weight: float


INTEREST, INTEREST_KEY = "persona_interest_state", "now"


@area(INTEREST)
class InterestValue(Fact, frozen=True, kw_only=True):
    """関心の値: what draws the companion now, strongest first."""

    attention_targets: tuple[AttentionTarget, ...]
    interaction_mode: str
    updated_from_event_ids: tuple[EventId, ...]


class Standing(StrEnum):
    """確かさの段階: how far a thing that was told may be used."""

    CANDIDATE = "candidate"
    """Seems to be so; nobody confirmed it, and nothing rests on it."""
    CONFIRMED = "confirmed"
    REVOKED = "revoked"
    """A person took it back; it stays known as taken back, so that it does not begin again."""


class ToldValue(Fact, frozen=True, kw_only=True):
    """聞いたことの値: who told what of whom, and from when until when it held."""

    whose: str = ""
    subject: str = ""
    predicate: str
    value: str
    negated: bool = False
    text: str
    """The clause as it was said."""
    told_by: str = ""
    status: Standing = Standing.CONFIRMED
    valid_from: datetime
    valid_until: datetime | None = None
    ended_by: EventId = EventId(0)
    """The event that told something else of the same."""


@area("told_fact")
class ToldFactValue(ToldValue, frozen=True, kw_only=True):
    """聞いた事実の値: a fact about a person or a thing of the household."""


@area("preference")
class PreferenceValue(ToldValue, frozen=True, kw_only=True):
    """好みの値: how a person likes things to be."""


STANDING_WISH = "standing_wish"


@area(STANDING_WISH)
class StandingWishValue(Fact, frozen=True, kw_only=True):
    """言いつけの値: a wish with its condition, in the words of the household."""

    text: str
    """"" once it was taken back."""


HOUSEHOLD_LIST = "household_list"


@area(HOUSEHOLD_LIST)
class HouseholdListValue(Fact, frozen=True, kw_only=True):
    """家のリストの値: what is on a list of the household, in the words of who put it there."""

    name: str = ""
    """"" for the shopping list."""
    items: tuple[str, ...]


HEARD_AS = "heard_as"


@area(HEARD_AS)
class HeardAsValue(Fact, frozen=True, kw_only=True):
    """聞き直しの値: a person's word on the meaning of a sentence."""

    sentence: str
    command: str
    """In words that the grammar reads."""
    meant: bool


@area("taught")
class TaughtValue(Fact, frozen=True, kw_only=True):
    """教わったことの値: a lesson, and the act it is about in both languages."""

    value: str
    ja: str
    en: str


class FeedbackTally(Fact, frozen=True, kw_only=True):
    """手応えの数: signs of one kind by one person on one day."""

    day: str
    """ISO date by the household's clock."""
    kind: FeedbackKind
    person: str = ""
    times: int
    events: tuple[EventId, ...]
    """The newest events behind it."""
    minute: int = -1
    """Minute of the day of the first of them, of what is done by hand."""


@area(FEEDBACK)
class FeedbackValue(Fact, frozen=True, kw_only=True):
    """手応えの値: an act, the occasion, and the signs about it by day."""

    act: str
    """`turn_on light.hall`."""
    ja: str
    en: str
    """The act in words."""
    cause: str
    place: str
    band: DayBand
    tallies: tuple[FeedbackTally, ...] = ()
    """Oldest first; none after a person had them forgotten."""


@area(HABIT)
class HabitValue(Fact, frozen=True, kw_only=True):
    """習慣の値: a habit that was proposed as a routine, and the answer to it."""

    standing: HabitStanding
    ja: str
    en: str
    alarm_id: int = 0
    """The routine that it became."""


@area("grant")
class GrantValue(Fact, frozen=True, kw_only=True):
    """任されたことの値: what a person allowed ahead, for a time, without being asked."""

    action_types: tuple[str, ...] = ()
    """`capability.operation`; empty: every operation of the devices."""
    devices: tuple[str, ...] = ()
    """Identity of each device as it was then (`rooms/approval/grants.py`)."""
    tasks: tuple[str, ...] = ()
    """Marks of acts of the plan, each for one task; empty: whenever it comes up."""
    given_at: datetime
    until: datetime
    max_risk: int
    """Highest tier that it reaches."""
    ja: str
    en: str
    channel: str
    revoked: bool = False


@area(WITHDRAWN)
class WithdrawnValue(Fact, frozen=True, kw_only=True):
    """取り消しの値: the event of the person who asked for it."""

    by: EventId


area(PURPOSE)(OwnerPurpose)
area(GOAL)(Goal)
area(PLAN_RUN)(PlanRun)
