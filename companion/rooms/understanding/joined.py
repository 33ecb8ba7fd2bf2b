"""Joined 継ぎ合わせ: what pieces of one sentence, or two sentences, mean together."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from companion.rooms.understanding.acts import SCENE, Act
from companion.rooms.understanding.chores import length_slots
from companion.rooms.understanding.frame import Frame
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.reading import Order, Sentence
from companion.rooms.understanding.times import When
from companion.words.timing import After, BySun, Once, Recurring, Timing
from companion.words.understood import UnderstoodWish

_OF_THE_MORNING = (
    "turn_on",
    "open",
    "play",
    "start",
    "set_position",
    "set_brightness",
    "set_mode",
    "set_temperature",
    "set_volume",
    "set_tilt",
)
"""Operations that belong to getting up; turning off and locking are meant for now."""


def at_one_time(
    wishes: Sequence[UnderstoodWish], text: str = "", *, leads: bool = False
) -> tuple[UnderstoodWish, ...]:
    """Each wish at its own time. One is shared by what follows where it leads the sentence, and
    that of a wake-up by what one wakes up to."""
    found: list[UnderstoodWish] = []
    shared: Timing | None = None
    woken = False
    now = _NOW.search(text) is not None
    for wish in wishes:
        chore = wish.operation.startswith("schedule.")  # what is cancelled is cancelled now
        own = wish.when or not shared or now or chore
        if not own and woken and not wish.operation.endswith(_OF_THE_MORNING):
            own = True
        found.append(wish if own else replace(wish, when=shared))
        wakes = wish.operation == "schedule.alarm_set"
        if wish.operation != "schedule.timer_set" and wish.when and (wakes or leads):
            shared, woken = shared or wish.when, woken or wakes
    return tuple(found)


_NOW = re.compile(r"\b(?:right )?now\b|今すぐ|いますぐ|今は")


def bedroom(home: Home) -> str:
    """Where one wakes up; "" where no room is called so."""
    names = ("bedroom", "寝室", "ベッドルーム")
    return next((room.id for name in names if (room := home.room_called(name))), "")


def chooses_scene(bare: Frame, sentence: Sentence, home: Home) -> bool:
    """`Movie mode, please`, シアターモードで: a scene is chosen by its name and a small word."""
    named = [t for i in bare.named if (t := home.thing(i)) is not None]
    chosen = any(
        t.text in ("で", "に")
        or t.text.endswith(("もーど", "mode", "time"))
        or t.is_("tail", "please")
        for t in sentence.tokens
    )
    return bool(named) and chosen and all(t.domain in SCENE for t in named)


def in_some_time(wish: UnderstoodWish, when: After, order: Order, text: str) -> UnderstoodWish:
    """Home Assistant has one word for a command in some time: a timer that carries it."""
    span = order.when
    command = (text[: span.start] + text[span.end :]).strip(" ,、に") if span else text
    slots = {**length_slots(when.after_s, ""), "conversation_command": command}
    return replace(wish, intent="HassStartTimer", slots=slots)


def cut(text: str, language: str) -> list[str]:
    """A sentence cut where several things may be asked for one after another."""
    if language == "ja":
        text = _NEXT_DEED.sub(r"\g<0>、", _TWO_TIMERS.sub(r"\1のたいまー、", text))
    marks = ("、", "。", "て、") if language == "ja" else (" and ", " , ", " then ")
    pieces = [text]
    for mark in marks:
        pieces = [p for piece in pieces for p in piece.split(mark)]
    stripped = (_JOINS.sub("", p.strip()) if language == "ja" else p.strip() for p in pieces)
    kept: list[str] = []
    for piece in stripped:
        if piece and kept and language == "en" and _TAKES_BACK.match(piece):
            kept[-1] = f"{kept[-1]} , {piece}"
        elif piece:
            kept.append(piece)
    return kept


_TAKES_BACK = re.compile(
    r"(?:no|sorry|wait|oops|actually|i mean|i meant|make that|or rather|scratch that)\b"
)
"""Words of a correction: they belong to the piece before them."""
_TWO_TIMERS = re.compile(
    r"(\d+(?P<unit>分|秒|時間)半?)(?:の?たいまー)?(?:と|、)(?=[^、。\d]{0,10}\d+(?P=unit)半?の?たいまー)"
)
"""5分と10分のタイマー: two of them."""
_NEXT_DEED = re.compile(
    "(?:起こし|おこし|もーどにし|[0-9度%]にし|あらーむ(?:を)?かけ|たいまー(?:を)?かけ|せっとし|計っ|はかっ|消し|つけ|点け|開け|閉め|かけ|止め|入れ|切っ"
    "|流し|回し|下げ|上げ|下ろし)(?:て|といて)"
    "(?=(?!ほし|欲し|くれ|くだ|下さ|もら|もろ|ちょう|いただ|頂|おい|や|よ|ね|な|ー|、|。|って|と言|い[るたま]|あ[るり]|る"
    "|もいい|ば|か[なね、。]|の[か、。]|しま|はい).{4})"
)
"""6時に起こして|カーテンも開けて: a deed after which another begins without a pause."""
_JOINS = re.compile(
    "^(?:あとは?|それと|それから|そして|ついでに|で|んで|ほんで|それに|あとそれと)(?=.{3})|(?<=...)(?:と|それと|あと)$"
)
"""Words between two pieces of a sentence."""


_EVERY_JA = "平日|土日|週末|休日|毎日"
_DAYS_JA = f"(?:{_EVERY_JA}|(?:毎週)?[月火水木金土日]曜日?(?:(?:と|、|・)[月火水木金土日]曜日?)*)"
_HOUR_JA = r"(?:朝|夜|午前|午後|夕方|昼)?の?\d{1,2}(?:時(?:半|\d{1,2}分)?|:\d\d)"
_DAYS_EN = (
    r"(?:on |every |at (?:the )?)?(?:weekdays?|weekends?|workdays?|school days"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"(?: and (?:mon|tues|wednes|thurs|fri|satur|sun)days?)*)"
)
_HOUR_EN = (
    r"(?:at )?(?:half past |quarter past |quarter to )?\d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock))?"
)
_TWO_RULES = {
    "ja": (
        re.compile(
            f"^(?P<lead>.*?)(?P<d1>{_DAYS_JA})(?:は|の|に|が)?(?P<t1>{_HOUR_JA})(?:に|で|、|と|そして|それで)*"
            f"(?P<d2>{_DAYS_JA})(?:は|の|に|が)?(?P<t2>{_HOUR_JA})(?P<rest>.*)$"
        ),
    ),
    "en": (
        re.compile(
            rf"^(?P<lead>.*?)\b(?P<t1>{_HOUR_EN}) (?P<d1>{_DAYS_EN})(?: ,)?(?: and| but)? "
            rf"(?P<t2>{_HOUR_EN}) (?P<d2>{_DAYS_EN})(?P<rest>.*)$"
        ),
        re.compile(
            rf"^(?P<lead>.*?)\b(?P<d1>{_DAYS_EN}) (?P<t1>{_HOUR_EN})(?: ,)?(?: and| but)? "
            rf"(?P<d2>{_DAYS_EN}) (?P<t2>{_HOUR_EN})(?P<rest>.*)$"
        ),
        re.compile(
            rf"^(?P<d1>{_DAYS_EN})(?: ,)? (?P<lead>(?:wake|get) (?:me|us)(?: up)?) "
            rf"(?P<t1>{_HOUR_EN})(?: ?,)?(?: and| but)? (?P<d2>{_DAYS_EN})(?: ,)?"
            rf"(?: (?:wake|get) (?:me|us)(?: up)?)? (?P<t2>{_HOUR_EN})(?P<rest>.*)$"
        ),
    ),
}
_ONE_DAY = re.compile("^[月火水木金土日]曜")


def two_rules(text: str, language: str) -> tuple[str, ...]:
    """平日は7時、土日は9時に起こして: one order for two sorts of days, said once for each. Empty
    where the folded sentence is none."""
    found = next((m for row in _TWO_RULES[language] if (m := row.match(text))), None)
    if found is None:
        return ()
    every = re.search(_EVERY_JA, found["d1"] + found["d2"]) is not None
    said = []
    for day, hour in ((found["d1"], found["t1"]), (found["d2"], found["t2"])):
        if language == "ja":
            days = f"毎週{day}" if every and _ONE_DAY.match(day) else day
            said.append(f"{found['lead']}{days}は{hour}{found['rest']}")
            continue
        at = hour if hour.startswith("at ") else f"at {hour}"
        days = day if day.startswith(("on ", "every ", "at ")) else f"on {day}"
        said.append(" ".join(f"{found['lead']} {at} {days} {found['rest']}".split()))
    return tuple(said)


def when_of_both(bare: Frame, before: Order) -> When | None:
    """When, of what is named now, else of what was ordered before."""
    return bare.when or before.when


def merged(before: Frame, bare: Frame) -> Frame:
    """Apply the order of the sentence before to the things that are named now."""
    said = [g for g in bare.groups if g.said]
    kinds = tuple(dict.fromkeys(k for g in before.groups for k in g.kinds))
    groups = [g if g.thing or g.other else replace(g, kinds=kinds) for g in said]
    merged = replace(before, groups=groups or list(before.groups), excepted=list(bare.excepted))
    if bare.number is not None:
        merged = replace(merged, number=bare.number, unit=bare.unit or before.unit)
    if bare.levels:
        merged = replace(merged, levels=list(bare.levels))
    if bare.colors:
        merged = replace(merged, colors=list(bare.colors))
    return merged


def later(when: Timing | None, seconds: float) -> Timing | None:
    """The end of so long from that time on; None where nobody can tell it beforehand, as after
    somebody's coming home."""
    if when is None:
        return After(seconds)
    if isinstance(when, Once):
        return Once(when.at + timedelta(seconds=seconds))
    if isinstance(when, After):
        return After(when.after_s + seconds)
    if isinstance(when, BySun):
        return replace(when, offset_s=when.offset_s + seconds)
    if isinstance(when, Recurring):
        over = datetime.combine(date.min, when.at) + timedelta(seconds=seconds)
        return replace(when, at=over.time()) if over.date() == date.min else None
    return None


ENDS_WITH = {"turn_on": "turn_off", "set_mode": "turn_off", "turn_off": "turn_on"}
"""Ends of deeds that are asked for a while: heating for an hour is off after it."""


def may_be_over(order: Order, act: Act) -> bool:
    """Whether what is said of its end can be kept: of what is switched on, once, from a time that
    has an hour. Closed until nine, every day until nine: what then, and which nine?"""
    until, begin = order.frame.until, order.when
    if order.frame.span_s is not None and act.does in ENDS_WITH:
        return later(begin.timing if begin is not None else None, order.frame.span_s) is not None
    if until is None:
        return True
    once = isinstance(until.timing, Once) and (begin is None or isinstance(begin.timing, Once))
    begins = ENDS_WITH.get(act.does) == "turn_off"
    return begins and once and (begin is None or begin.has_clock)
