"""Garden 庭: nouns of the companion's own small life: places, stats, actions, jobs and people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final

from companion.words.language import Bilingual
from companion.words.persona import BigFive

EPOCH: Final = datetime(2000, 1, 1)  # the garden has one clock and no zones
"""Garden minutes are counted from here, on the garden's own wall clock."""
DAY_MINUTES: Final = 1440


def moment_of(minute: int) -> datetime:
    """A garden minute as date and time of the garden's own clock, which has no zone."""
    return EPOCH + timedelta(minutes=minute)


def day_of(minute: int) -> date:
    """The calendar day of a garden minute."""
    return moment_of(minute).date()


def clock_of(minute: int) -> str:
    """A garden minute as `HH:MM`."""
    return f"{minute % DAY_MINUTES // 60:02d}:{minute % 60:02d}"


class Stat(StrEnum):
    """能力値: a need between 0 and 100; 100 is comfortable. The order settles ties between needs
    that are equally low."""

    BLADDER = "bladder"
    ENERGY = "energy"
    SATIETY = "satiety"
    HYGIENE = "hygiene"
    MOOD = "mood"


STATS: Final = tuple(Stat)


class FacilityTag(StrEnum):
    """施設の札: what a facility is for; no other tag is accepted."""

    BATHROOM = "bathroom"
    KITCHEN = "kitchen"
    BEDROOM = "bedroom"
    TOILET = "toilet"
    RESTAURANT = "restaurant"
    WORKSPACE = "workspace"
    HOTSPRING = "hotspring"
    HOTEL = "hotel"
    PUBLIC = "public"


class GardenAction(StrEnum):
    """庭の行動: what a character of the garden can do."""

    EAT = "eat"
    SLEEP = "sleep"
    TOILET = "toilet"
    WORK = "work"
    BATHE = "bathe"
    TALK = "talk"
    REST = "rest"
    MOVE = "move"
    THINKING = "thinking"
    """Shown while the model considers the next action."""
    IDLE = "idle"


class Cause(StrEnum):
    """行動の元: why an action began."""

    DECISION = "decision"
    INTERRUPT = "interrupt"
    """A need was nearly empty."""
    AUTO_MOVE = "auto_move"
    """The move that follows every third completed action."""
    PERSON = "person"
    """A person of the household spoke to the companion."""


class Weather(StrEnum):
    """天気: as the garden has it, after the weather outside the home."""

    CLEAR = "clear"
    CLOUDY = "cloudy"
    RAIN = "rain"
    SNOW = "snow"
    STORM = "storm"
    UNKNOWN = "unknown"


WEATHER_WORDS: Final[Mapping[Weather, Bilingual]] = {
    Weather.CLEAR: Bilingual("晴れ", "clear"),
    Weather.CLOUDY: Bilingual("曇り", "cloudy"),
    Weather.RAIN: Bilingual("雨", "rain"),
    Weather.SNOW: Bilingual("雪", "snow"),
    Weather.STORM: Bilingual("嵐", "storm"),
    Weather.UNKNOWN: Bilingual("不明", "unknown"),
}


@dataclass(frozen=True, slots=True)
class Hours:
    """時間帯: hours of the day, from `start` until `end`."""

    start: int
    end: int

    def minutes_left(self, minute: int) -> int:
        """Minutes until it is over; 0 outside."""
        now = minute % DAY_MINUTES
        return self.end * 60 - now if self.start * 60 <= now < self.end * 60 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JobInfo:
    """仕事: a job at a workplace."""

    job_id: str
    title: Bilingual
    hourly_wage: float
    work_hours: Hours


@dataclass(frozen=True, slots=True, kw_only=True)
class FacilityInfo:
    """施設の情報: what can be done there, for whom and at which price."""

    tags: frozenset[FacilityTag]
    owner: str = ""
    """Character whose own it is; only that character uses it."""
    cost: int = 0
    quality: int | None = None
    job: JobInfo | None = None
    open_hours: Hours | None = None
    """None: always open."""


