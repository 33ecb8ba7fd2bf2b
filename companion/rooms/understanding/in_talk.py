"""In talk 話の中: finds the one order that stands among pieces which only tell something.

`My flatmate has people over, I don't mind, but turn the speaker down`: the pieces are cut apart by
their marks and joints. The order is done where it is asked for by its own words, and where every
other piece tells something and narrows nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language
from companion.words.table import table
from companion.words.understood import UnderstoodWish

MOST_PIECES, MOST_OF_AN_ORDER = 8, 3
"""A longer sentence is a story, and each piece costs one reading."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a sentence as it was said, with its place in it."""

    start: int
    end: int
    text: str
    folded: str


@dataclass(frozen=True, slots=True)
class Talk:
    """`wishes`: what the grammar reads a piece as, where that is a clear order. `is_beside`:
    whether folded words say of no deed that it was or shall be done. `names`: whether they name a
    thing, a room or a moment. `adds`: whether they name one of these, or a value."""

    language: Language
    wishes: Callable[[str], Sequence[UnderstoodWish] | None]
    is_beside: Callable[[str], bool]
    names: Callable[[str], bool]
    adds: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Rules:
    cuts: re.Pattern[str]
    holds: re.Pattern[str]
    joints: re.Pattern[str]
    of_people: re.Pattern[str]
    sounds: re.Pattern[str]
    tells: re.Pattern[str]
    narrows: re.Pattern[str]
    goes_on: re.Pattern[str]
    requests: re.Pattern[str]


@cache
def _rules(language: Language) -> _Rules:
    rows = table(DATA, "in_talk.toml")[language.value]
    return _Rules(**{name: re.compile(pattern) for name, pattern in rows.items()})


def order_in_talk(text: str, talk: Talk) -> str | None:
    """The words of the order in the sentence; None where there is none, or where anything else in
    it may change the order."""
    pieces, words = _pieces(text, talk.language), _rules(talk.language)
    if not 1 < len(pieces) <= MOST_PIECES:
        return None
    for first, last in _spans(len(pieces)):
        before, after = pieces[:first], pieces[last + 1 :]
        if any(words.holds.search(piece.folded) for piece in (*before, *after)):
            continue
        span = [piece.folded for piece in pieces[first : last + 1]]
        asked = any(map(words.requests.fullmatch, span)) and not any(
            map(words.goes_on.search, span)
        )
        if not asked or (after and pieces[last].folded.endswith(_OPEN)):
            continue
        told = all(_leads(piece, talk, words) for piece in before)
        if not told or not all(_follows(piece, talk, words) for piece in after):
            continue
        if order := _shortest(text, pieces[first : last + 1], talk, words):
            return order
    return None


def _shortest(text: str, pieces: Sequence[Piece], talk: Talk, words: _Rules) -> str | None:
    """The order that these pieces are, without those at its head that say nothing of it."""
    found: tuple[str, Sequence[UnderstoodWish]] | None = None
    for piece in pieces:
        said = text[piece.start : pieces[-1].end].strip()
        order = words.joints.sub("", said, count=1) if words.joints.match(said) else said
        wishes = talk.wishes(order)
        if wishes is None or (found is not None and wishes != found[1]):
            break
        found = order, wishes
    return found[0] if found is not None else None


def _spans(count: int) -> Iterator[tuple[int, int]]:
    """First and last piece of what may be the order, the longest first; never the whole."""
    for long in range(min(MOST_OF_AN_ORDER, count - 1), 0, -1):
        for first in range(count - long + 1):
            yield first, first + long - 1


_OPEN = ("して", "って", "けて", "めて", "いて")
"""消して、寝た: such a form goes on to what follows."""


def _pieces(text: str, language: Language) -> Sequence[Piece]:
    """The pieces in their order, without what is empty."""
    found, begin = [], 0
    cuts = [(m.start(), m.end()) for m in _rules(language).cuts.finditer(text)]
    for start, end in (*cuts, (len(text), len(text))):
        said = text[begin:start]
        if said.strip():
            found.append(Piece(begin, start, said, fold(said, language)))
        begin = end
    return found


def _leads(piece: Piece, talk: Talk, words: _Rules) -> bool:
    """A sound, or something told of no thing, room or moment that the order could be meant for. A
    name alone calls somebody else."""
    if words.sounds.fullmatch(piece.folded):
        return True
    if talk.names(piece.folded):
        return False
    if words.of_people.fullmatch(piece.folded):
        return True
    return bool(words.tells.fullmatch(piece.folded)) and talk.is_beside(piece.folded)


def _follows(piece: Piece, talk: Talk, words: _Rules) -> bool:
    """Something told that says no more of the order."""
    if words.sounds.fullmatch(piece.folded):
        return True
    told = _leads(piece, talk, words)
    return told and not (words.narrows.search(piece.folded) or talk.adds(piece.folded))
