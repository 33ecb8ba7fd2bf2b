"""Another time 言い直した時刻 sets a chore anew: "no, at 7", やっぱり7時半にして.

The new time takes from the old one what it leaves out: the day, and morning or evening.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from companion.rooms.understanding.chores import Chore
from companion.rooms.understanding.times import When, days_of
from companion.words.language import Language
from companion.words.timing import After, Once, Recurring, Timing

_LEAD = {
    Language.EN: re.compile(
        r"^(?:hmm?|um|erm?|ah|oh|no|nope|wait|sorry|actually|oops|rather|i mean|i meant|i said"
        r"|make (?:it|that)"
        r"|change (?:it|that) to|let's (?:say|make it)|better|on second thou?ght|[ ,.])+ "
    ),
    Language.JA: re.compile(
        "^(?:あっ?、|おっと|いや|いえ|ううん|違う|違った|違います|ちがう|やっぱりー?|やっぱし?|ごめん(?:ね|なさい)?|間違えた"
        "|訂正|じゃなくて|そうじゃなくて|待って|よ|、|。)+"
    ),
}
_TAIL = {
    Language.EN: re.compile(
        r"(?:(?: is|'s| would be| works| suits me| suits)+ better"
        r"|[ ,]+(?:instead|please|actually|rather|then|not .+))*[ .!]*$"
    ),
    Language.JA: re.compile(
        "(?:に|で|へ)?(?P<changed>(?:して|変えて|変更(?:して|で)?|直して|訂正(?:して)?|ずらして|お願い(?:します)?|頼む|だった)?)"
        "(?:ください|くれる|もらえる|だ|です|ね|よ|な|や|、|。)*$"
    ),
}
_CHANGES = re.compile(
    r"変え|変更|直し|訂正|ずらし|^にして|^で(?:お願い|いい|頼む)?|曜日?にして|\binstead\b|\bbetter\b"
)
_NOT_BUT = re.compile(
    "^[^、。]{1,8}?(?:じゃなくて|じゃなく|ではなくて|ではなく|やなくて|じゃない、"
    "|(?:は|が)?(?:だめ|無理|あかん|都合が?悪い)(?:だ|だった|なん|や|です|わ|から|ので|、)+)(?=.)"
    r"|^(?:on )?[a-z]+(?:day|morning|evening)?(?:'s| is| won't be) "
    r"(?:no good|no use|out|off|bad|not (?:good|great|possible)|too (?:soon|early|late))[ ,.]+"
)
"""水曜じゃなくて金曜, `Wednesday's no good, Thursday`: what it is, behind what it is not."""
_TOO = {
    Language.EN: re.compile(
        r"^(?:(?:and|also|plus) (?P<a>.+?)(?: too| as well| also)?|(?P<b>.+?) (?:too|as well|also))"
        r"(?: please)?[ .!]*$"
    ),
    Language.JA: re.compile(
        "^(?P<a>[^、。]{1,8})も(?P<b>(?!.))?(?:お願い(?:します)?|頼む|ね|。)*$"
    ),
}
"""And Saturday, 土曜も: one more day."""
_PART_OF_AN_HOUR = re.compile(
    r"(?P<part>(?:half|quarter|\d{1,2}) (?:past|to))(?=$| please| instead)"
)
_BARE_NUMBER = re.compile(
    r"(?P<n>\d{1,3})(?P<rest>(?: please| instead|だった|で|に|にして|だ|です|ね|よ|。)*)$"
)
_CLOCK = {
    Language.EN: re.compile(
        r"(?:at |for |to )?(?:(?:half|quarter|\d{1,2}) (?:past|to) |half )?"
        r"(?P<hour>\d{1,2})(?:[:.]\d\d)?(?P<half> ?[ap]\.?m\.?)?(?: o'clock)?"
    ),
    Language.JA: re.compile(
        r"(?P<half>午前|午後|朝の?|夜の?|夕方の?|昼の?)?(?P<hour>\d{1,2})(?:時(?:半|\d{1,2}分)?|:\d\d)"
    ),
}
"""An hour and no day."""
_BARE_HOUR = re.compile(
    r"(?:half )?\d{1,2}(?:[:.]\d\d)?(?= (?:please|instead|then|tonight|tomorrow|at night"
    r"|in the (?:morning|afternoon|evening))\b|[ ,.!]*$)"
)


def at_another_time(
    chore: Chore,
    text: str,
    language: Language,
    now: datetime,
    whens_of: Callable[[str], Sequence[When]],
) -> Chore | None:
    """The chore that was set just before, at the time that the sentence puts right; None where it
    says anything else."""
    rest = _NOT_BUT.sub("", _LEAD[language].sub("", text))
    put_right = rest != text or _CHANGES.search(rest) is not None
    rest = _completed(rest, put_right, chore, language, whens_of)
    said = f"at {rest}" if _BARE_HOUR.match(rest) else rest
    whens = [when for when in whens_of(said) if not when.until]
    if len(whens) != 1 or said[: whens[0].start].strip() not in ("", "at", "for", "to"):
        return None
    when, tail = whens[0], _TAIL[language].match(said[whens[0].end :])
    corrects = rest != text or (tail is not None and _CHANGES.search(tail.group()))
    if tail is None or not corrects:
        return None
    if chore.operation == "timer_set":
        return replace(chore, when=when, spans_s=(when.span_s,)) if when.span_s else None
    if when.span_s is not None or when.timing is None or not when.has_clock:
        return None
    before = chore.when.timing if chore.when is not None else None
    if isinstance(when.timing, After) and not isinstance(before, After | None):
        return None  # half an hour later than it was set to
    clock = _CLOCK[language].fullmatch(said[when.start : when.end].strip())
    if clock is not None and before is not None:
        when = replace(when, timing=_like(before, when.timing, _is_open(clock), now))
    return replace(chore, when=when)


def on_one_more_day(
    chore: Chore, text: str, language: Language, whens_of: Callable[[str], Sequence[When]]
) -> Chore | None:
    """The chore that was set just before, once more on the day that the sentence adds; None where
    it says anything else."""
    found = _TOO[language].match(text)
    before = chore.when.timing if chore.when is not None else None
    if found is None or not isinstance(before, Once | Recurring):
        return None
    said = found["a"] or found["b"]
    days = whens_of(said) or whens_of(said := f"on {said}")
    if len(days) != 1 or days[0].has_clock or said[: days[0].start].strip() not in ("", "on"):
        return None
    day, plural = days[0].timing, said[days[0].end :].strip() in ("", "s")
    if not plural or not isinstance(day, Once | Recurring):
        return None
    return replace(chore, when=replace(days[0], timing=_then(before, day), has_clock=True))


def _then(before: Once | Recurring, day: Once | Recurring) -> Timing:
    """The hour of `before` on this day, or week for week where `before` comes again."""
    if isinstance(before, Once):
        return (
            replace(day, at=before.at.time())
            if isinstance(day, Recurring)
            else Once(day.at.replace(hour=before.at.hour, minute=before.at.minute))
        )
    if isinstance(day, Recurring):
        return replace(day, at=before.at)
    return replace(before, days=days_of((day.at.weekday(),)))


def _completed(
    rest: str,
    is_put_right: bool,
    chore: Chore,
    language: Language,
    whens_of: Callable[[str], Sequence[When]],
) -> str:
    """`Half past` with the hour that was said, a day with the time of the day, and the number of a
    timer with its unit."""
    ja = language is Language.JA
    number = _BARE_NUMBER.fullmatch(rest)
    if chore.operation == "timer_set":
        unit = _unit(chore, ja=ja)
        return f"{number['n']}{unit}{number['rest']}" if number and is_put_right else rest
    before = chore.when.timing if chore.when is not None else None
    at = before.at if isinstance(before, Once | Recurring) else None
    if at is None or not is_put_right:
        return rest
    whole = _PART_OF_AN_HOUR.sub(rf"\g<part> {at.hour % 12 or 12}", rest)
    days = [when for when in whens_of(whole) if when.span_s is None and not when.has_clock]
    if len(days) != 1 or days[0].start or days[0].timing is None:
        return whole
    day, behind = whole[: days[0].end], whole[days[0].end :]
    hour = f"の{at.hour}時{at.minute}分" if ja else f" at {at.hour}:{at.minute:02}"
    return f"{day}{hour}{behind}"


def _unit(chore: Chore, *, ja: bool) -> str:
    """The unit in which the length of a timer is a whole number, as it is said."""
    length = chore.spans_s[0] if chore.spans_s else 0.0
    for seconds, of_ja, of_en in ((3600, "時間", "hours"), (60, "分", "minutes")):
        if length and length % seconds == 0:
            return of_ja if ja else f" {of_en}"
    return "秒" if ja else " seconds"


def _is_open(clock: re.Match[str]) -> bool:
    """Whether it may be of the morning or of the evening."""
    return not clock["half"] and 1 <= int(clock["hour"]) <= 12


def _like(before: Timing, new: Timing, is_open: bool, now: datetime) -> Timing:
    """The hour of `new` in the day of `before`, as near to it as may be."""
    if not isinstance(new, Once):
        return new
    if isinstance(before, Recurring):
        old = datetime.combine(new.at.date(), before.at, new.at.tzinfo)
        return replace(before, at=_nearest(old, _ways(old, new.at, is_open)).time())
    if isinstance(before, Once):
        old = before.at.astimezone(new.at.tzinfo)
        to_come = [at for at in _ways(old, new.at, is_open) if at > now]
        return Once(_nearest(old, to_come)) if to_come else new
    return new


def _ways(old: datetime, hour: datetime, is_open: bool) -> Iterator[datetime]:
    at = old.replace(hour=hour.hour, minute=hour.minute, second=0, microsecond=0)
    yield at
    if is_open:
        yield at.replace(hour=(at.hour + 12) % 24)


def _nearest(old: datetime, ways: Iterable[datetime]) -> datetime:
    return min(ways, key=lambda at: abs(at - old))
