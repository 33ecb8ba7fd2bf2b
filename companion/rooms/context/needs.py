"""Needs 困りごと: reads from a sentence, or from a report in words, which lack it tells of.

A closed list of forms in both languages for each need (`need_words.toml`); a sentence that says
that it is not so, or that all is to stay as it is, tells of none. Complaints are read here, and
plain wishes for their end: it is dark, it dazzles, it is cold, hot, stuffy, loud, not to be heard
or dry, somebody sleeps with the light on, strangers can look in, rain comes in.
"""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache

from companion.words.number import real_number, with_digits
from companion.words.table import table


class Need(StrEnum):
    """困りごと: a lack that a person or a report tells of."""

    DARK = "dark"
    GLARE = "glare"
    DIMMER = "dimmer"
    COLD = "cold"
    HOT = "hot"
    STUFFY = "stuffy"
    LOUD = "loud"
    UNHEARD = "unheard"
    """Music or speech plays too quietly to be understood."""
    DRY = "dry"
    DAMP = "damp"
    FLAT = "flat"
    """A battery is nearly empty."""
    ASLEEP = "asleep"
    """A person falls asleep where light is on."""
    LOOKED_AT = "looked_at"
    """Others can look in."""
    BURNING = "burning"
    WET = "wet"
    """Rain comes in, or it began to rain."""


