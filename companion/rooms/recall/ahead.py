"""Reads of a statement whether it speaks of a day: "the dentist is on Tuesday", 土曜は大会.

A day is named by its distance from the day of the statement, by its weekday, which is the next
one, by its date, or as one of every week.
"""

import re
from datetime import date, datetime, timedelta, tzinfo

from companion.phrases.calendar import DAYS_FROM_NOW, WEEKDAYS_EN, WEEKDAYS_JA
from companion.rooms.recall.due import dates_in
from companion.words.episode import Episode

_NAMED = sorted((word for word, days in DAYS_FROM_NOW.items() if days >= 0), key=len, reverse=True)
_NEAR = re.compile(
    "|".join(rf"\b{word}\b" if word.isascii() else word for word in _NAMED), re.IGNORECASE
)
_WEEKDAY = re.compile(
    r"(?P<over>\b(?:last|since)\s+|先週の?|この前の?)?"
    r"(?P<far>\bnext (?:week,? )?(?:on )?|来週の?)?"
    rf"(?P<every>\bevery\s+|毎週の?)?(?:\b(?P<en>{'|'.join(WEEKDAYS_EN)})(?P<each>s)?\b"
    rf"|(?<![一-龥])(?P<ja>[{WEEKDAYS_JA}])曜日?)",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"^(?!.*(?:\b(?:is|are|will|going|tomorrow|next)\b|明日|あした|あさって|来週))"
    r"(?:.*\b(?:was|were|had|went|did|came)\b|.*[^だ](?:た|ました|だった|でした)(?:よ|ね|な|わ)*[。！!]*$)",
    re.IGNORECASE,
)
"""It tells of something that has been."""
_PLANNED = re.compile(
    r"\d|\b(?:at|by|from) \w+|\b(?:morning|afternoon|evening|noon|tonight|coming|going|will"
    r"|have (?:to|an?)|appointment|party|due)\b|時|半|朝|昼|夕|晩|夜|予定|約束|用事|来る|行く|ある",
    re.IGNORECASE,
)
"""It tells of a plan for the same day."""
_CLOCK = re.compile(
    r"\b(?:at|by|around) (?:\d|noon|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve)|[0-9一二三四五六七八九十]時(?!間)",
    re.IGNORECASE,
)


def is_about(told: Episode, day: date, zone: tzinfo) -> bool:
    """Whether a statement tells of something on this day."""
    at, text = told.at.astimezone(zone), told.text.strip()
    if _OVER.search(text):
        return False
    near = [DAYS_FROM_NOW[found[0].casefold()] for found in _NEAR.finditer(text)]
    named = [*_WEEKDAY.finditer(text)]
    dates = [one.date() for one in dates_in(told, zone)]
    if not (near or named or dates):  # "they come at six", said in the morning
        return at.date() == day and _CLOCK.search(text) is not None
    if 0 in near and not _PLANNED.search(text):
        near.remove(0)  # "I am tired today"
    return (
        day in dates
        or any(at.date() + timedelta(days=days) == day for days in near)
        or any(_is_on(found, at, day) for found in named)
    )


def day_named(text: str, now: datetime) -> date | None:
    """The day from today on that a question names first; None where it names none."""
    near, weekday = _NEAR.search(text), _WEEKDAY.search(text)
    if near is not None:
        return now.date() + timedelta(days=DAYS_FROM_NOW[near[0].casefold()])
    return _next(weekday, now) if weekday is not None and not weekday["over"] else None


def _is_on(found: re.Match[str], at: datetime, day: date) -> bool:
    if found["over"]:
        return False
    if found["every"] or found["each"]:
        return day.weekday() == _number(found) and day >= at.date()
    return _next(found, at) == day


def _next(found: re.Match[str], at: datetime) -> date:
    """The next such day, today too; of the coming week where that is said."""
    if found["far"]:
        monday = at.date() + timedelta(days=7 - at.weekday())
        return monday + timedelta(days=_number(found))
    return at.date() + timedelta(days=(_number(found) - at.weekday()) % 7)


def _number(found: re.Match[str]) -> int:
    if found["en"]:
        return [name.casefold() for name in WEEKDAYS_EN].index(found["en"].casefold())
    return WEEKDAYS_JA.index(found["ja"])
