"""Needs 困りごと: reads from a sentence, or from a report in words, which lack it tells of.

A closed list of forms in both languages for each need; a sentence that says that it is not so, or
that all is to stay as it is, tells of none. Wishes are not read here, only complaints: it is dark,
it dazzles, it is cold, hot, stuffy, loud or dry, somebody sleeps with the light on, strangers can
look in.
"""

import re
from enum import StrEnum

from companion.words.number import real_number, with_digits


class Need(StrEnum):
    """困りごと: a lack that a person or a report tells of."""

    DARK = "dark"
    GLARE = "glare"
    DIMMER = "dimmer"
    COLD = "cold"
    HOT = "hot"
    STUFFY = "stuffy"
    LOUD = "loud"
    DRY = "dry"
    DAMP = "damp"
    FLAT = "flat"
    """A battery is nearly empty."""
    ASLEEP = "asleep"
    """A person falls asleep where light is on."""
    LOOKED_AT = "looked_at"
    """Others can look in."""
    BURNING = "burning"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FORMS: tuple[tuple[Need, re.Pattern[str]], ...] = tuple(
    (need, _words(f"{english}|{japanese}"))
    for need, english, japanese in (
        (
            Need.DARK,
            r"\b(?:too|so|pitch|how|very|getting|it'?s|it is|awfully) (?:dark|black|gloomy|dim)\b"
            r"|\b(?:is|are|gets?|got) (?:dark|pitch black)\b"
            r"|\bcan(?:'?t|not) (?:even |really )?(?:see|read|find|make out|tell)\b"
            r"(?!.*\b(?:steam|mirror|glare|sun)\b)"
            r"|\b(?:no|any) light (?:up |in |down )?here\b|\bblack as\b|\bstrain\w* my eyes\b"
            r"|\bhardly see\b|\bsquint\w*\b",
            r"真っ暗|まっくら|暗い|暗く|暗すぎ|見えない|見えにくい|見えん(?!.*湯気)|足元が見え"
            r"|手元が|目が悪い|字が小さ|二重に見え",
        ),
        (
            Need.GLARE,
            r"\bglar(?:e|ing)\b|\bdazzl\w*|\bblind(?:ing|ed)\b"
            r"|\bsun(?:light)? (?:is )?(?:right )?in "
            r"(?:my|his|her|our|the) (?:eyes?|face)\b|\bwashed out\b|\bown face\b|\breflect\w*"
            r"|\bthis sun\b"
            r"|\bwindow is drilling\b|\bsun (?:is|comes) (?:right |straight )?(?:on|in|at)\b",
            r"西日|日差し|まぶし|眩し|画面が(?:光|白)|反射|日が(?:直接|まとも)|顔に当た",
        ),
        (
            Need.DIMMER,
            r"\btoo bright\b|\binterrogat\w*|\bbit of mood\b|\bdim (?:it|the|them)\b|\bdimmer\b"
            r"|\bsofter light\b"
            r"|\blights? (?:is|are) (?:too |so )(?:harsh|bright|strong)\b|\bturn it down a bit\b",
            r"明るすぎ|灯りだけ落と|明かりを落と|小さくしとこ|ほの暗|雰囲気",
        ),
        (
            Need.COLD,
            r"\b(?:cold|chilly|freezing|frozen|perishing|shiver\w*|nippy|draughty|draught"
            r"|parky)\b"
            r"|\bsee (?:my|our) breath\b|\bteeth (?:are )?chatter\w*|\b(?:hands|fingers|feet"
            r"|toes) "
            r"(?:have |are )?(?:gone )?(?:stiff|numb|ice|blue)\b|\bsoaked\b",
            r"寒い|寒く|寒すぎ|冷え|凍え|しばれ|震え|ぞくぞく|息が白|かじかむ|冷気|底冷え",
        ),
        (
            Need.HOT,
            r"\b(?:too|so|boiling|very|really|it'?s|this|unbearably) (?:hot|warm)\b"
            r"|\bhot in here\b"
            r"|\bsweat\w*|\bswelter\w*|\bmelting\b|\broast(?:ing|ed)\b|\bbak(?:ing|ed)\b"
            r"|\boven in here"
            r"|\bstuck to (?:this|the) (?:sofa|chair)\b|\bsticky\b|\bboiling\b|\bheatwave\b",
            r"暑い|暑く|暑すぎ|蒸し暑|汗|むっと|のぼせ|人いきれ|茹だる|うだる",
        ),
        (
            Need.STUFFY,
            r"\bstuffy\b|\bcan'?t breathe\b|\bsteam\w*|\bsmok(?:e|ed|y)\b|\bsmells?\b|\bstink\w*"
            r"|\bstale\b|\bair(?:less)?\b (?:is )?(?:thick|bad|foul)|\bfog(?:ged)?\b"
            r"|\bturkish bath\b"
            r"|\breek\w*|\bfumes\b|\bmist(?:ed|y)\b",
            r"湯気|煙|けむ|むせ|息苦し|空気が|こもっ|匂|臭|(?<!雨の)におい|換気|粉じん|真っ白にな",
        ),
        (
            Need.LOUD,
            r"\b(?:too|so) (?:loud|noisy)\b|\bnois[ey]\b|\bracket\b|\brattl\w*|\bbass\b"
            r"|\bblaring\b"
            r"|\bcan'?t (?:get a word in|hear (?:myself|you|her|him|them|a thing))\b"
            r"|\bhear every word\b|\bstill plays\b|\bkeeps? (?:me|us|him|her) (?:awake|up)\b",
            r"うるさ|騒がし|やかまし|鳴っている|響い|会議に.*入っ|声が.*入っ|がたがた|音が大き",
        ),
        (
            Need.DRY,
            r"\b(?:air is|it'?s|too|so) dry\b|\bthroat is (?:dry|sore|like)\b",
            r"乾燥し|乾いて|喉が(?:から|カラ|痛)",
        ),
        (
            Need.DAMP,
            r"\bmou?ld\w*|\bdamp\b|\bclammy\b|\bnever dr(?:y|ies)\b|\bwon'?t dry\b",
            r"かび|カビ|じめじめ|じっとり|湿っぽ|湿気|乾かない",
        ),
        (
            Need.ASLEEP,
            r"\b(?:drifting|nodd(?:ed|ing)|dozed?|dozing) off\b|\bclose (?:my|your) eyes\b"
            r"|\b(?:fell|fallen|finally) asleep\b|\blast page\b|\beyes (?:are )?clos\w+"
            r"|\bsettl(?:ed|ing) down for the night\b",
            r"やっと寝た|目をつぶ|寝ちゃった|眠くなって|寝落ち|絵本もおしまい|うとうと",
        ),
        (
            Need.LOOKED_AT,
            r"\b(?:see|look|stare|peer|watch)(?:s|ing)? (?:us|me|in|straight in|right in)\b"
            r"|\bon show\b|\bgoldfish bowl\b",
            r"外から[^。]{0,6}見|丸見え|覗か|のぞか|見られて",
        ),
        (
            Need.BURNING,
            r"\bboil\w* dry\b|\boverheat\w*"
            r"|\bburn(?:ing|t)\b(?! (?:light|lamp))|\bon fire\b|\bboil(?:ing|ed) over\b"
            r"|\bsmoke (?:alarm|detector)(?:'s| is| has| just| keeps?| won't)*"
            r" (?:go(?:es|ing|ne)?|went|beep\w*|ring\w*|rang|scream\w*|blar\w*|off|stop)\b",
            r"空焚き|空だき|から焚き|過熱|焦げ|(?:煙感知|火災報知|火災警報)[^。]{0,6}(?:鳴|作動|反応)|吹きこぼれ|火事|燃え",
        ),
    )
)
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
)
"""A need that explains the words of others: who sees nothing for steam does not lack light."""


def needs_in(text: str, *, by_person: bool) -> frozenset[Need]:
    """The needs that a text tells of; of a report its degrees are read too."""
    if by_person and all_as_it_is(text):
        return frozenset()
    found = {need for need, form in _FORMS if form.search(text)}
    if by_person and _DENIED_PLAINLY.search(text):
        found -= {Need.COLD, Need.HOT, Need.STUFFY, Need.LOUD}
    for need, hidden in _HIDES:
        if need in found:
            found -= hidden
    return frozenset(found | (set() if by_person else _in_report(text)))


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
    if percent is not None and _HUMIDITY.search(text):
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


_DENIED_PLAINLY = _words(
    r"\b(?:not|isn'?t|no longer|never) (?:too |so |that |very |at all )?(?:cold|hot|stuffy|loud"
    r"|noisy)\b"
    r"|(?:寒|暑|うるさ)く(?:は)?ない"
)
