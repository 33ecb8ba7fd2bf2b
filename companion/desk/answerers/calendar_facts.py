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
from companion.words.timing import SunEvent

_ASKS_EN = r"(hey |so |and |ok,? )?((can|could|would) you )?(please )?(tell me |do you know )?"
_END_EN = r"( right)?( now)?( please| exactly)?"
_END_JA = (
    r"(です|でした|だった|だ|なん|なの|に(なる|なります|なった|なりました))*(か|かな|っけ|の)*"
    r"(を?(教えて|おしえて|言って)(ください|くれる|くれますか|もらえる|もらえますか)?)?"
)
_DAY_EN = r"(?P<en>today|tomorrow|the day after tomorrow|yesterday)"
_DAY_JA = r"(?P<ja>今日|きょう|本日|明日|あした|あす|明後日|あさって|昨日|きのう)"
_TIME = re.compile(
    rf"{_ASKS_EN}(what('s| is) the time|what time is it|the time|how late is it){_END_EN}"
    r"|(do you have|have you got|got) the time"
    rf"|(今|いま|今は|今って)?、?(何時|なんじ|何時何分|時間|時刻)(は)?{_END_JA}",
    re.I,
)
_WEEKDAY = re.compile(
    rf"{_ASKS_EN}what (day|weekday)( of the week)? (is|was|will)( it)?( be)?( {_DAY_EN})?{_END_EN}"
    rf"|{_ASKS_EN}what day (it )?is( it)?( {_DAY_EN.replace('<en>', '<en2>')})?{_END_EN}"
    rf"|({_DAY_JA}(は|って)?、?)?(何曜日|何曜|なんようび){_END_JA}",
    re.I,
)
_DATE = re.compile(
    rf"{_ASKS_EN}(what('s| is) (the|today's) date( {_DAY_EN})?|what date is (it|today)"
    rf"( today)?|the date( today)?){_END_EN}"
    rf"|({_DAY_JA}(は|って)?、?)?(何月何日|何日|なんにち|日付|ひづけ)(は)?{_END_JA}"
    rf"|({_DAY_JA.replace('<ja>', '<ja2>')}の)(日付|日にち)(は)?{_END_JA}",
    re.I,
)
_MONTH_OR_YEAR = re.compile(
    rf"{_ASKS_EN}what (month|year) is it( now)?|(今|今年|今月)(は|って)?、?(何年|何月){_END_JA}",
    re.I,
)
_RISES, _SETS = r"rise|rises|come up|comes up|up", r"set|sets|go down|goes down|down"
_SUN = re.compile(
    rf"{_ASKS_EN}(when|what time|at what time) (does|will|did|is)( the sun)?"
    rf" ?(?P<verb>{_RISES}|{_SETS}|sunrise|sunset)( {_DAY_EN})?{_END_EN}"
    rf"|({_DAY_JA}の)?(?P<noun>日の出|日の入り|日没|日が(昇る|暮れる|沈む))(の?時間|の?時刻|のは?|は)*"
    rf"、?(いつ|何時|なんじ|何時ごろ|何時頃)?(は)?{_END_JA}",
    re.I,
)


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
        said = " ".join(text.split()).strip("。.!！?？、, ")
        now = self.clock.now().astimezone(ZoneInfo(self.calendar.home.zone))
        readers: tuple[tuple[re.Pattern[str], _Says], ...] = (
            (_TIME, lambda found: _time(now)),
            (_WEEKDAY, lambda found: _weekday(_day(found, now), now.date())),
            (_DATE, lambda found: _date(_day(found, now), now.date())),
            (_MONTH_OR_YEAR, lambda found: _month(now)),
            (_SUN, lambda found: self._sun(found, now)),
        )
        for pattern, says in readers:
            if (found := pattern.fullmatch(said)) is not None:
                return says(found)
        return None

    def _sun(self, found: "re.Match[str]", now: datetime) -> Bilingual:
        """When the sun rises or sets at the home."""
        day = _day(found, now)
        asked = (found["verb"] or found["noun"] or "").casefold()
        rises = asked in ("sunrise", "日の出", "日が昇る") or asked in _RISES.split("|")
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
