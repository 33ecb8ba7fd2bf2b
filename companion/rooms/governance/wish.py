"""Reads the wish 願い of a purpose: the part that is asked for, apart from its reason, and what it
rules out.

People tell a story before they ask ("Dad's hip is bad, so I don't want him stumbling in the dark"):
the words of the story are no purpose. Rules, in both languages; where nothing is marked as a wish
the whole is one.
"""

import re
from dataclasses import dataclass

_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s*|\n+")
_PARTS = re.compile(
    r"、(?=あと|それと|それから|ついでに)|(?:(?<=から)|(?<=ので)|(?<=けど)|(?<=のに)|(?<=し)|(?<=が)|(?<=て))、"
    r"|,? (?:so(?: that)?|because|since|but) |, (?:and )?(?=(?:i|we|please|help|keep|just)\b)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:want|need|wish|hope|please|would like|help|remind|make sure|look after|watch over"
    r"|find out|take care|let (?:me|us|him|her|them)|should(?:n't)?|has to|have to|must)\b|'d like"
    r"|^(?:and |then |so |just )*(?:keep|make|get|stop|prepare|set|give|check|watch|save|do|don't"
    r"|tell|try|no|never|nothing|leave|light|warm|cool)\b"
    r"|たい(?!へん|して|てい)|ほしい|欲しい|くれ|ください|下さい|ように|やりたい|頼む|お願い|手伝って"
    r"|助けて|ないかな|だろうか|[てで](?:ね|な|や|よ)?[。！!]?$|といて|べき|方法|なきゃ|ないと",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\b(?:i|we|he|she|they|it|you) (?:always |just |still )?keeps? \w+ing\b|なくて|なって[。]?$"
    r"|らしい|しまう|ちゃう|ちゃって",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"\bno (?:voices?|talking|announcements?|sounds?|speech)\b|without (?:a word|speaking|talking)"
    r"|don't (?:speak|talk|say anything|announce)|声(?:を|は)?(?:かけ|出さ)(?:ないで|ずに)"
    r"|(?:話しかけ|しゃべら|喋ら)(?:ないで|ずに)|黙って|音を立てずに",
    re.IGNORECASE,
)
_UNASKED = re.compile(
    r"\b(?:no|without|not|twenty) (?:\w+ )?questions?\b|don't (?:\w+ )?(?:ask|quiz|bother|nag)"
    r"|without (?:\w+ )?(?:asking|bothering|nagging)|surprise"
    r"|behind (?:his|her|their) back|(?:聞い|聞か|尋ね|質問し|責め)(?:たり|な|ず|ない)"
    r"|質問(?:は|なし|しない)|内緒|秘密|サプライズ",
    re.IGNORECASE,
)
_HANDS_OFF = re.compile(
    r"\b(?:don't|do not|never) (?:(?:touch|change) (?:a thing|any|it|the)"
    r"|(?:switch|move|turn) (?:a thing|anything|any of))"
    r"|leave (?:everything|it all|things|all) (?:\w+ )?(?:as|alone|be)|nothing (?:is )?(?:to be )?"
    r"(?:touched|changed|switched|moved)|そのまま(?:に|で)|(?:触ら|いじら|動かさ|変え)ない(?:で|ように)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\bevery\b|\beach\b|\bdaily\b|\balways\b|\bweekdays?\b|\bnightly\b|\bexams?\b|\bfinals\b"
    r"|(?:mornings|evenings|nights)\b|\b(?:this|next|all) (?:week|month)\b|\b\w+day to \w+day\b"
    r"|\b(?:two|three|four|five|six|\d+) (?:nights|days|weeks)\b|\bkeeps? \w+ing\b|\bhabit\b"
    r"|\bfrom now on\b|\bend of (?:the|next) (?:week|month)\b|\bthese days\b|\bcan't stop\b"
    r"|\btill (?:spring|summer|autumn|winter)\b|毎|いつも|最近|このごろ|今週|来週中|今月"
    r"|[0-9一二三四五六七]+(?:日間|連続|泊)|(?:春|夏|秋|冬)まで|のあいだ|の間は|平日|ちゃう|しまう|がち"
    r"|ずっと|習慣",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """願い: a purpose as it was read."""

    asked: tuple[str, ...]
    """The parts that ask for something, in their order; the whole where none is marked."""
    parts: int = 1
    """Of the whole purpose."""
    silent: bool = False
    """Words at night are ruled out."""
    unasked: bool = False
    """Questions are ruled out."""
    hands_off: bool = False
    """Acts on devices are ruled out."""
    goes_on: bool = False
    """It is meant for more than one day."""

    @property
    def words(self) -> str:
        """The parts that ask, in one line."""
        return " ".join(self.asked)


WHOLE = Wish(asked=())
"""Of a plan that no words bind."""


def wish_of(purpose: str) -> Wish:
    """The wish that stands in a purpose, in Japanese or English."""
    parts = [part.strip() for sentence in _SENTENCES.split(purpose) for part in _split(sentence)]
    parts = [part for part in parts if part]
    asked = [part for part in parts if _WISH.search(part) and not _COMPLAINT.search(part)]
    return Wish(
        asked=tuple(asked or parts),
        parts=len(parts),
        silent=_SILENT.search(purpose) is not None,
        unasked=_UNASKED.search(purpose) is not None,
        hands_off=_HANDS_OFF.search(purpose) is not None,
        goes_on=_GOES_ON.search(purpose) is not None,
    )


def _split(sentence: str) -> list[str]:
    return [part for part in _PARTS.split(sentence) if part]
