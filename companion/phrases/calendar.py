"""Calendar 暦の言葉: names of weekdays, months and days; Monday and January come first."""

from datetime import date, datetime

from companion.words.language import Bilingual

WEEKDAYS_JA = "月火水木金土日"
WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS_EN = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
SHORT_CHARS = 3
"""Letters of a short English name: `Mon`, `Jan`."""
DAYS_FROM_NOW = {
    "明日": 1,
    "あした": 1,
    "あす": 1,
    "明後日": 2,
    "あさって": 2,
    "今日": 0,
    "きょう": 0,
    "本日": 0,
    "今朝": 0,
    "今夜": 0,
    "今晩": 0,
    "昨日": -1,
    "きのう": -1,
    "昨夜": -1,
    "ゆうべ": -1,
    "一昨日": -2,
    "おととい": -2,
    "the day after tomorrow": 2,
    "tomorrow": 1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this evening": 0,
    "this afternoon": 0,
    "yesterday": -1,
    "last night": -1,
    "the day before yesterday": -2,
}
"""Words for a day, seen from the day on which they are said."""
_HOURS = (
    (5, Bilingual("深夜", "Late night")),
    (10, Bilingual("朝", "Morning")),
    (17, Bilingual("昼", "Day")),
    (22, Bilingual("夜", "Evening")),
    (24, Bilingual("深夜", "Late night")),
)
"""Until this hour it is called so."""
_NEAR = {
    -2: Bilingual("おととい", "the day before yesterday"),
    -1: Bilingual("昨日", "yesterday"),
    0: Bilingual("今日", "today"),
    1: Bilingual("明日", "tomorrow"),
    2: Bilingual("あさって", "the day after tomorrow"),
}


_WITH_YEAR = 300
"""Days of distance from which on a date needs its year."""


def day_said(day: date, today: date) -> Bilingual:
    """A day as people name it: by its distance where it is near, else by weekday and date, and by
    the year where it is far."""
    near = _NEAR.get((day - today).days)
    if near is not None:
        return near
    weekday, far = day.weekday(), abs((day - today).days) > _WITH_YEAR
    ja, en = (f"{day.year}年", f" {day.year}") if far else ("", "")
    return Bilingual(
        f"{ja}{day.month}月{day.day}日（{WEEKDAYS_JA[weekday]}）",
        f"on {WEEKDAYS_EN[weekday]}, {day.day} {MONTHS_EN[day.month - 1]}{en}",
    )


def hour_said(now: datetime) -> Bilingual:
    """The time of day as a scene has it, such as `深夜 02:15`."""
    name = next(name for until, name in _HOURS if now.hour < until)
    return Bilingual(*(f"{part} {now:%H:%M}" for part in (name.ja, name.en)))


def sentence_start(words: str) -> str:
    """Words with the capital letter of a sentence."""
    return words[:1].upper() + words[1:]
