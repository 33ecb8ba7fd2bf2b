"""Puts together the times 時の言い方 that a sentence names, in both languages.

A language's module finds the marks (a day, a time of the day, a span); here neighbouring marks
are put together and become a `Timing`. What cannot be kept ("after the meeting") is said so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from companion.rooms.understanding.given import marks
from companion.words.timing import (
    EVERY_DAY,
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)

WEEKDAYS = frozenset(range(5))
WEEKEND = frozenset({5, 6})
PART_HOURS = {
    "morning": 7,
    "noon": 12,
    "afternoon": 15,
    "evening": 18,
    "night": 21,
    "dawn": 5,
    "midnight": 0,
}
"""The hour meant where only a part of the day is said; the reply tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """印: one thing said of when. Marks that follow one another add up."""

    start: int
    end: int
    day: date | None = None
    days: Days | None = None
    at: time | None = None
    part: str = ""
    exact: bool = False
    """The hour is of a 24 h clock, or am / pm was said."""
    after_s: float | None = None
    span_s: float | None = None
    """A length of time that is no time yet: a timer's, or how much longer."""
    sun: SunEvent | None = None
    offset_s: float = 0.0
    movement: tuple[Movement, str] | None = None
    timing: Timing | None = None
    """It stands for this timing, whatever was said."""
    impossible: bool = False
    until: bool = False
    """It says when it shall be over."""
    ends: bool = field(default=False)
    """Only the start or end of something: a length that says until when."""


@dataclass(frozen=True, slots=True)
class When:
    """いつ: a stretch of the sentence that says when. Neither timing nor span: impossible."""

    start: int
    end: int
    timing: Timing | None
    span_s: float | None = None
    """Seconds, where it is a length of time and no moment."""
    until: bool = False
    """When it shall be over, not when it shall be done."""
    has_clock: bool = True
    """False where only a day or a part of the day was said."""
    has_day: bool = False
    """True if a day was named."""


def given(text: str) -> Iterator[Mark]:
    """Marks of timings that were read before, from the home."""
    for start, end, timing in marks(text):
        yield Mark(start=start, end=end, timing=timing)


def put_together(
    marks: Iterable[Mark], text: str, between: Callable[[str], bool], now: datetime, *, woken: bool
) -> list[When]:
    """Join neighbouring marks; `between` tells what may stand between two of them. `woken`: an
    hour without am or pm is of the morning."""
    wholes: list[Mark] = []
    for group in _groups(sorted(marks, key=lambda m: (m.start, -m.end)), text, between):
        whole = group[0]
        for mark in group[1:]:
            whole = _added(whole, mark)
        wholes.append(whole)
    found: list[When] = []
    for whole in _told_in_two(wholes):
        when = _when(whole, now, woken)
        before = found[-1] if found else None
        found.append(_near(before, whole, when, now) if before is not None else when)
    return found


_HALF_A_DAY = timedelta(hours=12)


def _near(before: When, mark: Mark, when: When, now: datetime) -> When:
    """10 at night, and at 11: of an hour without am or pm the one nearest to the hour before it."""
    free = mark.at is not None and 1 <= mark.at.hour < 12 and not (mark.exact or mark.part)
    dated = mark.day is not None or mark.days is not None
    first, own = before.timing, when.timing
    if not free or dated or not (isinstance(first, Once) and isinstance(own, Once)):
        return when
    if not before.has_clock:
        return when
    begin = own.at.replace(year=first.at.year, month=first.at.month, day=first.at.day)
    ways = [begin.replace(hour=own.at.hour % 12) + _HALF_A_DAY * n for n in range(-2, 4)]
    nearest = min((w for w in ways if w > now), key=lambda w: (abs(w - first.at), -w.timestamp()))
    return replace(when, timing=Once(nearest))


def _told_in_two(wholes: list[Mark]) -> list[Mark]:
    """明日は早いから5時に: one day and one hour, with words between them, are one time."""
    days = [m for m in wholes if (m.day or m.days or m.part) and not (m.at or m.sun)]
    hours = [m for m in wholes if m.at and not (m.day or m.days)]
    if any(m.until for m in wholes) or len(days) != 1 or len(hours) != 1:
        return wholes
    both = replace(_added(days[0], hours[0]), impossible=False)
    one = {id(m): replace(both, start=m.start, end=m.end) for m in (days[0], hours[0])}
    return [one.get(id(m), m) for m in wholes]


