"""Wished operation: finds the operation that a sentence asks for, by its grammar alone.

A sentence's vector says what it is about, hardly whether it asks or forbids: "put the heater on"
and "leave the heater on" lie side by side. So this one thing is read by form. It is careful: what
is negated, reported, wondered about or merely told asks for nothing.
"""

import re
from collections.abc import Mapping

SAME_DEED: Mapping[str, frozenset[str]] = {
    "turn_on": frozenset({"turn_on", "play"}),
    "play": frozenset({"turn_on", "play"}),
    "turn_off": frozenset({"turn_off", "pause", "stop"}),
    "stop": frozenset({"turn_off", "pause", "stop"}),
    "open": frozenset({"open"}),
    "close": frozenset({"close", "lock"}),
    "lock": frozenset({"lock"}),
}
"""Wished act -> the acts of things that do it: a TV that is put on plays."""

_EN_NOT = re.compile(
    r"\b(don'?t|do not|never|not|no|nobody|without|leave|keep|stay|stays|remain|unless|until"
    r"|says?|said|reads?|wonder|used to|if)\b"
)
_EN_POLITE = re.compile(
    r"^(please|and|then|now|so|ok|okay|hey|also|just|kindly|quickly|would you mind"
    r"|(could|can|would|will) (you|somebody|someone|anybody)"
    r"|(i|we)('d| would) (like|love|want) (you )?to|(i|we) (want|need) you to"
    r"|it'?s time to|time to|(every|at|from|in) [a-z0-9: ]+[:,])[ ,]+"
)
_EN_VERBS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("turn_off", re.compile(r"^(turn|switch|put|get|shut)\b.*\b(off|out)\b")),
    ("turn_on", re.compile(r"^(turn|switch|put|get)\b.*\b(on|going)\b")),
    ("turn_on", re.compile(r"^(start|run|light|heat)\b")),
    ("open", re.compile(r"^(open|raise|pull .*\b(open|up)\b|draw .*\bopen\b)")),
    ("close", re.compile(r"^(close|shut|lower|pull .*\b(shut|down)\b)")),
    ("lock", re.compile(r"^lock\b")),
    ("play", re.compile(r"^(play|resume|put (some|a)\b)")),
    ("stop", re.compile(r"^(pause|stop)\b")),
)
_EN_SHORT: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("turn_on", re.compile(r"^(the )?(\w+ ){1,4}on(,? (please|now))*$")),
    ("turn_off", re.compile(r"^(the )?(\w+ ){1,4}(off|out)(,? (please|now))*$")),
)
"""`Hall light on, please`: no verb, and nothing told either."""
_EN_TOLD = re.compile(r"\b(is|are|was|were|has|have|had|goes|went|it|he|she|they|i|we|you)\b")
_CLAUSE = re.compile(r"[.!?;]\s*|,\s+|\s+(?:and|then)\s+|\s+-\s+")

_JA_NOT = re.compile(
    r"ない|なくて|まま|いらな|だめ|禁止|やめ|なし|まで|と(書|言|い)|「|かな|たら|って(いう|書)|かも"
)
_JA_ASKS = (
    r"(て|で)(おいて|置いて)?(ね|よ|くれ|くれる|くれない|くれませんか|ください|下さい|もらえる|"
    r"もらえますか|もらえませんか|もらえない|ほしい|欲しい|ちょうだい|頂戴|いいよ|いただけますか|"
    r"ほしいな|ほしいんだけど)?(な|ね|よ)?"
)
_JA_START = "つけ|付け|点け|オンにし|入れ|動かし|回し|まわし|始め|起動し|ともし"
_JA_STEMS: tuple[tuple[str, str, str], ...] = (
    ("turn_on", _JA_START, "つける|動かす|回す|入れる"),
    ("turn_off", "消し|切っ|オフにし|止め|落とし", "消す|切る|止める"),
    ("open", "開け|上げ", "開ける|上げる"),
    ("close", "閉め|閉じ|下ろし|降ろし|引い", "閉める|下ろす"),
    ("lock", "鍵をかけ|鍵かけ|施錠し|錠をかけ|鍵を閉め|鍵をしめ", "鍵をかける|施錠する|鍵を閉める"),
    ("play", "流し|再生し|(曲|音楽|ラジオ|ニュース|で何か|歌)[^、。]*かけ", "流す|再生する"),
    ("turn_on", "(掃除|ロボット|機)[^、。]*かけ", "(掃除|ロボット|機)[^、。]*かける"),
    ("stop", "一時停止し|停め", "一時停止する"),
)  # fmt: skip
_JA_VERBS = tuple(
    (deed, re.compile(rf"({stems}){_JA_ASKS}$|({plain})(時刻|時間|よう(に)?)?(です)?$"))
    for deed, stems, plain in _JA_STEMS
)
_JA_FAVOUR = re.compile(r"(お願い(します|ね)?|を頼む(よ|ね)?|ちょうだい|ほしいな?)$")
_JA_END = re.compile(r"[。！!？?、\s]+|から|ので|けど")


def asked_deeds(sentence: str) -> frozenset[str]:
    """Deeds (`turn_on`, `close` ...) that the sentence asks for; empty where it asks for none."""
    deeds = _japanese(sentence) if not sentence.isascii() else _english(sentence)
    return frozenset().union(*(SAME_DEED[deed] for deed in deeds))


def _english(sentence: str) -> set[str]:
    plain = sentence.casefold().strip().strip("\"'")
    if ":" in re.sub(r"\d:\d", "", plain) and not plain.startswith(("every", "at ")):
        return set()
    found: set[str] = set()
    for clause in _CLAUSE.split(plain):
        bare = clause.strip()
        while (shorter := _EN_POLITE.sub("", bare)) != bare:
            bare = shorter
        if not bare or _EN_NOT.search(bare):
            continue
        verb = next((deed for deed, form in _EN_VERBS if form.match(bare)), "")
        if not verb and not _EN_TOLD.search(bare):
            verb = next((deed for deed, form in _EN_SHORT if form.match(bare)), "")
        found |= {verb} if verb else set()
    return found


def _japanese(sentence: str) -> set[str]:
    if "「" in sentence:
        return set()
    found: set[str] = set()
    for clause in _JA_END.split(sentence.strip()):
        if not clause or _JA_NOT.search(clause):
            continue
        # A lock is shut with the word for shutting; the narrower reading comes first.
        deeds = [deed for deed, form in _JA_VERBS if form.search(clause)]
        if "turn_off" in deeds and "止め" in clause:
            deeds.append("stop")
        if not deeds and _JA_FAVOUR.search(clause):
            deeds = ["turn_on"]
        found |= set(deeds)
    return found