@dataclass(frozen=True, kw_only=True)
class Facility:
    """施設: a thing on a map that actions need."""

    map_id: str
    label: Bilingual
    info: FacilityInfo

    @cached_property
    def id(self) -> str:
        """`map/label`, the same in every run."""
        return f"{self.map_id}/{self.label.ja}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """隣人: a person of the town as the map data lists them."""

    id: str
    name: Bilingual
    affinity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GardenMap:
    """庭の地図: one place of the town with its facilities."""

    id: str
    name: Bilingual
    facilities: tuple[Facility, ...]
    entrances: tuple[str, ...]
    """Maps that it leads to."""
    sign: str = ""
    """Emoji by which a picture shows it; "" where the owner chose none."""
    neighbours: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkplaceInfo:
    """勤め先."""

    workplace_label: str
    map_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Employment:
    """雇用: where a character works."""

    job_id: str
    workplaces: tuple[WorkplaceInfo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inhabitant:
    """住人: the sheet of one character of the garden, the companion or a neighbour."""

    id: str
    name: Bilingual
    home: str
    """Map where its own facilities are."""
    personality: Bilingual
    """In words, for prompts and the page."""
    big_five: BigFive
    grit: float
    values: tuple[str, ...]
    employment: Employment | None
    wakes: int
    """Hour of the day it usually gets up."""
    goes_to_bed: int
    """Hour of the day; 24 is midnight."""
    likes: tuple[Bilingual, ...]
    """Things it likes to talk about."""
    favourites: frozenset[str]
    """Labels of facilities it likes best."""
    days_off: tuple[int, ...]
    """Weekdays without work; Monday is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """行動の条件."""

    facility_tags: frozenset[FacilityTag] = frozenset()
    """Any one of them is enough."""
    min_stats: Mapping[Stat, float] = field(default_factory=dict)
    near_npc: bool = False
    employment: bool = False


HOURLY_WAGE: Final = "hourlyWage"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDefinition:
    """行動の定義: what an action needs, its rule for money and its sign."""

    id: GardenAction
    requirements: Requirements = Requirements()
    money: int | str = 0
    """A fixed sum, or `hourlyWage`."""
    emoji: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTiming:
    """行動の時間: how long an action takes and what it does to the stats."""

    shortest: int
    longest: int
    default: int
    per_minute: Mapping[Stat, float] = field(default_factory=dict)
    """Of a variable action: replaces the decay of these stats while it runs."""
    effects: Mapping[Stat, float] = field(default_factory=dict)
    """Of a fixed action: applied once, when it is complete."""
    fixed: bool = False

    def within(self, minutes: int | None) -> int:
        """A wished length brought into the range; none is the default."""
        wished = self.default if minutes is None else minutes
        return max(self.shortest, min(self.longest, wished))


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldConfig:
    """庭の設定: rates and lengths of `world-config.json`."""

    decay: Mapping[Stat, float]
    """Loss per minute where no action says otherwise."""
    actions: Mapping[GardenAction, ActionTiming]
    mini_episode_probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GardenData:
    """庭のデータ: everything the three files of the garden hold."""

    config: WorldConfig
    maps: tuple[GardenMap, ...]
    self_id: str
    """The companion's own character."""
    inhabitants: tuple[Inhabitant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """能力値の組: the five needs and the money of a character at one moment."""

    bladder: float
    energy: float
    satiety: float
    hygiene: float
    mood: float
    money: float

    def need(self, stat: Stat) -> float:
        """Value of one of the five."""
        return float(getattr(self, stat.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterNow:
    """今の住人: a character with its stats of this moment."""

    sheet: Inhabitant
    stats: Stats


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniEpisodeResult:
    """小さな出来事: what happened beside an action, and what it did to the stats."""

    episode: str
    stat_changes: Mapping[Stat, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionHistoryEntry:
    """行動の履歴: one line of what a character did."""

    event_id: int
    """The event of the completed action."""
    character: str
    started: int
    """Garden minute."""
    action: GardenAction
    target: Bilingual
    """Place or person."""
    minutes: int
    reason: Bilingual
    episode: str | None = None
    stat_changes: Mapping[Stat, float] = field(default_factory=dict)
    """Changes that the episode made."""
