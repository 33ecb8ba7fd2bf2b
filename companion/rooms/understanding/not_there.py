"""Not there 家にない物: finds the thing that a sentence names and that the home does not have.

The pantry light, in a home without a pantry, is not the light of the room where one stands: the
words that tell which one belong to the thing, also where nobody has read them.
"""

import re
from collections.abc import Callable, Sequence

from companion.rooms.understanding.cover import Token
from companion.words.language import Language

_MOST_WORDS = 3
"""More words than this that nobody has read are no name of a thing."""


def start_of(thing: Token, tokens: Sequence[Token], language: Language) -> int:
    """Where in its text the thing begins, with the unread words that tell which one it is."""
    if thing.cls not in _THINGS:
        return thing.start
    before = [t for t in tokens if t.end <= thing.start and t.text.strip()]
    if language is Language.EN:
        return _first(before, lambda t: t.cls == "unread", thing.start)
    if not before or before[-1].text != "の":
        return thing.start
    words = before[:-1]
    start = _first(words, _is_of_a_name, thing.start)
    return start if any(t.cls == "unread" for t in words if t.start >= start) else thing.start


_THINGS = ("kind", "mode", "name")


def _is_of_a_name(token: Token) -> bool:
    """階段: letters of a word that nobody knows are often read as small words."""
    small = token.cls == "fill" and token.value != "particle" and "、" not in token.text
    return token.cls in ("unread", "unit", "number", "place") or small or token.text == "の"


def _first(words: Sequence[Token], belongs: Callable[[Token], bool], start: int) -> int:
    for word in reversed(words):
        if not belongs(word):
            break
        start = word.start
    return start


def is_the_main_one(thing: str) -> bool:
    """The big light, the ceiling fan: said of the one of a room, however it is called."""
    return _MAIN.fullmatch(thing) is not None


_MAIN = re.compile(
    r"(?:big|main|ceiling|overhead|top|tube) [a-z]+|(?:天井|大きい|大きな|でかい|めいん)の?[^の]+"
)


def not_there(tokens: Sequence[Token], text: str, language: Language) -> tuple[str, str] | None:
    """The one thing that is named with unread words, and the text without these words. None where
    there is no such thing, or where other words are unread too."""
    named = _named(tokens, text, language)
    if len(named) != 1:
        return None
    start, kind = named[0]
    if any(t.cls == "unread" and not start <= t.start < kind.start for t in tokens):
        return None
    return text[start : kind.end], text[:start] + text[kind.start :]


def said_of_another(tokens: Sequence[Token], text: str, language: Language) -> str:
    """The pantry light is on, switch it off: the thing of an order that is named only beside it;
    "" where none is."""
    for start, kind in _named(tokens, text, language):
        leads = [t for t in tokens if t.end <= start and t.text.strip()]
        if language is Language.JA or (leads and leads[-1].text in _DETERMINERS):
            return text[start : kind.end]
    return ""


_DETERMINERS = ("the", "my", "our", "that", "this", "his", "her", "their")


def _named(tokens: Sequence[Token], text: str, language: Language) -> list[tuple[int, Token]]:
    """Things with the unread words before them, and where these begin."""
    named = []
    for kind in (t for t in tokens if t.cls in _THINGS):
        start = start_of(kind, tokens, language)
        words = text[start : kind.start].removesuffix("の").split()
        if 0 < len(words) <= _MOST_WORDS:
            named.append((start, kind))
    return named
