"""Timing 時の言い方: when something is wished to happen, as data.

A sentence ("every weekday at seven", "日没の10分前") becomes one of these; the scheduler turns it
into the next moment. All are wall-clock rules of the household's time zone except `After`.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
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


@dataclass(frozen=True, slots=True)
class OnMovement:
    """誰かが来たら: when this person (empty: the speaker) arrives at or leaves this place (empty:
    the home)."""

    movement: Movement
    person: str = ""
    place: str = ""

    def means(self, person: str, movement: Movement, place: str) -> bool:
        """True if this change is the one that the timing waits for."""
        who, where = self.person in ("", person), self.place in ("", place)
        return self.movement is movement and who and where


@dataclass(frozen=True, slots=True)
class OnFact:
    """事があったら: each time that a fact becomes so between these hours, with a pause of
    `PAUSE` after each."""

    thing: str
    """A device id, or `person@place` as the world model keys it."""
    value: str
    """`on`, `open`, `present`, `absent` ..."""
    since: time = time(0)
    until: time = time(0)
    """The hours of the household's clock in which it counts; the same twice is the whole day."""

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
