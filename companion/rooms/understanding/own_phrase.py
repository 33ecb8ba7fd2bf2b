"""An own phrase 合言葉 is a word of the household that stands for an order: "when I say movie time,
dim the living room", 「映画タイム」って言ったらカーテン閉めて."""

import re
from dataclasses import dataclass

from companion.words.language import Language, has_japanese

_LONGEST = 40
_QUOTES = "\"'“”‘’「」『』 ,、"
_VERBS = "turn|switch|dim|close|open|shut|put|set|start|stop|play|pause|lock|draw|make"
_WAYS = {
    Language.EN: re.compile(
        r"(?:(?:from now on|ok|okay|please|hey|and|so)[ ,]+)*"
        r"(?:when(?:ever)?|if|every time|any ?time) (?:i|we|somebody|someone|anybody|anyone) "
        r"(?:say|says|tell you|tells you|shout|shouts) "
        r"(?P<phrase>[\"“‘'].+?[\"”’']|[^,]+?)"
        rf"(?:,| then\b|(?<=[\"”’'])|(?= (?:{_VERBS})\b)) ?(?:then )?(?:please )?(?P<order>.+)",
        re.I,
    ),
    Language.JA: re.compile(
        "(?:これから(?:は)?|今度から(?:は)?|もし|、)*(?:(?:私|俺|僕|誰か)が)?"
        "(?P<phrase>「.+?」|『.+?』|[^、。がはをに]+?)(?:って|と)(?:言っ|いっ|話しかけ)たら(?:、)*(?P<order>.+)"
    ),
}


@dataclass(frozen=True)
class OwnPhrase:
    """The phrase, and the order that it stands for."""

    phrase: str
    order: str


def own_phrase(text: str) -> OwnPhrase | None:
    """The phrase that a sentence gives a meaning; None where it gives none. Whether the order can
    be read is another matter."""
    language = Language.JA if has_japanese(text) else Language.EN
    found = _WAYS[language].fullmatch(text.strip().rstrip("。.!！"))
    if found is None:
        return None
    phrase, order = found["phrase"].strip(_QUOTES), found["order"].strip(_QUOTES)
    return OwnPhrase(phrase, order) if 0 < len(phrase) <= _LONGEST and order else None
