"""Garden view 庭の眺め: the garden as the page and the answers see it."""

from dataclasses import dataclass

from companion.words.facts import Fact
from companion.words.facts.garden import GardenDiary, GardenPlanItem
from companion.words.garden import ActionHistoryEntry, GardenAction, Stats, Weather
from companion.words.ids import EventId
from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """場所の眺め: one map of the town."""

    id: str
    name: Bilingual
    leads_to: tuple[str, ...]
    facilities: tuple[Bilingual, ...]
    """Facilities that anybody may use there."""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """間柄: how a character stands with another of the town."""

    name: Bilingual
    """Of the other."""
    affinity: float
    """0 to 100."""
    quarrelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """人の眺め: where a character is, and how the companion stands with it."""

    id: str
    name: Bilingual
    place: str
    """Id of the map."""
    emoji: str
    action: GardenAction
    job: Bilingual
    is_self: bool
    affinity: float | None
    """0 to 100; None for the companion itself."""
    quarrelled: bool
    promises: tuple[Bilingual, ...]
    ties: tuple[Tie, ...] = ()
    """With those of the others that it has talked with or fallen out with, the nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """物語の一行: a story of the garden as the page lists it."""

    day: str
    """ISO date: of a whole story its last day, of an open one the day it began."""
    words: Bilingual
    people: tuple[Bilingual, ...] = ()
    """Of an open story: who is in it."""
    waits_for: Bilingual | None = None
    """Of an open story: what would carry it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TellableStory:
    """話せる物語: a whole story of the garden that could be told to somebody."""

    words: Bilingual
    events: tuple[EventId, ...]
    """Events that make it up, the oldest first."""
    weight: float
    """How much it is worth telling, 0.0-1.0."""
    of_promise: bool
    """Whether it is about a promise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """思い出: what of the garden was recalled, with the events that it rests on."""

    words: Bilingual
    """With its day, seen from today."""
    events: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GardenView:
    """庭の眺め."""

    clock: str
    day: str
    """ISO date of the garden's calendar."""
    began_on: str
    """ISO date on which the companion's present day began: before it has slept, yesterday's."""
    is_dark: bool
    weather: Weather
    places: tuple[PlaceView, ...]
    people: tuple[PersonView, ...]
    stats: Stats
    """Of the companion."""
    plan: tuple[GardenPlanItem, ...]
    """Of the companion's day."""
    today: tuple[ActionHistoryEntry, ...]
    """Its actions since its day began, oldest first."""
    diary: tuple[GardenDiary, ...]
    """Pages of the last month, oldest first."""
    met_today: tuple[Bilingual, ...] = ()
    """Names of the people that the companion met since its day began, in order."""
    talks_today: tuple[tuple[Bilingual, Bilingual], ...] = ()
    """With whom it talked since then, and what about, in order."""
    told_stories: tuple[StoryLine, ...] = ()
    """Newest first."""
    open_stories: tuple[StoryLine, ...] = ()
    """Newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """一日の再生: a day of the garden as it was at one of its minutes."""

    day: str
    """ISO date on which it began."""
    began: int
    ended: int
    """Garden minutes; of the day that goes on, now."""
    at: int
    """The garden minute that is shown."""
    is_dark: bool
    weather: Weather
    places: tuple[PlaceView, ...]
    people: tuple[PersonView, ...]
    """Everybody whose whereabouts are known, as they were then; how the companion stands with them
    is as it is now."""
    entries: tuple[ActionHistoryEntry, ...]
    """The companion's acts of the day, oldest first."""
    facts: tuple[Fact, ...]
    """Acts, encounters, talks, what was brought up and turns between people, oldest first."""
    is_whole: bool
    """False for a day of which only the companion's own way is known, and whom it met."""