def _groups(marks: Sequence[Mark], text: str, between: Callable[[str], bool]) -> list[list[Mark]]:
    groups: list[list[Mark]] = []
    for mark in marks:
        if groups and mark.start < groups[-1][-1].end:
            continue  # a longer mark began earlier
        near = groups and between(text[groups[-1][-1].end : mark.start])
        if near and _fits(groups[-1], mark):
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _fits(group: Sequence[Mark], mark: Mark) -> bool:
    """Two lengths of time, or a length and a moment, are two things said."""
    alone = (mark, *group)
    if any(m.timing or m.movement or m.impossible or m.after_s is not None for m in alone):
        return False
    if any(m.span_s is not None for m in alone):
        return False
    return not (mark.at and any(m.at for m in group))


def _added(one: Mark, other: Mark) -> Mark:
    return replace(
        one,
        end=max(one.end, other.end),
        day=one.day or other.day,
        days=one.days or other.days,
        at=one.at or other.at,
        part=one.part or other.part,
        exact=one.exact or other.exact,
        sun=one.sun or other.sun,
        offset_s=one.offset_s or other.offset_s,
        until=one.until or other.until,
    )


def _when(mark: Mark, now: datetime, woken: bool) -> When:
    if mark.impossible:
        return When(mark.start, mark.end, None)
    if mark.span_s is not None:
        return When(mark.start, mark.end, None, mark.span_s)
    timing = _timing(mark, now, woken)
    dated = mark.day is not None or mark.days is not None
    return When(mark.start, mark.end, timing, None, mark.until, _has_clock(mark), dated)


def _has_clock(mark: Mark) -> bool:
    told = mark.at is not None or mark.sun is not None or mark.after_s is not None
    return told or mark.timing is not None


def _timing(mark: Mark, now: datetime, woken: bool) -> Timing:
    if mark.timing is not None:
        return mark.timing
    if mark.movement is not None:
        return OnMovement(*mark.movement)
    if mark.after_s is not None:
        return After(mark.after_s)
    if mark.sun is not None:
        return BySun(mark.sun, mark.offset_s, mark.days)
    at = _of_day(mark, mark.days is not None, woken)
    if mark.days is not None:
        return Recurring(at, mark.days)
    return Once(_moment(mark, at, now, woken))


def _of_day(mark: Mark, recurring: bool, woken: bool) -> time:
    at = mark.at
    if at is None:
        return time(PART_HOURS.get(mark.part, 8))
    if mark.part in ("afternoon", "evening", "night") and 1 <= at.hour < 12:
        late = mark.part == "night" and at.hour <= 3
        return at if late else at.replace(hour=at.hour + 12)
    if mark.part in ("night", "midnight") and at.hour == 12:
        return at.replace(hour=0)
    dated = recurring or mark.day is not None
    if dated and not (mark.exact or mark.part or woken) and 1 <= at.hour <= LAST_OF_AFTERNOON:
        return at.replace(hour=at.hour + 12)
    return at


LAST_OF_AFTERNOON = 5
"""Thursday at three, 木曜の三時: up to this hour nobody means the night, unless it is to wake."""
_STILL_THIS_NIGHT = timedelta(hours=6)
"""At ten in the evening, `at two` is of the night that begins; at three in the afternoon it is of
tomorrow's afternoon."""
_TO_MIDNIGHT = timedelta(hours=9)
"""From three in the afternoon on, `at twelve` is midnight."""


def _moment(mark: Mark, at: time, now: datetime, woken: bool) -> datetime:
    day = mark.day or now.date()
    moment = datetime.combine(day, at, now.tzinfo)
    if mark.day is not None and mark.day != now.date():
        return moment
    if moment > now:
        return moment
    free = not (mark.exact or mark.part or woken) and 1 <= at.hour <= 12
    later = moment + _HALF_A_DAY
    if free and later > now and (at.hour < 12 or later - now <= _TO_MIDNIGHT):
        return later
    moment += timedelta(days=1)
    of_night = free and at.hour <= LAST_OF_AFTERNOON and moment - now > _STILL_THIS_NIGHT
    return moment + _HALF_A_DAY if of_night else moment


def next_weekday(today: date, weekday: int, *, weeks: int = 0) -> date:
    """The next such day after today; with `weeks`, that of so many calendar weeks on."""
    if weeks:
        monday = today - timedelta(days=today.weekday())
        return monday + timedelta(days=weekday, weeks=weeks)
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def month_day(today: date, month: int | None, day: int) -> date | None:
    """The next such date; None where there is none."""
    for ahead in range(14):
        number = today.month - 1 + ahead
        year, of_year = today.year + number // 12, number % 12 + 1
        if month not in (None, of_year):
            continue
        try:
            found = date(year, of_year, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def days_of(weekdays: Iterable[int], *, holidays_off: bool = False) -> Days:
    """The days a rule holds on."""
    kept = frozenset(weekdays) or EVERY_DAY
    return Days(kept, Holidays.SKIPPED if holidays_off else Holidays.LIKE_ANY_DAY)