TOLD_FROM = 0.55
"""A need that no form reads counts from this likelihood on (ADR 0145)."""
AGREED_FROM = 0.45
"""The same where a meter of the home agrees; where it disagrees none counts."""
NONE_FROM = 0.8
"""A need that a form reads does not count where none is this likely (ADR 0145)."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@cache
def _forms() -> Mapping[Need, re.Pattern[str]]:
    rows = table("companion.rooms.context", "need_words.toml")
    return {Need(need): _words("|".join((*row["en"], *row["ja"]))) for need, row in rows.items()}


_DEGREES = _words(r"(-?\d+(?:\.\d+)?) ?(?:°|℃|度|degrees?\b)")
_TOO_COLD_C, _TOO_HOT_C = 15.0, 28.0
_PERCENT = _words(r"(\d+(?:\.\d+)?) ?(?:%|％|パーセント|per ?cent\b)")
_HUMIDITY, _BATTERY = _words(r"humid|湿度"), _words(r"\bbattery\b|電池|バッテリー")
_DRY_AIR, _DAMP_AIR, _FLAT = 35.0, 75.0, 30.0
"""Percent: of humidity and of a battery."""
_UNWELL = _words(
    r"\b(?:feel(?:ing)?|felt|gone|going|am|i'm|bit|so) (?:\w+ )?(?:faint|dizzy|sick|ill"
    r"|unwell|woozy|queasy|light-?headed|funny|numb)\b"
    r"|\bhead(?: is|'s)? (?:spinning|swimming|pounding)\b"
    r"|\bgiddy\b|\bcome over (?:all )?\w+\b"
    r"|ぼうっと|ぼーっと|ふらふら|くらくら|めまい|目が回|気持ち(?:が)?悪|気分が悪|頭が(?:痛|重)|だるい|吐き気"
)
_IN_BED = _words(
    r"\bin bed\b|\basleep\b|\bsleep(?:s|ing)\b|\b(?:cribs?|cots?|beds?) (?:is|are) (?:in use"
    r"|occupied)\b|ベッドに|布団に|寝て"
)
_BRIGHT = _words(r"\bbright\b|\blit\b|\blights? (?:is|are) (?:still )?on\b|明る|明かりがつ")
_IS_LOUD = _words(r"\b(?:is|are) (?:very |still |too )?(?:loud|noisy)\b|音が大き|大音量")
_AS_IT_IS = _words(
    r"\bleave (?:it|them|that|everything|the \w+)\b|\bas (?:it is|they are)\b"
    r"|\bdon'?t (?:you )?(?:touch|"
    r"change|bother|turn|switch|put|close|open)\b|\bno need\b|\bnever mind\b|\bstay like this\b"
    r"|\blike it (?:dark|this way|cold|warm)\b"
    r"|そのまま|ままで|しないで|つけないで|消さないで|開けないで|閉めないで|触らないで|いらない"
    r"|要らない"
    r"|なくていい|大丈夫|好きなん|のが好き|ちょうどいい"
)


_HIDES: tuple[tuple[Need, frozenset[Need]], ...] = (
    (Need.ASLEEP, frozenset({Need.GLARE, Need.DARK})),
    (Need.LOOKED_AT, frozenset({Need.DARK})),
    (Need.GLARE, frozenset({Need.DARK, Need.HOT})),
    (Need.STUFFY, frozenset({Need.DARK, Need.GLARE, Need.HOT})),
    (Need.UNHEARD, frozenset({Need.LOUD})),
    (Need.WET, frozenset({Need.COLD, Need.LOUD})),
)
"""A need that explains the words of others: who sees nothing for steam does not lack light."""


def needs_in(text: str, *, by_person: bool) -> frozenset[Need]:
    """The needs that a text tells of; of a report its degrees are read too."""
    if by_person and all_as_it_is(text):
        return frozenset()
    found = {need for need, form in _forms().items() if form.search(text)}
    if by_person and _OF_OTHERS.search(text):
        found &= {Need.BURNING}
    if by_person and _DENIED_PLAINLY.search(text):
        found -= {Need.COLD, Need.HOT, Need.STUFFY, Need.LOUD, Need.DARK}
    for need, hidden in _HIDES:
        if need in found:
            found -= hidden
    return frozenset(found | (set() if by_person else _in_report(text)))


def likely_need(
    sure: Mapping[str, float], meters: Callable[[Need], bool | None] = lambda _: None
) -> frozenset[Need]:
    """The one need that a trained reader holds likely enough; none where it doubts, or where
    `meters` say that it is not so."""
    name = max(sure, key=lambda one: sure[one], default="")
    best = Need(name) if name else None
    measured = meters(best) if best is not None else False
    if best is None or measured is False:
        return frozenset()
    return frozenset({best} if sure[name] >= (AGREED_FROM if measured else TOLD_FROM) else ())


def sounds_like_none(sure: Mapping[str, float]) -> bool:
    """Whether a trained reader holds it likely that a sentence tells of no need."""
    return bool(sure) and 1 - sum(sure.values()) >= NONE_FROM


def may_tell_a_need(text: str) -> bool:
    """Whether a sentence does not say itself that nothing is lacking here and now."""
    said = (_AS_IT_IS, _DENIED_PLAINLY, _OF_OTHERS, _ANOTHER_DAY)
    return not any(form.search(text) for form in said)


def _in_report(text: str) -> set[Need]:
    """A report tells what was measured, or what two things together mean."""
    found = _by_figures(with_digits(text))
    if _IS_LOUD.search(text):
        found.add(Need.LOUD)
    if _IN_BED.search(text) and _BRIGHT.search(text):
        found.add(Need.ASLEEP)
    return found


def _by_figures(text: str) -> set[Need]:
    celsius, percent = _figure(_DEGREES, text), _figure(_PERCENT, text)
    found: set[Need] = set()
    by_degrees = _by_degrees(celsius)
    found |= {by_degrees} if by_degrees is not None else set()
    # Exactly 0 is what a broken meter says.
    if percent and percent <= 100 and _HUMIDITY.search(text):
        found |= {Need.DRY} if percent <= _DRY_AIR else set()
        found |= {Need.DAMP} if percent >= _DAMP_AIR else set()
    if percent is not None and _BATTERY.search(text) and percent <= _FLAT:
        found.add(Need.FLAT)
    return found


def _by_degrees(celsius: float | None) -> Need | None:
    # Exactly 0 is what a broken thermometer says of a room.
    if not celsius or not -30 <= celsius <= 45:
        return None
    if celsius <= _TOO_COLD_C:
        return Need.COLD
    return Need.HOT if celsius >= _TOO_HOT_C else None


def need_by_degrees(value: str) -> Need | None:
    """The need of a room at the degrees that its thermometer reports."""
    return _by_degrees(real_number(value))


def feels_unwell(text: str) -> bool:
    """Whether somebody tells of a body that is not well, which heat and cold do to it."""
    return _UNWELL.search(text) is not None


def _figure(form: re.Pattern[str], text: str) -> float | None:
    found = form.search(text)
    return real_number(found.group(1)) if found is not None else None


def all_as_it_is(text: str) -> bool:
    """Whether a sentence wants something left as it is."""
    return _AS_IT_IS.search(text) is not None


_OF_OTHERS = _words(
    r"\byou must be\b|\byou poor\b|\b(?:at|in) (?:yours|your (?:place|house|flat|end))\b"
    r"|そちら|そっちは|お宅|向こうは|むこうは"
)
"""Words that suppose a need of a person elsewhere, as on the telephone."""
_ANOTHER_DAY = _words(
    r"\b(?:yesterday|tomorrow|last (?:night|week|month|year|winter|summer)|next (?:week|month|year)"
    r"|the other (?:day|night)|the day after|\w+ (?:days|weeks|months|years) ago"
    r"|(?:on|by|since|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
    r"|昨日|きのう|昨夜|ゆうべ|おととい|先週|先月|去年|明日|あした|あす(?:は|の|も)|明後日|あさって|来週|来月|来年|この前|こないだ"
)
"""A need of another day is none of now: `I don't want waking tomorrow` dimmed a lamp."""
_DENIED_PLAINLY = _words(
    r"\b(?:not|isn'?t|no longer|never) (?:too |so |that |very |at all )?(?:cold|hot|stuffy|loud"
    r"|noisy|dark|dim)\b"
    r"|(?:寒|暑|うるさ)く(?:は)?ない"
)
