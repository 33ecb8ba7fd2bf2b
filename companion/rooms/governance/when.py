"""When いつ: reads the days and the time of which a purpose speaks, in both languages.

Days and times of the clock are read by the home's grammar, as in an order. The asking parts of the
purpose are read before its story.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from companion.ports.understanding import SaidTime
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.wish import wish_of
from companion.words.number import KANJI_DIGITS, kanji_number, with_digits
from companion.words.timing import Once, Recurring

_WEEKEND = re.compile(r"weekend|週末")
_SATURDAY = 5
_NEXT_WEEK = re.compile(r"next week(?!end)|来週")
_EVERY = re.compile(r"\bevery\b|\beach\b|\bdaily\b|毎|いつも")
_LAST = re.compile(r"\b(?:until|till|through|by)\b|まで")
_HOUR_ALONE = re.compile(
    r"\b(?:after|by|before|till|until) (?=\d{1,2}(?::\d\d)?\b"
    r"(?! (?:days?|nights?|weeks?|months?|hours?|minutes?|people|of)\b))"
)
"""Before an hour; the grammar of orders reads `at`."""


_LATE_HOUR = re.compile(
    r"\b(?:after|past|from) ([6-9]|1[01])\b(?! (?:days?|weeks?|in|am|pm|o'clock in))"
)
"""An hour from which something is over: nobody means the morning by `no television after ten`."""
_MORNING = re.compile(r"\b(?:morning|am|breakfast|school|work)\b|朝|午前")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """期間: the days for which a purpose is meant."""

    begin: datetime
    """Now, or midnight of a later day that it names."""
    last: datetime | None = None
    """Midnight of the last day; None where it goes on."""

    @property
    def day(self) -> datetime:
        """The day that it names, else that of its beginning."""
        return self.begin if self.last is None else self.last


def span_of(text: str, now: datetime, home: HomeView) -> Span:
    """Now without an end, where the text names no day or each day of its name; from now to the day
    of `until Friday`; else that day alone."""
    named = day_of(text, now, home)
    if named is None or says_every(text):
        return Span(begin=now)
    return Span(begin=now if _LAST.search(text.casefold()) else max(now, named), last=named)


def says_every(text: str) -> bool:
    """Whether what it asks for is meant for each day."""
    return _EVERY.search(wish_of(text).words.casefold()) is not None


def day_of(text: str, now: datetime, home: HomeView) -> datetime | None:
    """Midnight of the day that the text names, the next one of its name; None where it names
    none."""
    for said in _times(text, now, home):
        if said.has_day and isinstance(said.timing, Once):
            return on(said.timing.at.astimezone(now.tzinfo), 0)
    plain, today = text.casefold(), on(now, 0)
    if _NEXT_WEEK.search(plain):
        return today + timedelta(days=7 - now.weekday())
    weekend = timedelta(days=(_SATURDAY - now.weekday()) % 7 or 7)
    return today + weekend if _WEEKEND.search(plain) else None


def _times(text: str, now: datetime, home: HomeView) -> Iterator[SaidTime]:
    for part in (*wish_of(text).asked, text):
        yield from times_in(part, now, home)


def times_in(text: str, now: datetime, home: HomeView) -> tuple[SaidTime, ...]:
    """The times that a text names, in their order."""
    plain = with_digits(text.casefold())
    if not _MORNING.search(plain):
        plain = _LATE_HOUR.sub(r"at \1 in the evening", plain)
    return home.mentions(_HOUR_ALONE.sub("at ", plain), now).times


PARTS: tuple[tuple[str, int, int], ...] = (
    (r"\bbreakfast|\bmorning|朝", 7, 5),
    (r"\bnoon|\blunch|昼食|正午", 12, 2),
    (r"\bafternoon|午後", 13, 5),
    (r"\bby day\b|through the day|昼間|日中", 9, 9),
    (r"\bsunset|夕方|日没", 16, 3),
    (r"\bevening|\bdinner|\bsupper|夕食|夕べ|今晩", 18, 5),
    (r"\bnight|\bbedtime|夜|寝る前", 21, 10),
)
"""Parts of the day, the hour at which something for them begins, and how many hours they last."""
_BEFORE = re.compile(r"\b(?:by|before|till|until)\b|まで|前に")
LEAD = timedelta(minutes=30)
"""How long before a time that is named something is done, where it shall be done by then."""


def moment_of(text: str, span: Span, now: datetime, home: HomeView) -> datetime | None:
    """The moment at which to begin, by the time or the part of the day that the text names, on the
    first day of the span at which it is not past; None where it names none."""
    plain = text.casefold()
    found = next(clocks_in(text, now, home), None)
    if found is None:
        hour = next((hour for words, hour, _ in PARTS if re.search(words, plain)), None)
        return None if hour is None else _first(span, now, time(hour))
    at = _first(span, now, found)
    early = at - LEAD if _BEFORE.search(plain) else at
    return early if early > now else at


def clocks_in(text: str, now: datetime, home: HomeView) -> Iterator[time]:
    """The times of the clock that it names, those of the asking parts first."""
    for said in _times(text, now, home):
        if said.has_clock and isinstance(said.timing, Once | Recurring):
            at = said.timing.at
            yield at.astimezone(now.tzinfo).time() if isinstance(at, datetime) else at


def names_time(text: str, now: datetime, home: HomeView) -> bool:
    """Whether it names a time or a part of the day."""
    plain = text.casefold()
    named = any(re.search(words, plain) for words, *_ in PARTS)
    return named or next(clocks_in(text, now, home), None) is not None


_COUNTED = re.compile(
    rf"(?P<n>[0-9]{{1,2}}|[{''.join(KANJI_DIGITS)}十]) ?"
    r"(?P<of>days?|nights?|weeks?|日間|日ほど|泊|週間|晩)"
)
_LASTS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"fortnight|\bmonth\b|か月|ヶ月|今月|来月"), 14),
    (re.compile(r"\b(?:a|the|this|next|all|per) week\b|一週間|1週間|今週|来週"), 7),
    (re.compile(r"\b(?:few|couple of|several) (?:days|nights)|何日か|数日|しばらく"), 3),
)


def days_in(text: str, most: int) -> int:
    """The number of days for which it is meant, `most` at most; 1 where it tells none."""
    plain = with_digits(text.casefold())
    if (found := _COUNTED.search(plain)) is not None:
        number = kanji_number(found["n"])
        return min(most, number * (7 if found["of"].startswith(("week", "週")) else 1))
    return min(most, next((days for words, days in _LASTS if words.search(plain)), 1))


def _first(span: Span, now: datetime, at: time) -> datetime:
    found = on(span.begin, at.hour, at.minute)
    return found if found > now else found + timedelta(days=1)


def next_at(now: datetime, hour: int, minute: int = 0) -> datetime:
    """The next moment at this time of the day."""
    return next_on(now, now, hour, minute) or on(now + timedelta(days=1), hour, minute)


def next_on(day: datetime, now: datetime, hour: int, minute: int = 0) -> datetime | None:
    """This time on this day; None where it is past."""
    at = on(day, hour, minute)
    return at if at > now else None


def on(day: datetime, hour: int, minute: int = 0) -> datetime:
    """This time on this day."""
    return datetime.combine(day.date(), time(hour, minute), tzinfo=day.tzinfo)
