"""Reads whether a statement can be of the time that a question names: of a day that is over, or of
the next time, which has to lie ahead."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo

from companion.phrases.calendar import MONTHS_EN
from companion.rooms.recall.asked import Asked, asked_of, plain
from companion.rooms.recall.past import span_in
from companion.rooms.recall.rerank import stems
from companion.words.episode import Episode
from companion.words.number import kanji_number

NEXT = re.compile(r"\bnext\b(?! door)|次(?!の日|いで)")
"""Asks for the time that lies ahead."""
_DAY_NAMED = re.compile(
    r"\b(?:this morning|tonight|today|yesterday|last night|day before yesterday)\b|"
    r"今日|今朝|けさ|きょう|昨日|きのう|昨夜|ゆうべ|一昨日|おととい"
)
"""One day, by its distance from the question."""
_WAS = re.compile(
    r"^(?:wh\w+|how)\b.{0,20}\b(?:was|were|did|had)\b|"
    r"(?:何|誰|どこ|どう|いくつ|いくら).*(?:た|だ)(?:の|っけ|か|[?？。]|$)"
)
"""The question is of something that happened."""
_OVER = re.compile(r"\b(?:did|was|were)\b|た(?:の|ん|っけ|か|[?？。]|$)")
"""Something that happened was told on its day."""
_NUMBER = r"[0-9]{1,2}|[一二三四五六七八九十]{1,3}"
_DATE_JA = re.compile(rf"(?:({_NUMBER})月)?({_NUMBER})日(?!間|前|目|お)")
_MONTHS = [name.lower() for name in MONTHS_EN]
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_TENS = {"twenty": 20, "thirty": 30}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
_ORDINAL = rf"(?:(?:twenty|thirty)-)?(?:{'|'.join(_ORDINALS)})"
_DATE_EN = re.compile(
    rf"\b(?:(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)|the (?P<word>{_ORDINAL})|(?P<plain>[0-9]{{1,2}})"
    rf"(?= (?:{_MONTH})))(?: of)?(?: (?P<month>{_MONTH}))?\b"
    rf"|\b(?P<before>{_MONTH}) (?:the )?(?P<after>[0-9]{{1,2}})(?:st|nd|rd|th)?\b"
)
_AHEAD = timedelta(days=200)
"""A date without its year is the next such day within so long, else one that is over."""


def is_over(question: str) -> bool:
    """Whether a question is of something that has happened."""
    return _OVER.search(plain(question)) is not None


def came_about(question: str, plan: Episode, others: Iterable[Episode], zone: tzinfo) -> Episode:
    """The statement of the planned day that tells of a thing: "we lost the debate"; the plan
    itself where a question is of no day that is over, or nothing tells of it."""
    days = {day.date() for day in dates_in(plan, zone)} if is_over(question) else set()
    words = frozenset(stems(plan.text))
    for one in others:
        on_the_day = one.at > plan.at and one.at.astimezone(zone).date() in days
        if on_the_day and words.intersection(stems(one.text)):
            return one
    return plan


def asks_of_one_day(question: str) -> bool:
    """Whether a question is of one day that has come: "this morning", 昨日."""
    said = plain(question)
    was = _DAY_NAMED.search(said) is not None and _WAS.search(said) is not None
    return was and asked_of(question) is not Asked.TIME


def is_of_that_day(question: str, episode: Episode, moment: datetime) -> bool:
    """Whether a statement can be of the day that a question names: it was made since then, or it
    names a day itself."""
    span = span_in(question, moment)
    if span is None or episode.at >= span.start:
        return True
    return any(one.date() == span.start.date() for one in dates_in(episode, moment.tzinfo))


def lies_behind(episode: Episode, moment: datetime) -> bool:
    """Whether every date of a statement is over."""
    dates = list(dates_in(episode, moment.tzinfo))
    return bool(dates) and all(one.date() < moment.date() for one in dates)


def dates_in(episode: Episode, zone: tzinfo | None) -> Iterable[datetime]:
    """The dates that a statement names by their day of the month, from the day it was made."""
    at = episode.at.astimezone(zone) if zone is not None else episode.at
    text = plain(episode.text)
    for match in _DATE_JA.finditer(text):
        month = kanji_number(match[1]) if match[1] else None
        yield from _dated(month, kanji_number(match[2]), at)
    for match in _DATE_EN.finditer(text):
        named = (match["month"] or match["before"] or "")[:3]
        month = 1 + [one[:3] for one in _MONTHS].index(named) if named else None
        yield from _dated(month, _day_of(match), at)


def _day_of(match: re.Match[str]) -> int:
    digits = match["day"] or match["plain"] or match["after"]
    if digits:
        return int(digits)
    tens, _, ones = match["word"].rpartition("-")
    return _TENS.get(tens, 0) + _ORDINALS[ones]


def _dated(month: int | None, day: int, at: datetime) -> Iterable[datetime]:
    """The day nearest ahead, or that of this year where it is long ahead."""
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    for step in range(13):
        number = start.year * 12 + start.month - 1 + step
        year, of = divmod(number, 12)
        if month is not None and month != of + 1:
            continue
        try:
            found = start.replace(year=year, month=of + 1, day=day)
        except ValueError:
            continue
        if found >= start:
            over = found - start > _AHEAD
            yield found.replace(year=found.year - 1) if over else found
            return
