"""Times that lie behind, as people say them: "yesterday", "last summer", 先週, 三月, 2023年5月8日.

Only the past: the understanding room reads when something shall be done.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from companion.phrases.calendar import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_JA
from companion.ports.episodes import Span
from companion.words.number import kanji_number

_MONTHS = tuple(name.lower() for name in MONTHS_EN)
_DAYS = tuple(name.lower() for name in WEEKDAYS_EN)
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12,
            "春": 3, "夏": 6, "秋": 9, "冬": 12}  # fmt: skip
"""First month, on the northern half of the earth."""
_NUMBER = r"[0-9〇一二三四五六七八九十]{1,4}"
_NUMBERS_EN = {"one": 1, "a": 1, "an": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4,
               "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}  # fmt: skip
_COUNT_EN = "|".join(sorted(_NUMBERS_EN, key=len, reverse=True))
_MONTH_EN = "|".join(_MONTHS)
_FEW_DAYS = timedelta(days=1)


def span_in(text: str, now: datetime) -> Span | None:
    """The span that a question names, the most exact one where it names several; None where it
    names none. Nothing of it lies after `now`."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    found = [one for one in _spans(plain, today) if one.start <= now]
    return min(found, key=lambda one: one.end - one.start, default=None)


def past_days(text: str, today: date) -> tuple[date, date] | None:
    """The first and the last day of a time that a question names and that began before today; None
    where it names none."""
    span = span_in(text, datetime.combine(today, time.max, UTC))
    if span is None or span.start.date() >= today:
        return None
    return span.start.date(), (span.end - timedelta(seconds=1)).date()


def _spans(text: str, today: datetime) -> Iterator[Span]:
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            try:
                span = read(match, today)
            except (ValueError, OverflowError):  # the 31st of February, 9999 years ago
                continue
            if span is not None:
                yield span


def _days(start: datetime, days: int = 1) -> Span:
    return Span(start, start + timedelta(days=days))


def _month(year: int, month: int, today: datetime) -> Span:
    start = today.replace(year=year, month=month, day=1)
    return Span(start, (start + timedelta(days=32)).replace(day=1))


def _latest(month: int, today: datetime, day: int = 1) -> int:
    """The year of the latest such day that has come."""
    return today.year - ((month, day) > (today.month, today.day))


def _date(year: int | None, month: int, day: int, today: datetime) -> Span:
    if year is None:
        year = _latest(month, today, day)
    return _days(today.replace(year=year, month=month, day=day))


def _weeks_ago(weeks: int, today: datetime) -> Span:
    return _days(today - timedelta(days=today.weekday() + 7 * weeks), 7)


