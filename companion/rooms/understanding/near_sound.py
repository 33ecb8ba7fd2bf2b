"""Near sound: other readings of a spoken text, in which a loanword that this home does not know is
one of its own that sounds nearly the same: プロアランプ is the フロアランプ.

Speech to text writes an unknown word by its sound in katakana, often off by one sound. As a person
types it, スニーカー is no スピーカー; so these readings are for what was heard alone.
"""

import re
from collections.abc import Iterator

from companion.rooms.understanding.home import Home
from companion.rooms.understanding.lexicon import Lexeme, Words, words_of
from companion.rooms.understanding.names import (
    GUARDED_KINDS,
    is_guarded,
    lets_in,
    names_of,
    slips,
)
from companion.words.kana import hiragana, katakana
from companion.words.language import Language

LEAST, LONG = 4, 7
"""Letters of a word that is compared, and from which two of them may differ."""
_RUN = re.compile(f"[ァ-ヴー]{{{LEAST - 1},}}")
_KANA = re.compile(f"[ぁ-んー]{{{LEAST},}}")
_CHORES = ("あらーむ", "たいまー", "りまいんだー", "りまいんど", "るーてぃん", "すぬーず")
"""Words for chores, which the tables of things do not hold."""
_GUARDED = {*GUARDED_KINDS, "ac", "shutter", "storm_shutter", "window"}
_ASKED = re.compile("どあ|とびら|かぎ|しゃったー|あまど|まど|ひーたー|すとーぶ|えあこん|くーらー")
"""Within a name: a thing that lets people in or heats, or the sensor of one, is meant."""


def sounding_like(text: str, home: Home) -> Iterator[str]:
    """Texts with one Japanese loanword exchanged, those with the fewest other letters first."""
    known, never = _known(home)
    found: list[tuple[int, str]] = []
    for run in _RUN.finditer(text):
        heard = hiragana(run[0])
        if heard in known or heard in never or _ASKED.search(heard):
            continue
        for word in known:
            differ = _differ(heard, word)
            if differ:
                other = text[: run.start()] + katakana(word) + text[run.end() :]
                found.append((differ, other))
    return (other for _, other in sorted(found))


def _differ(heard: str, word: str) -> int:
    """Letters that differ; 0 where these are two words."""
    allowed = 1 if len(word) < LONG else 2
    if abs(len(heard) - len(word)) > allowed:
        return 0
    differ = slips(heard, word)
    return differ if differ <= allowed else 0


_kept: dict[tuple[object, ...], tuple[frozenset[str], frozenset[str]]] = {}
MOST_HOMES = 8


def _known(home: Home) -> tuple[frozenset[str], frozenset[str]]:
    """Kept while the names are the same, since finding them takes a tenth of a second."""
    key = home.spelled()
    if key not in _kept:
        if len(_kept) >= MOST_HOMES:
            _kept.pop(next(iter(_kept)))
        found, never = _words_of(home)
        _kept[key] = frozenset(found), frozenset(never)
    return _kept[key]


def _words_of(home: Home) -> tuple[set[str], set[str]]:
    """Words in kana of what may be done without a question, and those of what lets people in or
    heats, into which nothing is turned and which are turned into nothing."""
    found, never = set(_CHORES), set[str]()
    guarded = {thing.id for thing in home.things if is_guarded(thing)}
    guarded |= {thing.area for thing in home.things if lets_in(thing)}
    for spelling, meaning in _in_kana(names_of(home).words):
        (found if guarded.isdisjoint(meaning.value or ()) else never).add(spelling)
    for spelling, meaning in _in_kana(words_of(Language.JA)):
        if meaning.cls == "kind":
            (never if meaning.value in _GUARDED else found).add(spelling)
    never |= {word for word in found if _ASKED.search(word)}
    return found - never, never


def _in_kana(words: Words) -> Iterator[tuple[str, Lexeme]]:
    for spelling in words.spellings():
        if _KANA.fullmatch(spelling):
            for end, meanings in words.at(spelling, 0):
                if end == len(spelling):
                    yield from ((spelling, meaning) for meaning in meanings)
