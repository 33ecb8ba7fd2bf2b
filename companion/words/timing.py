"""Timing 時の言い方: when something is wished to happen, as data.

A sentence ("every weekday at seven", "日没の10分前") becomes one of these; the scheduler turns it
into the next moment. All are wall-clock rules of the household's time zone except `After`.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""Weekdays as files and the command line name them, by the numbers of `Days`."""
EVERY_DAY = frozenset(range(7))
"""ISO days less one: Monday is 0, as `datetime.weekday()` counts."""


class Holidays(StrEnum):
    """祝日の扱い: what a public holiday does to a recurring rule."""

    LIKE_ANY_DAY = "like_any_day"
    SKIPPED = "skipped"
    ONLY = "only"


class SunEvent(StrEnum):
    """太陽の時刻: what of the sun it is tied to."""

    SUNRISE = "sunrise"
    SUNSET = "sunset"
    DAWN = "dawn"
    DUSK = "dusk"
    NOON = "noon"


@dataclass(frozen=True, slots=True)
class Once:
    """一度だけ: at one moment; `at` carries its zone."""

    at: datetime


@dataclass(frozen=True, slots=True)
class After:
    """しばらく後: this many seconds from when it was said; immune to clock steps."""

    after_s: float


@dataclass(frozen=True, slots=True)
class Days:
    """曜日: the days a recurring rule holds on."""

    weekdays: frozenset[int] = EVERY_DAY
    holidays: Holidays = Holidays.LIKE_ANY_DAY
    nth: frozenset[int] = frozenset()
    """Numbers of such weekdays in a month, 1 to 5; -1 is the last one; none: every one."""
    dates: frozenset[int] = frozenset()
    """Days of the month; one that a month does not have is its last day."""
    weeks: int = 1
    """2: every other week, counted from the week of `since`."""
    since: date | None = None

    def has(self, day: date) -> bool:
        """Whether the rule holds on a day, without regard to holidays."""
        last = monthrange(day.year, day.month)[1]
        number = {(day.day - 1) // 7 + 1, -1 if day.day > last - 7 else 0}
        due = not self.dates or day.day in {min(one, last) for one in self.dates}
        monday, first = (d - timedelta(days=d.weekday()) for d in (day, self.since or day))
        in_week = (monday - first).days // 7 % self.weeks == 0
        on_such = day.weekday() in self.weekdays and (not self.nth or bool(number & self.nth))
        return on_such and due and in_week


@dataclass(frozen=True, slots=True)
class Recurring:
    """繰り返し: at this time of the day. In a gap of the clock the first instant after it, in an
    overlap once."""

    at: time
    days: Days = Days()


@dataclass(frozen=True, slots=True)
class BySun:
    """太陽で: so many seconds after (negative: before) what the sun does; once unless `days`."""

    sun: SunEvent
    offset_s: float = 0.0
    days: Days | None = None


class Movement(StrEnum):
    """出入り: what a person does that a reminder waits for."""

    ARRIVES = "arrives"
    LEAVES = "leaves"


EVERYBODY = "everybody"
"""Stands for a person where the household is meant as a whole."""


@dataclass(frozen=True, slots=True)
class OnMovement:
    """誰かが来たら: when this person (empty: the speaker; `EVERYBODY`: the last of the household)
    arrives at or leaves this place (empty: the home)."""

    movement: Movement
    person: str = ""
    place: str = ""

    def means(self, person: str, movement: Movement, place: str) -> bool:
        """True if this change is the one that the timing waits for."""
        one = person != EVERYBODY and self.person == ""
        who, where = one or self.person == person, self.place in ("", place)
        return self.movement is movement and who and where


PERSON, MEASURED = "person", "temperature@"
_SAID_AS = {
    "open": ("open", "on"),
    "closed": ("closed", "off"),
    "running": ("on", "playing", "paused", "buffering", "idle", "cleaning"),
    "done": ("off", "idle", "docked", "standby", "stopped", "done", "finished", "complete",
             "completed", "end", "ended"),
}  # fmt: skip
"""Reports that mean the value of a timing: a contact reports `on` where it is open, and each make
of washing machine has a word of its own for its end."""


@dataclass(frozen=True, slots=True)
class OnFact:
    """事があったら: each time (or `once`: the next time) that a fact becomes so between these
    hours, with a pause of `PAUSE` after each."""

    thing: str
    """A device id, `person@place` as the world model keys it, or `temperature@` with
    the id of a device that measures it beside its own value."""
    value: str = ""
    """`on`, `open`, `done`, `present`, `absent` ...; empty where a figure is waited for."""
    since: time = time(0)
    until: time = time(0)
    """The hours of the household's clock in which it counts; the same twice is the whole day."""
    above: float | None = None
    below: float | None = None
    """Figure that is to be passed, in the unit of the report."""
    once: bool = False
    so_already: bool = False
    """It was so, or nobody knew, when this was asked for: it must become otherwise first."""

    @property
    def place(self) -> str:
        """The room whose people are waited for; empty where it is a device."""
        head, _, place = self.thing.partition("@")
        return place if head == PERSON else ""

    @property
    def device_id(self) -> str:
        """The device whose report is waited for."""
        return "" if self.place else self.thing.removeprefix(MEASURED)

    def means(self, reported: str) -> bool:
        """True if this report is the fact that is waited for."""
        if self.value:
            return reported in _SAID_AS.get(self.value, (self.value,))
        try:
            figure = float(reported)
        except ValueError:
            return False
        high = self.above is not None and figure > self.above
        return high or (self.below is not None and figure < self.below)

    def holds_at(self, at: time) -> bool:
        """True if this time of the day lies in its hours, which may go over midnight."""
        if self.since == self.until:
            return True
        if self.since < self.until:
            return self.since <= at < self.until
        return at >= self.since or at < self.until


PAUSE = timedelta(minutes=20)
"""A person who goes in and out of a room is one occasion."""

Timing = Once | After | Recurring | BySun | OnMovement | OnFact
"""時の言い方: any of them."""