def _months_ago(months: int, today: datetime) -> Span:
    count = today.year * 12 + today.month - 1 - months
    return _month(count // 12, count % 12 + 1, today)


def _year(year: int, today: datetime) -> Span:
    start = today.replace(year=year, month=1, day=1)
    return Span(start, start.replace(year=year + 1))


def _season(first_month: int, years_back: int, today: datetime) -> Span:
    year = _latest(first_month, today) - years_back
    start = today.replace(year=year, month=first_month, day=1)
    return Span(start, (start + timedelta(days=95)).replace(day=1))


def _ago(count: int, unit: str, today: datetime) -> Span:
    """So long ago, give or take: people round."""
    days = count * {"d": 1, "w": 7, "m": 30, "y": 365}[unit]
    slack = timedelta(days=max(0, days // 5)) if unit != "d" else timedelta()
    start = today - timedelta(days=days)
    return Span(start - slack, start + slack + _FEW_DAYS)


def _weekday(which: int, today: datetime, *, weeks: int = 0) -> Span:
    back = (today.weekday() - which) % 7 or 7
    return _days(today - timedelta(days=back + 7 * weeks))


_Reader = Callable[["re.Match[str]", datetime], Span | None]


def _count(text: str) -> int:
    return _NUMBERS_EN[text] if text in _NUMBERS_EN else int(text)


_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        # English
        (r"\b(?:this morning|tonight|(?<!ago )today)\b", lambda m, t: _days(t)),
        (r"(?<!before )\b(?:yesterday|last night)\b", lambda m, t: _days(t - timedelta(days=1))),
        (r"\bday before yesterday\b", lambda m, t: _days(t - timedelta(days=2))),
        (r"\bthis week\b", lambda m, t: _weeks_ago(0, t)),
        (r"\blast week\b", lambda m, t: _weeks_ago(1, t)),
        (r"\bweek before last\b", lambda m, t: _weeks_ago(2, t)),
        (
            r"\b(?:last|at the|on the|over the) weekend\b",
            lambda m, t: _days(_weekday(5, t).start, 2),
        ),
        (r"\bthis month\b", lambda m, t: _months_ago(0, t)),
        (r"\blast month\b", lambda m, t: _months_ago(1, t)),
        (r"\bthis year\b", lambda m, t: _year(t.year, t)),
        (r"\blast year\b", lambda m, t: _year(t.year - 1, t)),
        (rf"\b(?:last|on) ({'|'.join(_DAYS)})\b", lambda m, t: _weekday(_DAYS.index(m[1]), t)),
        (
            r"\b(last|this|in the) (spring|summer|autumn|fall|winter)\b",
            lambda m, t: _season(_SEASONS[m[2]], 0, t),
        ),
        (
            rf"\b([0-9]{{1,3}}|{_COUNT_EN}) (day|week|month|year)s? ago\b",
            lambda m, t: _ago(_count(m[1]), m[2][0], t),
        ),
        (
            rf"\b([0-9]{{1,3}}|{_COUNT_EN}) years? ago today\b",
            lambda m, t: _date(t.year - _count(m[1]), t.month, t.day, t),
        ),
        (
            rf"\b(?:in|last|of|during|since|early|late|mid) ({_MONTH_EN})(?: ([0-9]{{4}}))?\b",
            lambda m, t: _month(
                int(m[2]) if m[2] else _latest(_MONTHS.index(m[1]) + 1, t),
                _MONTHS.index(m[1]) + 1,
                t,
            ),
        ),
        (
            rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH_EN})(?:,? ([0-9]{{4}}))?\b",
            lambda m, t: _date(int(m[3]) if m[3] else None, _MONTHS.index(m[2]) + 1, int(m[1]), t),
        ),
        (
            rf"\b({_MONTH_EN}) ([0-9]{{1,2}})(?:st|nd|rd|th)?\b(?:,? ([0-9]{{4}}))?",
            lambda m, t: _date(int(m[3]) if m[3] else None, _MONTHS.index(m[1]) + 1, int(m[2]), t),
        ),
        (r"\b(?:in )((?:19|20)\d\d)\b", lambda m, t: _year(int(m[1]), t)),
        # Any
        (
            r"\b([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})\b",
            lambda m, t: _date(int(m[1]), int(m[2]), int(m[3]), t),
        ),
        # Japanese
        (r"(?<!年前の)今日|今朝|本日|(?<!年前の)きょう|けさ", lambda m, t: _days(t)),
        (r"昨日|昨夜|昨晩|ゆうべ|夕べ|きのう", lambda m, t: _days(t - timedelta(days=1))),
        (r"一昨日|おととい", lambda m, t: _days(t - timedelta(days=2))),
        (r"今週", lambda m, t: _weeks_ago(0, t)),
        (r"(?<!先)先週(?!末)", lambda m, t: _weeks_ago(1, t)),
        (r"先々週|先先週", lambda m, t: _weeks_ago(2, t)),
        (r"先週末|この前の週末", lambda m, t: _days(_weekday(5, t).start, 2)),
        (r"今月", lambda m, t: _months_ago(0, t)),
        (r"先月", lambda m, t: _months_ago(1, t)),
        (r"先々月", lambda m, t: _months_ago(2, t)),
        (r"今年|ことし", lambda m, t: _year(t.year, t)),
        (r"(?<!一)(?:去年|昨年|きょねん)(?!の[春夏秋冬])", lambda m, t: _year(t.year - 1, t)),
        (r"一昨年|おととし", lambda m, t: _year(t.year - 2, t)),
        (
            rf"(?:先週|この前|前)の([{WEEKDAYS_JA}])曜",
            lambda m, t: _weekday(WEEKDAYS_JA.index(m[1]), t),
        ),
        (
            r"(去年の|昨年の|この|今年の|先の)?(春|夏|秋|冬)(?:に|は|の|、|頃|ごろ|休み)",
            lambda m, t: _season(
                _SEASONS[m[2]], int((m[1] or "") in ("去年の", "昨年の") and _came(m[2], t)), t
            ),
        ),
        (
            rf"({_NUMBER})(日|週間|か月|ヶ月|ヵ月|カ月|年)前",
            lambda m, t: _ago(
                kanji_number(m[1]), {"日": "d", "週": "w", "年": "y"}.get(m[2][0], "m"), t
            ),
        ),
        (
            rf"({_NUMBER})年前の(?:今日|きょう)",
            lambda m, t: _date(t.year - kanji_number(m[1]), t.month, t.day, t),
        ),
        (
            rf"(?:({_NUMBER})年)?({_NUMBER})月({_NUMBER})日",
            lambda m, t: _date(
                kanji_number(m[1]) if m[1] else None, kanji_number(m[2]), kanji_number(m[3]), t
            ),
        ),
        (
            rf"(?:({_NUMBER})年)?(?<![0-9一二三四五六七八九十か])({_NUMBER})月(?!曜|{_NUMBER}日)",
            lambda m, t: _month(
                kanji_number(m[1]) if m[1] else _latest(kanji_number(m[2]), t),
                kanji_number(m[2]),
                t,
            ),
        ),
        (r"((?:19|20)\d\d)年(?!\d|前)", lambda m, t: _year(int(m[1]), t)),
    )
)


def _came(season: str, today: datetime) -> bool:
    """True if this year's season of that name has begun: last year's is then the one before."""
    return _latest(_SEASONS[season], today) == today.year
