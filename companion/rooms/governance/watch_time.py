"""Watch time 見守る時間: reads from when to when a purpose wants something watched over."""

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple

from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.when import (
    PARTS,
    clocks_in,
    day_of,
    days_in,
    moment_of,
    on,
    span_of,
)
from companion.words.number import with_digits

MOST_DAYS = 14
_DAY = timedelta(days=1)
_UNTIL_HOUR = re.compile(
    r"\b(?:until|till) (?:about |around )?[0-9]{1,2}\b(?! (?:days?|nights?|weeks?|of)\b)"
    r"|時.{0,4}まで"
)
_UNTIL, _THEN = re.compile(r"\b(?:until|till) (?:the )?$"), re.compile(r"^.{0,3}まで")
"""Before and behind a part of the day at which it is over."""
_RANGE = re.compile(
    r"\b(?:from|after|since)\b.*\b(?:to|until|till)\b|\bbetween\b.*\band\b"
    r"|(?:から|以降).*(?:まで|間|あいだ)|[〜~]"
)
_JOINS = re.compile(r"から|以降|[〜~]|\b(?:to|until|till|and)\b")
"""Between the two ends of a range."""
_THIS_NIGHT = re.compile(r"\btonight\b|今晩|今夜")
"""The night that comes, till its morning; for other tasks this is the evening."""
_REST = timedelta(minutes=30)
"""A watch from one hour on ends so long before that hour of the next day, so that the next watch of
the same purpose is made in time."""


def watch_time(text: str, now: datetime, home: HomeView) -> tuple[datetime, datetime]:
    """From the time or part of the day that it names to the end of it, on as many days as it names;
    a day from now on where it names none. Within such a time it begins now."""
    span, more = span_of(text, now, home), _DAY * (days_in(text, MOST_DAYS) - 1)
    soon, plain = max(now, span.begin), _THIS_NIGHT.sub("at night", text.casefold())
    parts, joined = _parts(plain), _JOINS.search(plain)
    clocks = _clocks(plain, now, home)
    if len(clocks) == 1 and joined:
        # A part of the day behind it does not tell which eleven is meant: 夜11時から朝まで
        clocks = _clocks(plain[: joined.start()], now, home) or clocks
    if clocks:
        ends = len(clocks) == 1 and joined is not None
        parts = [part for part in parts if ends and joined and part.stands > joined.start()]
    marks = [*clocks, *(time(part.hour) for part in parts)]
    if (ranged := _RANGE.search(plain)) and len(marks) > 1:
        lasts = _between(marks[0], marks[-1])
        if span.last is not None:
            named = day_of(_before_join(plain, ranged.start()), now, home)
            # Named only behind the first end, it is the day of the last: from 9 pm to 6 am tomorrow
            soon = named or on(span.last, marks[-1].hour, marks[-1].minute) - lasts
        return _running(marks[0], lasts, now, soon, more)
    if marks and (_UNTIL_HOUR.search(with_digits(plain)) if clocks else parts[0].ends):
        return soon, soon + _between(soon.time(), marks[0]) + more
    if parts and not clocks:
        lasts = timedelta(hours=parts[0].hours)
        return _running(time(parts[0].hour), lasts, now, soon, more)
    begin = moment_of(text, span, now, home) or soon
    return begin, begin + _DAY + more - (_REST if clocks else timedelta(0))


def _clocks(plain: str, now: datetime, home: HomeView) -> list[time]:
    return [*dict.fromkeys(clocks_in(plain, now, home))]


def _before_join(plain: str, ranged: int) -> str:
    joined = _JOINS.search(plain, ranged)
    return plain if joined is None else plain[: joined.start()]


class _Part(NamedTuple):
    """A part of the day that a text names."""

    stands: int
    """Place in the text."""
    hour: int
    hours: int
    ends: bool
    """It is over then: until evening."""


def _parts(plain: str) -> list[_Part]:
    return sorted(
        _Part(
            match.start(),
            hour,
            hours,
            bool(_UNTIL.search(plain[: match.start()]) or _THEN.match(plain[match.end() :])),
        )
        for words, hour, hours in PARTS
        if (match := re.search(words, plain)) is not None
    )


def _between(begin: time, end: time) -> timedelta:
    day = datetime(2000, 1, 1)
    return (datetime.combine(day, end) - datetime.combine(day, begin)) % _DAY or _DAY


def _running(
    at: time, lasts: timedelta, now: datetime, day: datetime, more: timedelta
) -> tuple[datetime, datetime]:
    """The stretch of this length that begins on a later day; else the one that runs, or the
    next."""
    begin = on(day if day > now else now - _DAY, at.hour, at.minute)
    while begin + lasts <= now:
        begin += _DAY
    return max(begin, now), begin + lasts + more
