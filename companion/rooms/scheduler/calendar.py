"""Calendar: computes when a timing is due, with the rules for clock changes in one place.

A wall-clock time that a clock change skips is due at the first instant after the gap; one that
comes twice is due the first time only. A date that does not exist (Samoa, 2011-12-30) has no
moment at all. All instants are UTC.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Any, cast
from zoneinfo import ZoneInfo

from companion.words.schedule import Entry, EntryState, one_moment
from companion.words.timing import (
    BySun,
    Days,
    Holidays,
    Recurring,
    SunEvent,
)

log = logging.getLogger(__name__)

LOOK_AHEAD_DAYS = 400
"""How far a rule is followed for its next day: more than a year, so that "only on holidays" and
the polar night find theirs."""
DIM_FOR = timedelta(minutes=30)
"""Before sunset, and after sunrise, a room without a lamp is dim."""
SUNRISE_DEG = -0.833
"""Height of the sun's middle, without refraction, at sunrise and sunset: 34' of refraction and 16'
of radius (US Naval Observatory)."""
_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Location of the home, for sun and holidays."""

    zone: str
    latitude: float | None = None
    longitude: float | None = None
    country: str = ""
    """ISO 3166 code; "": no day is a holiday."""


class SunUnknown(ValueError):
    """Error: the home's location is not known, so the sun's times are not."""


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """A zone by name. Raises `ZoneInfoNotFoundError`."""
    return ZoneInfo(name)


def instant_of(day: date, at: time, zone: ZoneInfo) -> datetime | None:
    """The one instant of a wall-clock time; None where the whole date does not exist."""
    wall = datetime.combine(day, at)
    first = wall.replace(tzinfo=zone).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) == wall:
        return first
    after = _end_of_gap(wall, zone, first)
    return after if _exists(day, zone) else None


def _end_of_gap(wall: datetime, zone: ZoneInfo, late: datetime) -> datetime:
    """In a gap the offset before it reads the wall time too late, the one after it too early: the
    change lies between the two."""
    early = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    offset = late.astimezone(zone).utcoffset()
    while late - early > _SECOND:
        middle = (early + (late - early) / 2).replace(microsecond=0)
        if middle <= early:
            middle = early + _SECOND
        if middle.astimezone(zone).utcoffset() == offset:
            late = middle
        else:
            early = middle
    return late.replace(microsecond=0)


def _exists(day: date, zone: ZoneInfo) -> bool:
    noon = datetime.combine(day, time(12), tzinfo=zone)
    return noon.astimezone(UTC).astimezone(zone).date() == day


