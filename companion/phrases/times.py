"""Times 時の言い表し: word a timing as a person would say it, in both languages.

The other way round is understanding's; what stands here is written so that it reads it back.
"""

from datetime import tzinfo

from companion.phrases.calendar import SHORT_CHARS, WEEKDAYS_EN, WEEKDAYS_JA
from companion.words.language import Bilingual
from companion.words.timing import (
    EVERY_DAY,
    EVERYBODY,
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnFact,
    Recurring,
    SunEvent,
    Timing,
)

_DAYS_EN = tuple(name[:SHORT_CHARS] for name in WEEKDAYS_EN)
_WEEKDAYS, _WEEKEND = frozenset(range(5)), frozenset({5, 6})
_SUN = {
    SunEvent.SUNRISE: Bilingual("日の出", "sunrise"),
    SunEvent.SUNSET: Bilingual("日没", "sunset"),
    SunEvent.DAWN: Bilingual("夜明け", "dawn"),
    SunEvent.DUSK: Bilingual("日暮れ", "dusk"),
    SunEvent.NOON: Bilingual("正午(太陽)", "solar noon"),
}
_HOLIDAYS = {
    Holidays.LIKE_ANY_DAY: Bilingual("", ""),
    Holidays.SKIPPED: Bilingual("(祝日は除く)", " (not on public holidays)"),
    Holidays.ONLY: Bilingual("(祝日だけ)", " (on public holidays only)"),
}
_MOVED = {
    Movement.ARRIVES: Bilingual("{0}が{1}に来たら", "when {0} arrives at {1}"),
    Movement.LEAVES: Bilingual("{0}が{1}を出たら", "when {0} leaves {1}"),
}
_FACT_OF_PERSON = {
    "present": Bilingual("{}に人が来たら", "when somebody comes into {}"),
    "absent": Bilingual("{}に人がいなくなったら", "when nobody is left in {}"),
}
_FACT_OF_DEVICE = {
    "on": Bilingual("{}が反応したら", "when {} reports"),
    "running": Bilingual("{}がついたら", "when {} comes on"),
    "off": Bilingual("{}が消えたら", "when {} goes off"),
    "open": Bilingual("{}が開いたら", "when {} opens"),
    "closed": Bilingual("{}が閉まったら", "when {} closes"),
    "locked": Bilingual("{}が施錠されたら", "when {} is locked"),
    "unlocked": Bilingual("{}が解錠されたら", "when {} is unlocked"),
    "done": Bilingual("{}が終わったら", "when {} has finished"),
}
_ABOVE = Bilingual("{}が{:g}℃を超えたら", "when {} measures above {:g} °C")
_BELOW = Bilingual("{}が{:g}℃を下回ったら", "when {} measures below {:g} °C")
_NEXT = Bilingual("次に", "the next time ")
_OTHER_FACT = Bilingual("{}の状態が変わったら", "when {} changes")
_ALL_MOVED = {
    Movement.ARRIVES: Bilingual("みんなが{1}にそろったら", "when everybody is at {1}"),
    Movement.LEAVES: Bilingual("みんなが{1}を出たら", "when everybody has left {1}"),
}
_NAMELESS_MOVED = {
    Movement.ARRIVES: Bilingual("{1}に着いたら", "on arriving at {1}"),
    Movement.LEAVES: Bilingual("{1}を出たら", "on leaving {1}"),
}
"""Phrases for arrivals and leavings. They name no person: the persona's sheet says how a person is
called."""


def said(timing: Timing, zone: tzinfo | None = None) -> Bilingual:
    """As one would say it; `zone`: the wall clock a single moment is told on."""
    if isinstance(timing, Once):
        at = timing.at.astimezone(zone) if zone is not None else timing.at
        return Bilingual(f"{at.month}月{at.day}日 {at:%H:%M}", f"{at.day} {at:%b} at {at:%H:%M}")
    if isinstance(timing, After):
        length = length_said(timing.after_s)
        return Bilingual(f"{length.ja}後", f"in {length.en}")
    if isinstance(timing, Recurring):
        days = _days(timing.days)
        return Bilingual(f"{days.ja} {timing.at:%H:%M}", f"{days.en} at {timing.at:%H:%M}")
    if isinstance(timing, BySun):
        return _by_sun(timing)
    if isinstance(timing, OnFact):
        return fact_said(timing, Bilingual(timing.thing, timing.thing))
    person, place = timing.person, timing.place
    words = _MOVED[timing.movement] if person else _NAMELESS_MOVED[timing.movement]
    words = _ALL_MOVED[timing.movement] if person == EVERYBODY else words
    return Bilingual(
        words.ja.format(person, place or "家"), words.en.format(person, place or "home")
    )


