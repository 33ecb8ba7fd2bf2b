"""An order may stand in talk 話の中: one piece of a sentence asks, and the others only tell.

`My flatmate has people over, I don't mind, but turn the speaker down`: the pieces are cut apart by
their marks and joints. The order is done where it is asked for by its own words, where what stands
behind it changes nothing, and where every piece before it tells something; or where it is drawn
from them (`..., so put the fan on`), whatever they tell.
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
    thing, a room or a moment; `places`: a room; `adds`: one of these, or a value."""

    language: Language
    wishes: Callable[[str], Sequence[UnderstoodWish] | None]
    is_beside: Callable[[str], bool]
    names: Callable[[str], bool]
    places: Callable[[str], bool]
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
    follows_from: re.Pattern[str]
    spoken_for: re.Pattern[str]
    made_up: re.Pattern[str]
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
        before, span, after = pieces[:first], pieces[first : last + 1], pieces[last + 1 :]
        if not (_asks(span, words) and _ends(span, after, talk, words)):
            continue
        if not (_is_told(before, talk, words) or _follows_from(before, span, talk, words)):
            continue
        if order := _shortest(text, span, talk, words):
            return order
    return None


def _asks(span: Sequence[Piece], words: _Rules) -> bool:
    """Whether it is in words that ask, and tells nothing itself."""
    asked = any(words.requests.fullmatch(piece.folded) for piece in span)
    return asked and not any(words.goes_on.search(piece.folded) for piece in span)


def _ends(span: Sequence[Piece], after: Sequence[Piece], talk: Talk, words: _Rules) -> bool:
    """Whether what stands behind it changes nothing."""
    if after and span[-1].folded.endswith(_OPEN):
        return False
    held = any(words.holds.search(piece.folded) for piece in after)
    return not held and all(_adds_nothing(piece, talk, words) for piece in after)


def _is_told(before: Sequence[Piece], talk: Talk, words: _Rules) -> bool:
    """Whether all that stands before it only tells something."""
    held = any(words.holds.search(piece.folded) for piece in before)
    return not held and all(_leads(piece, talk, words) for piece in before)


def _follows_from(
    before: Sequence[Piece], span: Sequence[Piece], talk: Talk, words: _Rules
) -> bool:
    """Whether it is drawn from what was told: `..., so put the fan on`. Not where the piece before
    speaks for others or sets a condition, all is made up, or only the talk names a room."""
    if not before or words.follows_from.fullmatch(span[0].folded) is None:
        return False
    if words.spoken_for.search(before[-1].folded) or _calls(before[0], words):
        return False
    if any(words.made_up.search(piece.folded) for piece in before):
        return False
    placed = any(talk.places(piece.folded) for piece in before)
    return not placed or any(talk.places(piece.folded) for piece in span)


def _calls(piece: Piece, words: _Rules) -> bool:
    """One word alone at the head, as one calls a person or an animal."""
    return len(piece.folded.split()) == 1 and words.sounds.fullmatch(piece.folded) is None


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


def _adds_nothing(piece: Piece, talk: Talk, words: _Rules) -> bool:
    """Something told that says no more of the order."""
    if words.sounds.fullmatch(piece.folded):
        return True
    told = _leads(piece, talk, words)
    return told and not (words.narrows.search(piece.folded) or talk.adds(piece.folded))
