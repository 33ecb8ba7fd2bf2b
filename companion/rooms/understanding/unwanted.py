"""Unwanted いらない: what the owner says is not wanted on a day. It orders nothing; a routine of
that day is offered to be skipped."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from companion.rooms.understanding.acts import KIND_DOMAINS
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.resolve import of_kinds
from companion.rooms.understanding.times import When
from companion.words.language import Language
from companion.words.timing import Once
from companion.words.understood import NOT_WANTED, UnderstoodWish

_SAID = {
    Language.JA: re.compile(
        "(?:は|も|が|って|を)?(?:もう)?(?:いらない|いらん|いりません|要らない|要りません|不要|なしで(?:いい|ええ|お願い)?|なし"
        "|なくて(?:も)?(?:いい|ええ|大丈夫)|必要ない|必要ありません|やめとく|やめておく|やめておこう|やめとこう|結構|お?休み(?:で|に)?|ぱす)"
        "(?:かな|かも|です|だ|よ|わ|や|ね|な|から|けど|で|。| )*$"
    ),
    Language.EN: re.compile(
        r"^(?:please |oh |well |so |actually |and )*(?:no (?!one\b|wait\b)[a-z]"
        r"|not (?:today|tonight|tomorrow|this)"
        r"|(?:i|we) (?:don't|do not|won't|will not) (?:want|need|be needing|feel like)\b)"
    ),
}
_OF_A_DOING = {"clean": "vacuum", "play": "music"}
_OF_A_MODE = ("heat", "cool", "dry", "fan_only")


def unwanted(
    text: str,
    tokens: Sequence[Token],
    whens: Sequence[When],
    language: Language,
    home: Home,
    now: datetime,
) -> UnderstoodWish | None:
    """The things that are not wanted, and the day; None where the sentence says nothing of the
    kind."""
    bare = re.sub(r"[ ,.!?。、！？]+$", "", text)
    day_alone = language is Language.JA and _DAY_ALONE.search(bare) is not None
    if _SAID[language].search(bare) is None and not day_alone:
        return None
    if any(t.is_("mark", "question") for t in tokens):
        return None
    if bare.startswith("no ") and any(t.cls in ("verb", "dir", "adj", "number") for t in tokens):
        return None  # no, lights off
    day = _day(whens, now)
    things = {i for t in tokens if t.cls == "name" for i in t.value}
    kinds = [str(t.value) for t in tokens if t.cls == "kind"]
    kinds += [_OF_A_DOING[t.value] for t in tokens if t.is_("verb", *_OF_A_DOING)]
    kinds += ["climate" for t in tokens if t.is_("mode", *_OF_A_MODE)]
    things |= {t.id for t in of_kinds([k for k in kinds if k in KIND_DOMAINS], home.things)}
    if not things and (any(t.cls == "unread" for t in tokens) or not whens):
        return None
    return UnderstoodWish(
        intent=NOT_WANTED, targets=tuple(sorted(things)), parameters={"day": day.isoformat()}
    )


_DAY_ALONE = re.compile(
    "^(?:今日|本日|明日|あした|今夜|今晩)(?:は)?(?:もう)?(?:いい|ええ)(?:や|よ|わ|です|かな|な)*$"
)


def _day(whens: Sequence[When], now: datetime) -> date:
    moments = [w.timing.at for w in whens if isinstance(w.timing, Once)]
    return moments[0].astimezone(now.tzinfo).date() if moments else now.date()
