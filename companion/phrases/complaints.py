"""Complaints 不平: list the ways to say that it is dark, and that something is not so.

Two readers ask: the menu, which offers nothing that makes worse what a person complains of, and the
ranker, to which a sentence that only says it is dark means one thing. "It is not so dark" and
暗くない deny it; "isn't it dark?", 暗くない？ and ちょっと暗くない are complaints in the form of a
question.
"""

import re

_EN = r"(?:dark|dim|gloomy)"
_JA = r"(?:暗い|暗すぎ(?:る|ます)?|(?:真っ暗|まっくら)(?:だ|です)?|暗くな(?:って?き|りまし|っ)た?)"
_DEGREE_EN = r"(?:a (?:little )?bit|a little|so|too|very|pretty|quite|rather|really|getting|still)"
_DEGREE_JA = r"(?:ちょっと|少し|すごく|とても|かなり|なんか|なんだか|もう|まだ|、)"
_ASKED_JA = r"くない(?:です)?(?:か(?:な|ね)?|[?？])|くありません(?:か|[?？])"
_ASKED_SOFTLY_JA = r"(?:ちょっと|少し|なんか)[^、。]{1,5}くない"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_ASKED = _words(rf"\bisn'?t it\b|{_ASKED_JA}|{_ASKED_SOFTLY_JA}")
_DENIED = _words(r"\b(?:not|never)\b|n't\b(?<!can't)|くない|くありません|(?:じゃ|では)な")
_ONLY_DARK = _words(
    rf"(?:\d\d:\d\d )?(?:(?:oh|well|hm+)[, ]+)?(?:it(?:'?s| is) |isn'?t it )?(?:{_DEGREE_EN} )*"
    rf"{_EN}(?: (?:in )?here| in (?:the |this )?\w+(?: \w+)?)?(?:,? isn'?t it)?[.!?]*"
    rf"|(?:\d\d:\d\d )?(?:ここ|この部屋|[^\s、。]{{1,8}}?)?(?:は|が|、)?{_DEGREE_JA}*"
    rf"(?:{_JA}(?:です)?(?:なあ?|ね|よ|わ|ん(?:だ|です))*(?:けど|が)?|暗(?:{_ASKED_JA}))[。！!?？]*"
)
_DARK = _words(
    rf"\b(?:{_DEGREE_EN}|bit|is|it'?s|isn'?t it|feels?) (?:\w+ )?{_EN}\b"
    rf"|\bcan(?:no|')t see|\bhardly see|\bmore light\b|{_JA}|暗(?:{_ASKED_JA})|見えな|見えにく"
    rf"|(?:ちょっと|少し|なんか)[^、。]{{0,4}}暗くない"
)


def denies(text: str) -> bool:
    """Whether a sentence says that something is not so; a question in that form says that it is."""
    return _DENIED.search(_ASKED.sub("", text)) is not None


def says_only_dark(text: str) -> bool:
    """That it is dark, and nothing else."""
    return _ONLY_DARK.fullmatch(text.strip()) is not None


def complains_of_darkness(text: str) -> bool:
    """That it is dark, or that nothing can be seen, among other words."""
    return says_only_dark(text) or (_DARK.search(text) is not None and not denies(text))
