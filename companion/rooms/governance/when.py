"""When いつ: reads the days of which a purpose speaks, in both languages."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

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
