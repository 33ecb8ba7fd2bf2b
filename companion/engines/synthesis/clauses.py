"""Clauses 節: cuts a text into the pieces that a voice engine makes one after the other.

The first piece ends early, at the first comma if need be, since it decides how soon something is
heard. The others are whole sentences, because a voice falls at the end of each piece; only a long
sentence is cut at its commas.
"""

import re
from collections.abc import Iterator

from companion.words.language import Language

FIRST_CHARS = {Language.EN: 6, Language.JA: 3}
"""Shortest first piece: a voice makes less than that no faster."""
LONG_CHARS = {Language.EN: 120, Language.JA: 50}
"""Longer sentences are cut at commas: about 8 s of sound, which Piper makes in a second."""

_SENTENCE = re.compile(
    r".*?(?:[。！？!?]+(?![。！？!?」』])[)\"”’]*|\.[\"”’)]*(?=\s|$)|\n|$)", re.S
)
"""An end inside Japanese quotation marks is none: 「おはよう。」と言いました is one sentence."""
_PART = re.compile(r".+?(?:[、，；：—]|[,;:](?=\s)|$)", re.S)


def clauses(text: str, language: Language) -> tuple[str, ...]:
    """The pieces in order; together they are the text, less the space around them. Pieces without
    a letter or digit are left out, since no voice says them."""
    pieces: list[str] = []
    for sentence in _SENTENCE.findall(text):
        pieces += _cut(sentence, language, first=not any(map(_can_be_said, pieces)))
    return tuple(piece.strip() for piece in pieces if _can_be_said(piece))


def _cut(sentence: str, language: Language, *, first: bool) -> Iterator[str]:
    """One sentence, or its parts where it is the first or too long."""
    piece = ""
    for part in _PART.findall(sentence):
        longest = FIRST_CHARS[language] if first else LONG_CHARS[language]
        if piece and len(piece if first else piece + part) > longest:
            yield piece
            piece, first = "", False
        piece += part
    if piece:
        yield piece


def _can_be_said(piece: str) -> bool:
    return any(map(str.isalnum, piece))
