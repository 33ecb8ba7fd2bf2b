"""When いつ: reads the days of which a purpose speaks, in both languages."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from companion.words.number import kanji_number

_DAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS_JA = "月火水木金土日"
_SOON: tuple[tuple[str, int], ...] = (
    (r"day after tomorrow|あさって|明後日", 2),
    (r"tomorrow|あした|明日", 1),
    (r"\btoday\b|\btonight\b|今日|きょう|今夜|今晩", 0),
)
_WEEKEND = re.compile(r"weekend|週末")
_NEXT_WEEK = re.compile(r"next week(?!end)|来週")
_EVERY = re.compile(r"\bevery\b|\beach\b|\bdaily\b|毎|いつも")
_LAST = re.compile(r"\b(?:until|till|through|by)\b|まで")


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


def span_of(text: str, now: datetime) -> Span:
    """Now without an end, where the text names no day or each day of its name; from now to the day
    of `until Friday`; else that day alone."""
    named, plain = day_of(text, now), text.casefold()
    if named is None or _EVERY.search(plain):
        return Span(begin=now)
    return Span(begin=now if _LAST.search(plain) else max(now, named), last=named)


def says_every(text: str) -> bool:
    """Whether it is meant for each day."""
    return _EVERY.search(text.casefold()) is not None


def day_of(text: str, now: datetime) -> datetime | None:
    """Midnight of the day that the text names, the next one of its name; None where it names
    none."""
    plain = text.casefold()
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for pattern, days in _SOON:
        if re.search(pattern, plain):
            return today + timedelta(days=days)
    weekday = _weekday(plain)
    if weekday is None:
        monday = today + timedelta(days=7 - now.weekday())
        return monday if _NEXT_WEEK.search(plain) else None
    return today + timedelta(days=(weekday - now.weekday()) % 7 or 7)


def _weekday(plain: str) -> int | None:
    for number, name in enumerate(_DAYS_EN):
        if re.search(rf"\b{name}", plain):
            return number
    found = re.search(rf"([{_DAYS_JA}])(?:曜|よう)", plain)
    if found is not None:
        return _DAYS_JA.index(found[1])
    return 5 if _WEEKEND.search(plain) else None


_NUMBERS_EN = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_CLOCK_EN = re.compile(
    rf"\b(?:at|by|before|from|after|till|until|around|about) (\d{{1,2}}|{'|'.join(_NUMBERS_EN)})\b"
    r"(?::(\d\d))?(?: ?(am|pm)\b)?(?! (?:days?|weeks?|months?|people|of)\b)"
)
_CLOCK_JA = re.compile(r"(午前|午後|朝|昼|夜|夕方)?の?(\d{1,2})時(?:(\d{1,2})分|(半))?(?!間)")
_PARTS: tuple[tuple[str, int], ...] = (
    (r"\bbreakfast|\bmorning|朝", 7),
    (r"\bnoon|\blunch|昼食|正午", 12),
    (r"\bafternoon|午後", 13),
    (r"\bby day\b|through the day|昼間|日中", 9),
    (r"\bsunset|夕方|日没", 16),
    (r"\bevening|\bdinner|\bsupper|夕食|夕べ|今晩", 18),
    (r"\bnight|\bbedtime|夜|寝る前", 21),
)
_LATE = re.compile(r"\b(?:night|evening|afternoon|dinner|tonight)|夜|晩|夕|午後")
_BEFORE = re.compile(r"\b(?:by|before|till|until)\b|まで|前に")
_DEEP_NIGHT = re.compile(
    r"\b(?:tonight|night|asleep|in the small hours)\b|夜中|深夜|未明|今夜|今晩"
)
_SMALL_HOURS = 5
"""Before this hour a time of a night is one after midnight."""
LEAD = timedelta(minutes=30)
"""How long before a time that is named something is done, where it shall be done by then."""


def moment_of(text: str, span: Span, now: datetime) -> datetime | None:
    """The moment at which to begin, by the time or the part of the day that the text names, on the
    first day of the span at which it is not past; None where it names none."""
    plain = text.casefold()
    found = _clock(plain)
    if found is None:
        hour = next((hour for words, hour in _PARTS if re.search(words, plain)), None)
        return None if hour is None else _first(span, now, time(hour))
    at = _first(span, now, found)
    early = at - LEAD if _BEFORE.search(plain) else at
    return early if early > now else at


def names_time(text: str) -> bool:
    """Whether it names a time or a part of the day."""
    plain = text.casefold()
    return _clock(plain) is not None or any(re.search(words, plain) for words, _ in _PARTS)


_NUMBERS_JA = "一二三四五六七八九十"
_COUNTED = re.compile(
    rf"(?P<n>[0-9]{{1,2}}|{'|'.join(_NUMBERS_EN)}|[{_NUMBERS_JA}]) ?"
    r"(?P<of>days?|nights?|weeks?|日間|日ほど|泊|週間|晩)"
)
_LASTS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"fortnight|\bmonth\b|か月|ヶ月|今月|来月"), 14),
    (re.compile(r"\b(?:a|the|this|next|all|per) week\b|一週間|1週間|今週|来週"), 7),
    (re.compile(r"\b(?:few|couple of|several) (?:days|nights)|何日か|数日|しばらく"), 3),
)


def days_in(text: str, most: int) -> int:
    """The number of days for which it is meant, `most` at most; 1 where it tells none."""
    plain = text.casefold()
    if (found := _COUNTED.search(plain)) is not None:
        number = _number(found["n"])
        return min(most, number * (7 if found["of"].startswith(("week", "週")) else 1))
    return min(most, next((days for words, days in _LASTS if words.search(plain)), 1))


def _number(name: str) -> int:
    """A small number in words of either language, or in digits."""
    if name in _NUMBERS_EN:
        return _NUMBERS_EN.index(name) + 1
    return kanji_number(name)


def _clock(plain: str) -> time | None:
    if (ja := _CLOCK_JA.search(plain)) is not None:
        hour, minute = int(ja[2]), 30 if ja[4] else int(ja[3] or 0)
        late = ja[1] in ("午後", "夜", "夕方") or (ja[1] is None and hour < 7)
    elif (en := _CLOCK_EN.search(plain)) is not None:
        number = en[1]
        named = number in _NUMBERS_EN
        hour = _NUMBERS_EN.index(number) + 1 if named else int(number)
        minute = int(en[2] or 0)
        late = en[3] == "pm" or (en[3] is None and _LATE.search(plain) is not None)
    else:
        return None
    if late and hour < 12 and not (hour < _SMALL_HOURS and _DEEP_NIGHT.search(plain)):
        hour += 12
    return time(hour % 24, minute) if hour <= 24 and minute < 60 else None


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