def fact_said(timing: OnFact, thing: Bilingual) -> Bilingual:
    """`玄関に人が来たら` / `when somebody comes into the hall`, with its hours. `thing`: the name
    of the device or room."""
    known = _FACT_OF_PERSON if timing.place else _FACT_OF_DEVICE
    form, figure = known.get(timing.value, _OTHER_FACT), timing.above or timing.below or 0.0
    if not timing.value:
        form = _BELOW if timing.above is None else _ABOVE
    words = form.filled(thing, figure)
    if timing.once:
        words = Bilingual(_NEXT.ja + words.ja, _NEXT.en + words.en.removeprefix("when "))
    if timing.since == timing.until:
        return words
    span = f"{timing.since:%H:%M}", f"{timing.until:%H:%M}"
    return Bilingual(
        f"{span[0]}から{span[1]}の間に{words.ja}", f"{words.en}, from {span[0]} to {span[1]}"
    )


def _by_sun(timing: BySun) -> Bilingual:
    sun, offset = _SUN[timing.sun], length_said(abs(timing.offset_s))
    if timing.offset_s == 0:
        at = sun
    elif timing.offset_s < 0:
        at = Bilingual(f"{sun.ja}の{offset.ja}前", f"{offset.en} before {sun.en}")
    else:
        at = Bilingual(f"{sun.ja}の{offset.ja}後", f"{offset.en} after {sun.en}")
    if timing.days is None:
        return at
    days = _days(timing.days)
    return Bilingual(f"{days.ja} {at.ja}", f"{days.en}, {at.en}")


def _days(days: Days) -> Bilingual:
    holidays = _HOLIDAYS[days.holidays]
    if days.dates or days.nth or days.weeks > 1:
        told = _rare_days(days)
    elif days.weekdays == EVERY_DAY:
        told = Bilingual("毎日", "every day")
    elif days.weekdays == _WEEKDAYS:
        told = Bilingual("平日", "on weekdays")
    elif days.weekdays == _WEEKEND:
        told = Bilingual("週末", "on weekends")
    else:
        listed = sorted(days.weekdays)
        told = Bilingual(
            "毎週" + "・".join(WEEKDAYS_JA[day] for day in listed) + "曜",
            "every " + ", ".join(_DAYS_EN[day] for day in listed),
        )
    return Bilingual(told.ja + holidays.ja, told.en + holidays.en)


def _rare_days(days: Days) -> Bilingual:
    """Days that do not come every week: 第2・第4火曜, `every other Thursday`, the 25th."""
    if days.dates:
        dates = sorted(days.dates)
        return Bilingual(
            "毎月" + "・".join(f"{day}日" for day in dates),
            "on the "
            + ", ".join(_ORDINALS.get(day, f"{day}th") for day in dates)
            + " of the month",
        )
    listed = sorted(days.weekdays)
    ja = "・".join(WEEKDAYS_JA[day] for day in listed) + "曜"
    en = ", ".join(_DAYS_EN[day] for day in listed)
    if days.nth:
        nth = sorted(days.nth, key=lambda one: one % 7)
        of = "・".join("最終" if one < 0 else f"第{one}" for one in nth)
        which = " and ".join("last" if one < 0 else _ORDINALS.get(one, f"{one}th") for one in nth)
        return Bilingual(f"毎月{of}{ja}", f"on the {which} {en} of the month")
    if days.weeks == 2:
        return Bilingual(f"隔週の{ja}", f"every other {en}")
    return Bilingual(f"{days.weeks}週間ごとの{ja}", f"every {days.weeks} weeks on {en}")


_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd", 31: "31st"}


def length_said(seconds: float) -> Bilingual:
    """A length of time: `1時間20分` / `1 h 20 min`."""
    whole = round(seconds)
    parts = [
        (whole // 3600, "時間", "h"),
        (whole % 3600 // 60, "分", "min"),
        (whole % 60, "秒", "s"),
    ]
    shown = [part for part in parts if part[0]] or [(0, "秒", "s")]
    return Bilingual(
        "".join(f"{number}{ja}" for number, ja, _ in shown),
        " ".join(f"{number} {en}" for number, _, en in shown),
    )