class Calendar:
    """Calendar of one home."""

    def __init__(self, home: Whereabouts) -> None:
        self.home = home

    def zone(self, entry: Entry) -> ZoneInfo:
        """The wall clock this entry is read on."""
        return zone_of(entry.zone or self.home.zone)

    def next_after(self, entry: Entry, after: datetime) -> datetime | None:
        """The first moment later than `after`; None where it will not come, or by itself."""
        if entry.state is EntryState.DONE:
            return None
        single = self._single(entry)
        if single is not None or not isinstance(entry.timing, Recurring | BySun):
            return single if single is not None and single > after else None
        begin = after.astimezone(self.zone(entry)).date() - 2 * _DAY
        days = (begin + n * _DAY for n in range(LOOK_AHEAD_DAYS))
        return next((due for due in self._on(entry, days) if due > after), None)

    def last_until(self, entry: Entry, after: datetime, until: datetime) -> datetime | None:
        """The last moment later than `after` and not later than `until`."""
        if entry.state is EntryState.DONE:
            return None
        single = self._single(entry)
        if single is not None or not isinstance(entry.timing, Recurring | BySun):
            return single if single is not None and after < single <= until else None
        last = until.astimezone(self.zone(entry)).date() + 2 * _DAY
        reach = min(LOOK_AHEAD_DAYS, (until - after).days + 6)
        days = (last - n * _DAY for n in range(reach))
        found = next((due for due in self._on(entry, days) if due <= until), None)
        return found if found is not None and found > after else None

    def _single(self, entry: Entry) -> datetime | None:
        """The one moment of what is for once."""
        timing = entry.timing
        if (moment := one_moment(entry)) is not None:
            return moment
        if isinstance(timing, BySun) and timing.days is None:
            begin = entry.created_at.astimezone(self.zone(entry)).date() - _DAY
            days = (begin + n * _DAY for n in range(LOOK_AHEAD_DAYS))
            moments = self._on(entry, days)
            return next((due for due in moments if due > entry.created_at), None)
        return None

    def _on(self, entry: Entry, days: Iterator[date]) -> Iterator[datetime]:
        """The moments of these days, where there are any."""
        timing, zone = entry.timing, self.zone(entry)
        assert isinstance(timing, Recurring | BySun)
        for day in days:
            if timing.days is not None and not self._holds(timing.days, day):
                continue
            if isinstance(timing, Recurring):
                due = instant_of(day, timing.at, zone)
            else:
                due = self.sun(timing.sun, day, zone)
                due = None if due is None else due + timedelta(seconds=timing.offset_s)
            if due is not None:
                yield due

    def _holds(self, days: Days, day: date) -> bool:
        if not days.has(day):
            return False
        if days.holidays is Holidays.LIKE_ANY_DAY:
            return True
        return self.is_holiday(day) is (days.holidays is Holidays.ONLY)

    def is_holiday(self, day: date) -> bool:
        """Whether it is a public holiday in the home's country."""
        country = self.home.country
        return bool(country) and day in _holidays_of(country, day.year)

    def sun(self, event: SunEvent, day: date, zone: ZoneInfo) -> datetime | None:
        """When the sun does this on a day; None where it does not (polar day and night). Raises
        `SunUnknown`."""
        if self.home.latitude is None or self.home.longitude is None:
            raise SunUnknown("the home's latitude and longitude are not configured")
        return _sun(event, day, zone, self.home.latitude, self.home.longitude)

    def is_dark(self, at: datetime) -> bool:
        """Whether the sun is down, or so low that a room without a lamp is dim; all day in the
        polar night. Not so where the home's place is not known."""
        latitude, longitude = self.home.latitude, self.home.longitude
        if latitude is None or longitude is None:
            return False
        return not all(_is_up(at + off, latitude, longitude) for off in (-DIM_FOR, DIM_FOR))


@lru_cache(maxsize=64)
def _holidays_of(country: str, year: int) -> frozenset[date]:
    # A country's module is loaded when first asked for: none costs a start anything.
    from holidays import country_holidays

    try:
        return frozenset(country_holidays(country, years=year))
    except NotImplementedError:
        log.warning("no holidays are known of %r: every day is an ordinary one", country)
        return frozenset()


@lru_cache(maxsize=1024)
def _sun(
    event: SunEvent, day: date, zone: ZoneInfo, latitude: float, longitude: float
) -> datetime | None:
    try:
        found = _sun_functions()[event](latitude, longitude, day, zone)
    except ValueError:
        return None
    return found.astimezone(UTC).replace(microsecond=0)


def _is_up(at: datetime, latitude: float, longitude: float) -> bool:
    from astral import Observer, sun

    elevation = sun.elevation(Observer(latitude, longitude), at, with_refraction=False)
    return elevation > SUNRISE_DEG


_AskSun = Callable[[float, float, date, ZoneInfo], datetime]


@cache
def _sun_functions() -> dict[SunEvent, _AskSun]:
    from astral import Observer, sun

    def bound(ask: Any) -> _AskSun:
        return lambda latitude, longitude, day, zone: cast(
            datetime, ask(Observer(latitude, longitude), date=day, tzinfo=zone)
        )

    return {
        SunEvent.SUNRISE: bound(sun.sunrise),
        SunEvent.SUNSET: bound(sun.sunset),
        SunEvent.DAWN: bound(sun.dawn),
        SunEvent.DUSK: bound(sun.dusk),
        SunEvent.NOON: bound(sun.noon),
    }
