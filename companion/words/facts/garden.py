"""Garden facts 庭の記録: facts of the companion's own life and of the people of its town.

Every event of these kinds has the origin `garden`: it never tells anything of the house or of its
people. Times are garden minutes (`companion/words/garden.py`).
"""

from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, register
from companion.words.garden import Cause, GardenAction, Stats, Weather
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language

GARDEN_SYSTEM = "garden.system"


@fact(EventSource.SYSTEM, "garden_acted")
class GardenActed(Fact, frozen=True, kw_only=True):
    """庭の行動の記録: an action that ended, complete or cut short."""

    who: str
    action: GardenAction
    cause: Cause
    map_id: str
    """Where it ended."""
    facility: str = ""
    """Id of the facility that was used."""
    partner: str = ""
    """Character that was talked to."""
    began: int
    ended: int
    planned_minutes: int
    cut_short: bool = False
    leg: bool = False
    """True for the way to the place of an action: it is a part of that action."""
    way: tuple[str, ...] = ()
    """Maps of a move, the first and the last included."""
    reason: Bilingual
    before: Stats
    """Before the fee was charged."""
    after: Stats
    fee: int = 0
    wage: float = 0.0
    """Per hour; 0 for what is not work."""
    decision: EventId = EventId(0)
    """The decision that led to it; 0 for the rules of the body."""
    action_type: str = ""
    """`garden.system` for what the rules of the body or of the town began; what was decided has its
    type in the decision."""
    weather: Weather = Weather.UNKNOWN
    place: Bilingual
    """Name of the place, as people call it."""


@fact(EventSource.SYSTEM, "garden_met")
class GardenMet(Fact, frozen=True, kw_only=True):
    """庭での出会い: two were at one place at one time."""

    who: str
    other: str
    at: int
    map_id: str
    facility: str = ""
    """Set where both used the same facility."""
    on_the_way: bool = False


class GardenLine(Fact, frozen=True, kw_only=True):
    """庭の会話の一言."""

    who: str
    words: Bilingual


@fact(EventSource.SYSTEM, "garden_talked")
class GardenTalked(Fact, frozen=True, kw_only=True):
    """庭での会話: an exchange of two to six turns."""

    who: str
    other: str
    at: int
    map_id: str
    topic: str
    turns: tuple[GardenLine, ...]
    affinity_before: float
    affinity_after: float
    about: Bilingual
    """Subject of the talk, in a few words."""


@fact(EventSource.SYSTEM, "garden_worded")
class GardenWorded(Fact, frozen=True, kw_only=True):
    """庭の会話の言い回し: a talk that was recorded before, in the words of a model."""

    who: str
    at: int
    """As of the talk."""
    talk: EventId
    language: Language
    turns: tuple[str, ...]
    """In the order of the talk's; "" where its own words stand."""


@fact(EventSource.SYSTEM, "garden_bond")
class GardenBond(Fact, frozen=True, kw_only=True):
    """庭の間柄の出来事: a turn in how two characters stand with each other."""

    turn: str
    """`promised`, `kept`, `broken`, `quarrelled`, `made_up` or `gave`."""
    who: str
    """Of a broken promise: who did not come."""
    other: str
    at: int
    map_id: str
    about: Bilingual
    promise: int = 0
    """Number of the promise; 0 for what is none."""
    due: int = 0
    """When the promise falls due."""
    waited: bool = False
    """Of a broken promise: the other came, and waited."""


@fact(EventSource.GM_INJECTION, "garden_injected")
class GardenInjected(Fact, frozen=True, kw_only=True):
    """庭の差し込まれた出来事: a small event that the game master brought up in the garden."""

    who: str
    other: str = ""
    """To or with whom; empty for none."""
    at: int
    map_id: str
    verb: str
    """The event, a `StoryVerb`."""
    about: Bilingual
    words: Bilingual
    """As the companion tells it."""


register(GardenInjected, EventSource.SYSTEM, "garden_injected", former=True)
SOURCES = (EventSource.SYSTEM, EventSource.GM_INJECTION)
"""Sources of the garden's facts."""


class GardenPlanItem(Fact, frozen=True, kw_only=True):
    """予定の一項: one thing meant for the day."""

    start: int
    action: GardenAction
    place: str = ""
    """Id of a facility or of a map."""
    why: Bilingual
    done: bool = False
    changed: Bilingual | None = None
    """Why it was changed or dropped."""


@fact(EventSource.SYSTEM, "garden_planned")
class GardenPlanned(Fact, frozen=True, kw_only=True):
    """一日の予定: made in the morning, and again with its reason when it changes."""

    who: str
    at: int
    items: tuple[GardenPlanItem, ...]
    because: Bilingual | None = None
    """Why it was changed; None for the plan of the morning."""


@fact(EventSource.SYSTEM, "garden_day_ended")
class GardenDayEnded(Fact, frozen=True, kw_only=True):
    """一日の終わり: the night's sleep is over; the plan is compared with what happened."""

    who: str
    at: int
    began: int
    done: int
    missed: int
    changed: int
    steps: str = ""
    """Where each character was in the course of the day, packed (`rooms/garden/replay.py`): plain,
    they would be the largest thing that the garden records."""


@fact(EventSource.SYSTEM, "garden_episode")
class GardenEpisode(Fact, frozen=True, kw_only=True):
    """庭の小さな出来事の記録."""

    who: str
    at: int
    action: EventId
    """The completed action it belongs to."""
    map_id: str
    episode: str
    before: Stats
    after: Stats


class DiarySentence(Fact, frozen=True, kw_only=True):
    """日記の一文: with the events it rests on."""

    words: Bilingual
    events: tuple[EventId, ...]


@fact(EventSource.SYSTEM, "garden_diary")
class GardenDiary(Fact, frozen=True, kw_only=True):
    """日記の頁: the companion's day in the garden."""

    who: str
    day: str
    """ISO date of the garden's calendar."""
    sentences: tuple[DiarySentence, ...]
