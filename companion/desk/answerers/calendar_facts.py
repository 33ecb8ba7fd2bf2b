"""Calendar facts: answers what time, day or date it is, and when the sun rises or sets, by code.

The sentences are a closed vocabulary that is matched whole: a sentence that says more than this is
left to the grammar and the model.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from companion.phrases.calendar import (
    DAYS_FROM_NOW,
    MONTHS_EN,
    WEEKDAYS_EN,
    WEEKDAYS_JA,
    day_said,
    sentence_start,
)
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.rooms.scheduler.calendar import Calendar, SunUnknown
from companion.words.language import Bilingual
from companion.words.table import compiled, table
from companion.words.timing import SunEvent

_READ = table("companion.desk.answerers", "calendar_facts.toml")
_FORMS = compiled(_READ["forms"], _READ["words"], re.IGNORECASE)
_GREETED = re.compile(
    r"^(?:(?:good )?(?:morning|afternoon|evening)|hello|hi|hey)(?: [a-z]+){0,2}[,.!]+ (?=\w)"
    r"|^(?:おはよう(?:ございます)?|こんにちは|こんばんは)[、。!！ ]+(?=\w)",
    re.IGNORECASE,
)
"""A greeting before the question."""


@dataclass(frozen=True, kw_only=True)
class CalendarFacts:
    """Answers for the place where the home stands."""

    clock: Clock
    calendar: Calendar

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The answer in both languages; None for a sentence that asks something else."""
        words = self.words_for(heard.text)
        return Answer(words=words) if words is not None else None

    def words_for(self, text: str) -> Bilingual | None:
        """The same for the bare sentence."""
        said = _GREETED.sub("", " ".join(text.split()).strip("。.!！?？、, "))
        now = self.clock.now().astimezone(ZoneInfo(self.calendar.home.zone))
        readers: tuple[tuple[re.Pattern[str], _Says], ...] = (
            (_FORMS["time"], lambda found: _time(now)),
            (_FORMS["weekday"], lambda found: _weekday(_day(found, now), now.date())),
            (_FORMS["date"], lambda found: _date(_day(found, now), now.date())),
            (_FORMS["month_or_year"], lambda found: _month(now)),
            (_FORMS["sun"], lambda found: self._sun(found, now)),
        )
        for pattern, says in readers:
            if (found := pattern.fullmatch(said)) is not None:
                return says(found)
        return None

    def _sun(self, found: "re.Match[str]", now: datetime) -> Bilingual:
        """When the sun rises or sets at the home."""
        day = _day(found, now)
        asked = (found["verb"] or found["noun"] or "").casefold()
        rises = asked in ("sunrise", "日の出", "日が昇る") or asked in _READ["words"]["rises"]
        event = SunEvent.SUNRISE if rises else SunEvent.SUNSET
        try:
            at = self.calendar.sun(event, day, ZoneInfo(self.calendar.home.zone))
        except SunUnknown:
            return Bilingual(
                "家の場所が設定されていないので分かりません。",
                "I can't tell: the place of the home is not configured.",
            )
        verb = Bilingual("日の出", "rises") if rises else Bilingual("日の入り", "sets")
        named = day_said(day, now.date())
        if at is None:
            never = (
                Bilingual("昇りません", "does not rise")
                if rises
                else Bilingual("沈みません", "does not set")
            )
            return Bilingual(f"{named.ja}は日が{never.ja}。", f"The sun {never.en} {named.en}.")
        local = at.astimezone(now.tzinfo)
        return Bilingual(
            f"{named.ja}の{verb.ja}は{local.hour}時{local.minute}分です。",
            f"The sun {verb.en} at {local:%H:%M} {named.en}.",
        )


_Says = Callable[["re.Match[str]"], Bilingual]


def _day(found: "re.Match[str]", now: datetime) -> date:
    """The day that is asked for; today where none is named."""
    named = next((v for k, v in found.groupdict().items() if v and k[:2] in ("en", "ja")), "today")
    return now.date() + timedelta(days=DAYS_FROM_NOW[named.casefold()])


def _time(now: datetime) -> Bilingual:
    return Bilingual(f"{now.hour}時{now.minute}分です。", f"It is {now:%H:%M}.")


def _weekday(day: date, today: date) -> Bilingual:
    named = day_said(day, today)
    is_, was = ("is", "です") if day >= today else ("was", "でした")
    return Bilingual(
        f"{named.ja}は{WEEKDAYS_JA[day.weekday()]}曜日{was}。",
        f"{sentence_start(named.en)} {is_} {WEEKDAYS_EN[day.weekday()]}.",
    )


def _date(day: date, today: date) -> Bilingual:
    named = day_said(day, today)
    is_, was = ("is", "です") if day >= today else ("was", "でした")
    return Bilingual(
        f"{named.ja}は{day.month}月{day.day}日（{WEEKDAYS_JA[day.weekday()]}）{was}。",
        f"{sentence_start(named.en)} {is_} {WEEKDAYS_EN[day.weekday()]},"
        f" {day.day} {MONTHS_EN[day.month - 1]} {day.year}.",
    )


def _month(now: datetime) -> Bilingual:
    return Bilingual(
        f"{now.year}年{now.month}月です。", f"It is {MONTHS_EN[now.month - 1]} {now.year}."
    )
