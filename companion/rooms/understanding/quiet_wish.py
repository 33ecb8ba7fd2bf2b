"""A wish for quiet 静かにという望み asks the companion to say nothing aloud for a time, or ends it.

"Keep quiet till noon", 2時間しゃべらないで, "you can talk again". The sentence holds
nothing else but courtesy, a time and a reason (`quiet_wish.toml`); a player's sound is no matter
of it.
"""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from typing import Final

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.lexicon import DATA
from companion.rooms.understanding.times import PART_HOURS, When
from companion.rooms.understanding.times_en import when_en
from companion.rooms.understanding.times_ja import when_ja
from companion.words.language import Language, has_japanese
from companion.words.table import table
from companion.words.timing import Once

USUAL: Final = timedelta(hours=1)
"""How long is meant where nobody says so."""
LONGEST: Final = timedelta(days=2)
"""A wish for longer is one for quiet hours, which are settings."""
_TABLE: Final = table(DATA, "quiet_wish.toml")
_PARTS: Final = {
    "午前": "morning",
    "午前中": "morning",
    "午後": "afternoon",
    "夕方": "evening",
    "夜": "night",
}
_CLAUSE: Final = re.compile(r"[,、。;.]| (?=(?:because|since|cos|'cause) )")
_MARKS = " 、。,.!?！？・…~"


@dataclass(frozen=True)
class QuietWish:
    """How long nothing shall be said unasked."""

    until: datetime | None
    """None: quiet is over, it may speak again."""
    is_timed: bool = False
    """Whether the sentence said how long."""


@dataclass(frozen=True)
class _Words:
    """Patterns of one language."""

    quiet: re.Pattern[str]
    over: re.Pattern[str]
    filler: re.Pattern[str]
    reason: re.Pattern[str]
    loud_thing: re.Pattern[str]
    parts: re.Pattern[str]
    until: re.Pattern[str]


@cache
def _words(language: Language) -> _Words:
    rows = _TABLE[language.value]
    edge = r"\b" if language is Language.EN else ""
    return _Words(
        quiet=re.compile(f"{edge}(?:{rows['quiet']}){edge}"),
        over=re.compile(rows["over"]),
        filler=re.compile(f"(?:{edge}(?:{rows['filler']}){edge}|[{re.escape(_MARKS)}])*"),
        reason=re.compile(rows["reason"]),
        loud_thing=re.compile(rows["loud_thing"]),
        parts=re.compile(rows["parts"]),
        until=re.compile(rows["until"]),
    )


def quiet_wish(text: str, now: datetime) -> QuietWish | None:
    """The wish, where the sentence holds nothing else. `now`: on the household's wall clock."""
    language = Language.JA if has_japanese(text) else Language.EN
    words, said = _words(language), fold(text, language).strip(_MARKS)
    if (found := words.over.match(said)) and words.filler.fullmatch(said[found.end() :]):
        return QuietWish(None)
    found = words.quiet.search(said)
    if found is None or words.loud_thing.search(said):
        return None
    rest = _without_reason(said[: found.start()], said[found.end() :], words)
    if words.filler.fullmatch(rest) and not words.until.search(rest):
        return QuietWish(now + USUAL)
    until = _until(rest, words, language, now)
    return QuietWish(until, is_timed=True) if until and now < until <= now + LONGEST else None


def _without_reason(before: str, after: str, words: _Words) -> str:
    """The text before and after the words of quiet, without clauses that tell why."""
    told, (attached, *added) = _CLAUSE.split(before), _CLAUSE.split(after)
    reasons = [c for c in (*told, *added) if not words.reason.fullmatch(c.strip(_MARKS))]
    return " ".join((attached, *reasons))


def _until(rest: str, words: _Words, language: Language, now: datetime) -> datetime | None:
    """Until when, where `rest` holds one time and filler."""
    times = (when_en if language is Language.EN else when_ja)(rest, now)
    bounded = words.until.search(rest) is not None
    if len(times) == 1 and (bounded or times[0].span_s is not None):
        when = times[0]
        left = f"{rest[: when.start]} {rest[when.end :]}"
        return _end_of(when, now) if words.filler.fullmatch(left) else None
    found = words.parts.search(rest)
    if found is None or not words.filler.fullmatch(
        f"{rest[: found.start()]} {rest[found.end() :]}"
    ):
        return None
    part = found["part"] or ("night" if found["tonight"] else "day")
    midnight = datetime.combine(now.date(), time(), now.tzinfo)
    begins = midnight + timedelta(hours=PART_HOURS.get(_PARTS.get(part, part), 24))
    if bounded:
        return begins if begins > now else begins + timedelta(days=1)
    return midnight + timedelta(hours=_TABLE["until"][_PARTS.get(part, part)])


def _end_of(when: When, now: datetime) -> datetime | None:
    if when.span_s is not None:
        return now + timedelta(seconds=when.span_s)
    return when.timing.at if isinstance(when.timing, Once) else None
