"""Preference 好み: reads a question which of two things the companion likes, and picks one.

The same two get the same answer from the same persona, whatever their order and the day. A liking
is an opinion: it states nothing of the home. Times, places and settings are no matter of taste.
"""

import re
from zlib import crc32

_THING_EN = (
    r"(?:the |a |an )?(?!(?:i|you|we|he|she|it|they|not|there)\b)[a-z][\w'-]*(?: [a-z][\w'-]*)?"
)
_TWO_EN = rf"(?P<{{}}>{_THING_EN}) or (?P<{{}}>{_THING_EN})"
_TWO_JA = (
    r"(?P<{}>[^\s、。？?とか]{{1,12}})(?:と|か|、|それとも){{1,2}}(?P<{}>[^\s、。？?]{{1,12}}?)"
)
_BETTER = r"(?: (?:better|more|best|person|people))?"
_END_JA = r"(?:です|だ|や)?(?:か|かな|の|ん|ね|よ)*"
_PAIRS = (
    re.compile(
        r"(?:so,? )?(?:do|would) you (?:prefer|like|rather have) "
        + _TWO_EN.format("a", "b")
        + rf"{_BETTER}|(?:which|what) (?:do|would) you (?:prefer|like){_BETTER}[,:]? "
        + _TWO_EN.format("c", "d")
        + r"|are you (?:more of )?(?:a |an )?"
        + _TWO_EN.format("e", "f")
        + " person|"
        + _TWO_EN.format("g", "h"),
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<a>[^\s、。？?]{1,10})派[？?、]?\s*(?:それとも)?、?(?P<b>[^\s、。？?]{1,10})派"
        + _END_JA
        + "|"
        + _TWO_JA.format("c", "d")
        + r"(?:なら|では|だと|だったら|って|で)?、?(?:どっち|どちら)(?:の(?:方|ほう))?(?:が|を|の)?"
        + r"(?:好き|派|お?好み|いいと思う|良いと思う)"
        + _END_JA
    ),
)
_NO_TASTE = re.compile(
    r"\d|\b(?:on|off|open|closed?|now|later|today|tonight|tomorrow|yes|no|am|pm|left|right|up|down|hot"
    r"|cold|warm|true|false|more|less|not|yet|minutes?|hours?|one|two|three|trick|sooner|rain|alive|dead"
    r"|room|light|lights|lamp|door|heating|kitchen|bedroom|hall)\b|今日|明日|今|後で|右|左|部屋|明かり|電気|時|分",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:i|me|you|him|her|them|us|my \w+|mum|mom|dad|ma|pa)\b"
    r"|[俺僕私君]|おれ|ぼく|わたし|あたし|うち|わし|おまえ|お前|あなた|あんた|さん$|ちゃん$|くん$|さま$|様$|先生|(?:お|父|母)(?:さん|ちゃん)",
    re.IGNORECASE,
)
"""Of people none is liked better than another."""
_AROUND = "。.!！?？、, "


def pair_in(text: str) -> tuple[str, str] | None:
    """The two things; None for any other sentence."""
    said = " ".join(text.split()).strip(_AROUND)
    for form in _PAIRS:
        found = form.fullmatch(said)
        if found is not None and not _NO_TASTE.search(said):
            first, second = (word for word in found.groups() if word)
            of_people = any(_PERSON.search(word) for word in (first, second))
            return None if of_people else (first, second)
    return None


def liked_of(pair: tuple[str, str], who: str) -> str:
    """The one that `who` likes."""
    first, second = sorted(pair, key=str.casefold)
    return (first, second)[crc32(f"{who}|{first}|{second}".casefold().encode()) % 2]
