"""Times in English: the marks of when, found in a folded sentence."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta

from companion.phrases.calendar import MONTHS_EN, SHORT_CHARS, WEEKDAYS_EN
from companion.rooms.understanding.times import (
    WEEKDAYS,
    WEEKEND,
    Mark,
    When,
    days_of,
    given,
    month_day,
    next_weekday,
    put_together,
)
from companion.words.number import real_number
from companion.words.timing import EVERYBODY, Days, Movement, SunEvent

_NAMES = tuple(name.lower() for name in WEEKDAYS_EN)
_SHORT = {name[:SHORT_CHARS]: n for n, name in enumerate(_NAMES)} | {
    "tues": 1,
    "thurs": 3,
    "thur": 3,
}
_WEEKDAY = {name: n for n, name in enumerate(_NAMES)} | _SHORT
_DAY = "|".join(sorted(_WEEKDAY, key=len, reverse=True))
_MONTHS = tuple(name.lower() for name in MONTHS_EN)
_SUN = {
    "sunset": SunEvent.SUNSET, "sundown": SunEvent.SUNSET, "the sun sets": SunEvent.SUNSET,
    "the sun goes down": SunEvent.SUNSET, "sunrise": SunEvent.SUNRISE, "sunup": SunEvent.SUNRISE,
    "the sun comes up": SunEvent.SUNRISE, "the sun rises": SunEvent.SUNRISE,
    "dawn": SunEvent.DAWN, "dusk": SunEvent.DUSK, "it gets dark": SunEvent.DUSK,
    "nightfall": SunEvent.DUSK, "it's dark": SunEvent.DUSK, "it gets dark outside": SunEvent.DUSK,
    "the sun is up": SunEvent.SUNRISE, "the sun is down": SunEvent.SUNSET,
    "daybreak": SunEvent.DAWN, "first light": SunEvent.DAWN, "it is dark": SunEvent.DUSK,
    "it's dark outside": SunEvent.DUSK,
}  # fmt: skip
_UNIT_S = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400,
           "week": 604800, "h": 3600, "m": 60, "s": 1}  # fmt: skip
_PIECE = (
    r"(?:(?:about |around |exactly |another )?(?P<lead>half an? |a half |an? couple(?: of)? |an? few |an? |another |\d+(?:\.\d+)? )(?:more )?"
    r"(?P<tail>and a half |and a quarter |1/2 )?"
    r"(?P<unit>seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|h|m|s)\b(?P<after> and a half| and a quarter)?)"
)
_LENGTH = re.compile(
    rf"{re.sub(r'[?]P<[a-z0-9]+>', '', _PIECE)}(?:(?:,? and | , |,? ){re.sub(r'[?]P<[a-z0-9]+>', '', _PIECE)})*"
)
_ONE_PIECE = re.compile(_PIECE)
_WHO = r"(?P<who>we all|we're all|we both|all of us|no one|the (?:house|flat|place)(?= is empty)|i|we|everyone|everybody|somebody|someone|(?:my |the )?[a-z']+)"
_MOVED = re.compile(
    rf"(?:when|once|if(?= (?:we all|all of us|we both|everyone|everybody|nobody|no one|the (?:house|flat|place)))|as soon as|whenever|the moment|the minute|the second|after) {_WHO}(?:'ve|'s| have| has)? (?:"
    r"(?P<arrives>(?:gets?|got|comes?|came) (?:back home|back|home|here|in|to the house|to the office|to work|to school)"
    r"|arrives?(?: home| here| at home| at work| at the office)?|(?:is|am|are|'s|'re) (?:all )?(?:back|home|here|in the house|back home)|returns?(?: home)?|(?:come|gotten|arrived|returned|been) (?:back|home|in)|steps? in(?: the door)?|walks? (?:in|through)(?: the(?: front)? door)?|pulls? in|'m (?:back|home|in)|makes? it home|reach(?:es)? home)"
    r"|(?P<leaves>leaves?(?: the house| home| for work| the office| work| for the day| the building)?|(?:left|gone)(?: the house| home| for work| out| for the day| to work)?|sets? off|steps? out|pops? out|goes? out|heads? (?:out|off)|(?:is|am|are|'s|'re) (?:all )?(?:gone|out|away|empty)|go(?:es)? to work|drives? off))\b"
)
_SELF = ("i", "we", "somebody", "someone", "anybody", "anyone")
_EVERYBODY = (
    "everyone",
    "everybody",
    "we all",
    "we're all",
    "all of us",
    "we both",
    "family",
)
_NOBODY = (
    "nobody",
    "no one",
    "no-one",
    "the house",
    "house",
    "the flat",
    "flat",
    "the place",
    "place",
)
_STRANGERS = ("guest", "guests", "visitor", "visitors", "friend", "friends", "people", "company", "he", "she",
              "they", "it", "plumber", "cleaner", "postman", "delivery", "taxi", "cab", "bus", "train",
              "neighbour", "neighbours", "neighbor", "neighbors", "dog", "cat", "sun", "baby", "post", "mail",
              "parcel", "parcels", "package", "packages", "order", "food", "pizza", "shopping", "groceries", "car")  # fmt: skip
"""Whose coming and going nobody of the home watches."""
_EVENT = re.compile(
    r"\b(?:after|before|during|until|once|when|as soon as|by the time) (?:the |my |our |this |that |a |their |his |her |i finish |i'm done with )*"
    r"(?:meetings?|calls?|class|lesson|lunch|dinner|breakfast|supper|movie|film|show|game|work|school|party|appointment|interview|shower|bath|workout|news|match|concert|nap|practice|homework|conference|washing machine|laundry|dishwasher|washer|dryer|wash|rain|guests|song|episode|delivery|package|baby|kids?|school run|commercials?|presentation|lecture)\b"
    r"(?: (?:is|are|has|have|gets?|comes?)?(?: ?(?:over|finished|done|ended|ends|finishes|starts|begins|stops|arrived?|arrives|leave|are gone|asleep|is asleep))?)?"
    r"|\b(?:after|when|once) i(?:'m| am) (?:done|finished)(?: [a-z]+){0,3}|\bafter i (?:shower|eat|finish|work out)\b"
)
_PART = {"morning": "morning", "afternoon": "afternoon", "evening": "evening", "night": "night"}


def when_en(text: str, now: datetime) -> list[When]:
    """Everything said of when."""
    woken = any(word in text for word in ("wake", "alarm", "get me up", "get up", "be up"))
    return put_together(_marks(text, now), text, _between, now, woken=woken)


def _between(gap: str) -> bool:
    return gap.strip() in ("", ",", "at", "on", "in the", "the")


def _marks(text: str, now: datetime) -> Iterator[Mark]:
    yield from given(text)
    yield from _moves(text)
    for found in _EVENT.finditer(text):
        yield Mark(start=found.start(), end=found.end(), impossible=True)
    yield from _sun(text)
    yield from _lengths(text)
    yield from _bare_minutes(text)
    yield from _rarely(text, now)
    yield from _days(text, now)
    yield from _recurring(text)
    yield from _clock(text)


def _moves(text: str) -> Iterator[Mark]:
    for found in _MOVED.finditer(text):
        which = Movement.ARRIVES if found["arrives"] else Movement.LEAVES
        who = found["who"].removeprefix("my ").removeprefix("the ")
        if who in _NOBODY:  # when nobody is home
            which, who = Movement.LEAVES, EVERYBODY
        all_of_us = who == "we" and which is Movement.LEAVES
        who = EVERYBODY if who in _EVERYBODY or all_of_us else "" if who in _SELF else who
        if who in _STRANGERS:
            yield Mark(start=found.start(), end=found.end(), impossible=True)
            continue
        yield Mark(start=found.start(), end=found.end(), movement=(which, who))


def _days(text: str, now: datetime) -> Iterator[Mark]:
    today = now.date()
    pattern = r"\b(the day after tomorrow|today|tonight|tomorrow|tmrw|tomorow)(?:'s)?(?: (morning|afternoon|evening|night))?\b"
    for found in re.finditer(pattern, text):
        ahead = {"the day after tomorrow": 2, "today": 0, "tonight": 0}.get(found[1], 1)
        part = "night" if found[1] == "tonight" else _PART.get(found[2] or "", "")
        day = today + timedelta(days=ahead)
        yield Mark(start=found.start(), end=found.end(), day=day, part=part)
    for found in re.finditer(r"\bthis (morning|afternoon|evening)\b", text):
        yield Mark(start=found.start(), end=found.end(), day=today, part=_PART[found[1]])
    pattern = (
        rf"\b(?:on )?(next |this |this coming )?({_DAY})(?: (morning|afternoon|evening|night))?\b"
    )
    for found in re.finditer(pattern, text):
        if found[2] in ("sat", "sun", "mon", "wed", "fri") and found[1] is None:
            continue
        day = next_weekday(today, _WEEKDAY[found[2]], weeks=1 if found[1] == "next " else 0)
        part = _PART.get(found[3] or "", "")
        yield Mark(start=found.start(), end=found.end(), day=day, part=part)
    yield from _dates(text, now)


def _dates(text: str, now: datetime) -> Iterator[Mark]:
    months = "|".join(_MONTHS)
    pattern = rf"\b(?:on )?(?:the )?(?:(?P<m1>{months}) )?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)(?: of (?P<m2>{months}))?\b|\b(?:on )?(?P<m3>{months}) (?P<d2>\d{{1,2}})\b"
    for found in re.finditer(pattern, text):
        name = found["m1"] or found["m2"] or found["m3"]
        month = _MONTHS.index(name) + 1 if name else None
        day = month_day(now.date(), month, int(found["d"] or found["d2"]))
        if day is not None:
            yield Mark(start=found.start(), end=found.end(), day=day)
    for found in re.finditer(r"\b(?:this |next |on the |over the )weekend\b", text):
        day = next_weekday(now.date(), 5)
        yield Mark(start=found.start(), end=found.end(), day=day)


_NTH_WORD = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "last": -1,
}
_NTH = "|".join(_NTH_WORD)
_MONTHLY = r"(?:(?:every|each|the) month|the month|a month)"


def _rarely(text: str, now: datetime) -> Iterator[Mark]:
    """Every other Thursday, the second Tuesday of the month, the 25th of every month."""
    every = r"(?:every (?:other|second)|on alternate|alternate|every (?P<n>[2-8]) weeks on(?: a)?|every fortnight on(?: a)?|fortnightly on)"
    for found in re.finditer(
        rf"\b{every} (?P<days>(?:{_DAY})s?(?:(?: and| ,)+ (?:{_DAY})s?)*)", text
    ):
        days = frozenset(_WEEKDAY[name] for name in re.findall(_DAY, found["days"]))
        first = min(next_weekday(now.date(), day) for day in days)
        rule = Days(days, weeks=int(found["n"] or 2), since=first)
        yield Mark(start=found.start(), end=found.end(), days=rule)
    which = rf"(?P<nth>(?:{_NTH})(?:(?: and| ,)+ (?:the )?(?:{_NTH}))*)"
    for found in re.finditer(
        rf"\b(?:on )?(?:the )?{which} (?P<day>{_DAY})s? (?:of|in) {_MONTHLY}", text
    ):
        nth = frozenset(_NTH_WORD[word] for word in re.findall(_NTH, found["nth"]))
        rule = Days(frozenset((_WEEKDAY[found["day"]],)), nth=nth)
        yield Mark(start=found.start(), end=found.end(), days=rule)
    date = r"(?:(?P<d>\d{1,2})(?:st|nd|rd|th)?|(?P<word>first|last))(?: day)?"
    for found in re.finditer(
        rf"\b(?:on )?the {date} (?:of|in) (?:every|each|the) month\b|\b(?:every month|monthly) on the {date.replace('<d>', '<e>').replace('<word>', '<other>')}\b",
        text,
    ):
        said, word = found["d"] or found["e"], found["word"] or found["other"]
        day = int(said) if said else 1 if word == "first" else 31
        if 1 <= day <= 31:
            yield Mark(start=found.start(), end=found.end(), days=Days(dates=frozenset((day,))))


def _recurring(text: str) -> Iterator[Mark]:
    pattern = rf"\b(?:every|each|on) ((?:{_DAY})s?(?:(?: ,)?(?: and)? (?:{_DAY})s?)*)(?: (morning|afternoon|evening|night)s?)?\b"
    for found in re.finditer(pattern, text):
        every = not found.group().startswith("on ") or re.search(r"days\b", found.group())
        if not every:
            continue
        days = days_of(_WEEKDAY[name] for name in re.findall(_DAY, found[1]))
        yield Mark(
            start=found.start(), end=found.end(), days=days, part=_PART.get(found[2] or "", "")
        )
    for found in re.finditer(rf"\b(?:on )?({_DAY})s? (morning|afternoon|evening|night)s\b", text):
        days = days_of((_WEEKDAY[found[1]],))
        yield Mark(start=found.start(), end=found.end(), days=days, part=_PART[found[2]])
    for found in re.finditer(
        rf"\b(?:every |each |on |from )?({_DAY})s? (?:to|through|thru|till|until) ({_DAY})s?\b",
        text,
    ):
        first, last = _WEEKDAY[found[1]], _WEEKDAY[found[2]]
        run = ((first + n) % 7 for n in range((last - first) % 7 + 1))
        yield Mark(start=found.start(), end=found.end(), days=days_of(run))
    pattern = rf"\b(?:every ?day|daily|every (?:morning|evening|night))(?: of the week)? (?:except|but|bar|apart from|besides|other than)(?: for)?(?: on)? (?P<not>(?:{_DAY})s?(?:(?: and| or| ,)+ (?:{_DAY})s?)*|weekends|the weekend)\b"
    for found in re.finditer(pattern, text):
        left_out = {_WEEKDAY[name] for name in re.findall(_DAY, found["not"])} or set(WEEKEND)
        part = next((p for w, p in _PART.items() if w in found.group()), "")
        rest = days_of(day for day in range(7) if day not in left_out)
        yield Mark(start=found.start(), end=found.end(), days=rest, part=part)
    for pattern, weekdays, off in _EVERY:
        for found in re.finditer(pattern, text):
            part = next((p for w, p in _PART.items() if w in found.group()), "")
            days = days_of(weekdays, holidays_off=off or "except" in found.group())
            yield Mark(start=found.start(), end=found.end(), days=days, part=part)


_EVERY: tuple[tuple[str, frozenset[int], bool], ...] = (
    (
        r"\b(?:every ?day|each day|daily|every (?:single )?(?:morning|evening|night|afternoon)|each (?:morning|evening|night)|nightly)\b",
        frozenset(),
        False,
    ),
    (
        r"\b(?:(?:every|each) (?:weekday|work ?day)(?: (?:morning|evening|night))?|on (?:weekdays|work ?days|week days)|weekdays|(?:on )?(?:school|work) ?(?:mornings|days)|(?:every|each) workday|on school days|every school day)(?: except (?:on )?holidays)?\b",
        WEEKDAYS,
        False,
    ),
    (r"\b(?:every weekend|on weekends|weekends|on the weekends)\b", WEEKEND, False),
)


def _clock(text: str) -> Iterator[Mark]:
    for found in re.finditer(r"\bin the (morning|afternoon|evening)|\bat night\b", text):
        part = _PART.get(found[1] or "", "night")
        yield Mark(start=found.start(), end=found.end(), part=part)
    pattern = (
        r"(?P<lead>\b(?:at|by|for|around|about|until|till|before|from) (?:about |around |exactly )?)?(?P<rel>half past|quarter past|quarter to|a quarter to|a quarter past|\d{1,2} (?:minutes )?(?:past|to)|half)?\b ?"
        r"(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))?(?: (?P<m2>[0-5]\d)(?= ?(?:am|pm|in the|tomorrow|tonight|every|each|on|daily|weekdays|sharp|please|thanks|today|this|next|and|,|for|$)))? ?(?P<ap>am|pm|oclock|o'clock)?(?: oclock)?\b(?! ?(?:%|degrees|°|percent|minutes?|mins?|hours?|seconds?|secs?|hrs?|lights?|lamps?|/|st\b|nd\b|rd\b|th\b|days?|weeks?|[hms]\b))"
    )
    for found in re.finditer(pattern, text):
        lead = (found["lead"] or "").split(" ")[0]
        if (
            lead == "by"
            and _BY_SO_MUCH.search(text[: found.start()].rstrip())
            and not _HALF_DAY.search(found.group())
        ):
            continue  # turn the volume up by 10
        stretch = (found["rel"] or "").endswith(" to") or _GOES_TO.match(text[found.end() :])
        if lead == "from" and stretch:
            continue  # from 7 to 9: a stretch, and not seven minutes to nine
        clock = found["m"] or found["m2"] or found["ap"] or found["rel"] not in (None, "half")
        leads = lead in ("at", "by", "around", "about", "before", "until", "till", "from")
        if not (clock or leads or _told(text, found)):
            continue
        if (mark := _hour(found)) is not None:
            yield replace(mark, until=lead in ("until", "till"))
    pattern = r"\b(?:at |by |(?P<u>until |till ))?(?P<w>noon|midday|midnight|lunchtime)\b"
    for found in re.finditer(pattern, text):
        at, until = time(0) if found["w"] == "midnight" else time(12), found["u"] is not None
        yield Mark(start=found.start(), end=found.end(), at=at, exact=True, until=until)
    yield from _stretch(text)


def _stretch(text: str) -> Iterator[Mark]:
    """From 7 to 9: when it begins, and when it is over."""
    one = r"(?P<{0}h>\d{{1,2}})(?::(?P<{0}m>\d\d))? ?(?P<{0}ap>am|pm)?"
    pattern = rf"\bfrom {one.format('a')} (?P<to>(?:to|until|till) {one.format('b')})\b(?! ?(?:%|degrees))"
    for found in re.finditer(pattern, text):
        for name, span in (("a", (found.start(), found.start("to"))), ("b", found.span("to"))):
            hour, half = int(found[f"{name}h"]), found[f"{name}ap"] or found["bap"]
            if hour > 23 or int(found[f"{name}m"] or 0) > 59:
                return
            hour = hour % 12 + 12 if half == "pm" else hour % 12 if half == "am" else hour
            at = time(hour, int(found[f"{name}m"] or 0))
            yield Mark(
                start=span[0],
                end=span[1],
                at=at,
                exact=half is not None or hour > 12,
                until=name == "b",
            )


_BY_SO_MUCH = re.compile(
    r"\b(?:(?<!\bbe )(?<!\bget )(?<!\bwake )(?<!\bme )(?<!\bus )up|down|increase|decrease|raise|lower|reduce|boost|bump|drop|louder|quieter|brighter|dimmer|darker|warmer|cooler"
    r"|higher|faster|slower)(?: (?:the|my|[a-z]+))*$"
)
"""Behind these `by` says how much, and no hour."""
_HALF_DAY = re.compile(r"[:.]\d\d|am|pm|oclock")


_READY = re.compile(
    r"\b(?:warm(?:er)?|hot(?:ter)?|cool(?:er)?|cosy|cozy|toasty|ready|on|off|open|closed|shut|lit|done|clean)$"
)
"""Before `for nine`: how a thing shall be at that hour."""


_GOES_TO = re.compile(r" ?(?:to|until|till|through|-)\b")


def _told(text: str, found: re.Match[str]) -> bool:
    """A bare number is an hour where an alarm or a day stands before it."""
    before = text[: found.start()].rstrip()
    if (found["lead"] or "").startswith("for"):
        ready = found["rel"] == "half" or _READY.search(before) is not None
        return ready or "alarm" in before or "wake" in text
    near = r"(?:alarm|wake me|wake me up|wake us up|tomorrow|tonight|day|weekday|weekdays|morning|evening)(?: for| to)?$"
    return re.search(near, before) is not None


def _hour(found: re.Match[str]) -> Mark | None:
    hour, minute = int(found["h"]), int(found["m"] or found["m2"] or 0)
    if hour > 24 or minute > 59:
        return None
    shift = _relative(found["rel"] or "")
    moment = datetime(2000, 1, 2, hour % 24, minute) + timedelta(minutes=shift)
    at, half = moment.time(), found["ap"]
    if half == "pm" and at.hour < 12:
        at = at.replace(hour=at.hour + 12)
    elif half == "am" and at.hour == 12:
        at = at.replace(hour=0)
    exact = half in ("am", "pm") or hour > 12 or found["h"].startswith("0")
    start = found.start() + (len(found.group()) - len(found.group().lstrip()))
    return Mark(start=start, end=found.start() + len(found.group().rstrip()), at=at, exact=exact)


def _relative(said: str) -> int:
    if not said:
        return 0
    minutes = (
        30 if "half" in said else 15 if "quarter" in said else int(re.findall(r"\d+", said)[0])
    )
    return -minutes if said.endswith("to") else minutes


def seconds_of(text: str) -> float:
    """Seconds in `an hour and a half`, `5 minutes 30 seconds`."""
    total = 0.0
    for piece in _ONE_PIECE.finditer(text):
        lead = piece["lead"].strip()
        count = (
            0.5 if "half" in lead else 2.0 if "couple" in lead else 3.0 if "few" in lead else None
        )
        if count is None:
            told = real_number(lead.split()[0])
            count = told if told is not None else 1.0
        more = f"{piece['tail'] or ''}{piece['after'] or ''}"
        count += 0.5 if "half" in more or "1/2" in more else 0.25 if "quarter" in more else 0.0
        unit = piece["unit"]
        total += count * _UNIT_S[unit if unit in _UNIT_S else unit.rstrip("s")]
    return total


_WAITED = re.compile(
    r"\b(?:wait|give it|give me|leave it|hang on|hold on)(?: for)?(?: about| around| like| another)? ?$"
)
_THEN = re.compile(r",? (?:(?:and )?then|and)\b")
"""`give it ten minutes, then turn it off`: what follows is done after that time."""


def _lengths(text: str) -> Iterator[Mark]:
    for found in _LENGTH.finditer(text):
        seconds = seconds_of(found.group())
        if not seconds or (found.start() and text[found.start() - 1].isalnum()):
            continue
        before = re.search(
            r"\b(?:in|after|within)(?: about| around| exactly| like)? ?$", text[: found.start()]
        )
        waited, then = _WAITED.search(text[: found.start()]), _THEN.match(text[found.end() :])
        if waited and then:
            yield Mark(start=waited.start(), end=found.end() + then.end(), after_s=seconds)
            continue
        later = re.match(r" from now| later| after that", text[found.end() :])
        time_s = re.match(r"'s? time", text[found.end() :])
        start, end = found.start(), found.end()
        if before is not None or later is not None:
            start = before.start() if before is not None else start
            end = end + (later.end() if later is not None else time_s.end() if time_s else 0)
            yield Mark(start=start, end=end, after_s=seconds)
        else:
            yield Mark(start=start, end=end, span_s=seconds)


_BARE_MINUTES = re.compile(
    r"\bin (?:about |around |like )?(?P<count>[1-9]\d?)(?= please| thanks| for me| ,|$| (?:turn|switch|put|open|close|start|stop|set|dim|play|pause|mute|lock|shut|can you|could you|remind|wake|then|and)\b)"
)
"""Lights off in 5: nobody says the unit of a few minutes."""


def _bare_minutes(text: str) -> Iterator[Mark]:
    for found in _BARE_MINUTES.finditer(text):
        yield Mark(start=found.start(), end=found.end(), after_s=60.0 * int(found["count"]))


def _sun(text: str) -> Iterator[Mark]:
    words = "|".join(sorted(_SUN, key=len, reverse=True))
    length = re.sub(r"[?]P<[a-z0-9]+>", "", _PIECE)
    pattern = rf"\b(?:(?P<length>{length}(?: and {length})?|shortly|right|just|a little) )?(?P<way>before|after|at|by|around|when|once|as soon as|from|until)? ?\b(?P<sun>{words})\b"
    for found in re.finditer(pattern, text):
        if found["sun"].startswith(("it", "the")) and not found["way"]:
            continue  # it's dark, turn a light on
        offset = seconds_of(found["length"]) if found["length"] else 0.0
        if found["way"] == "before":
            offset = -(offset or 900.0)
        start = found.start() + (len(found.group()) - len(found.group().lstrip()))
        yield Mark(start=start, end=found.end(), sun=_SUN[found["sun"]], offset_s=offset)
