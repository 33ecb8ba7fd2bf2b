"""Siblings are two things of one kind with a word that tells them apart: front door, back door.

A text about the one is no answer to a question about the other, however near the two texts are. An
owner tells none apart here: who speaks seldom names the owner.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from companion.phrases.kinship import RELATIVES, relation_of
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import LITTLE_WORDS, names_in
from companion.words.episode import Episode
from companion.words.language import has_japanese

Pair = tuple[str, str]
"""A kind of thing, and the word before it that says which one."""
_PHRASE = re.compile(
    r"\b(?:the|my|our|his|her|their|your|\w+'s) (?=((?:[a-z]+\b ?){2,4}))", re.IGNORECASE
)
_WORD = r"[^\s、。!?？「」のはがをにで]"
_JAPANESE = re.compile(
    rf"(?:^|(?<=[\s、。!?？「」はがをにで]))({_WORD}{{1,8}})の({_WORD}{{1,8}}?)(?=[はがをに、。!?？]|って|$)"
)
_ANY = re.compile(r"^(?:とき|時|ころ|頃|こと|事|ところ|人|方|ほう|中|前|後|日|もの|やつ)$")
"""No kinds of things."""
_OWNER = re.compile(r"さん|ちゃん|くん|君|先生|[んとこち]$")
_EVERY = re.compile(
    r"^(?:new|old|good|big|little|small|whole|nice|next|last|same|other|"
    r"今|今年|去年|今月|先月|来月|今週|先週|毎[日週月年]|[0-9一二三四五六七八九十]+月|次|[あこそど]|今度|最初|新しい|うち|私|僕|俺)$"
)
"""Words before a thing that any thing may have."""


def pairs_of(text: str, *, whole: bool = False) -> Iterator[Pair]:
    """The kinds of things in a text with what tells each apart; no owners. `whole`: only of the
    thing that a group of words is about."""
    found = _japanese(text) if has_japanese(text) else _english(text, whole=whole)
    names = {*names_in(text), *RELATIVES}
    for kind, which in found:
        if not _EVERY.search(which) and relation_of(which) not in names:
            yield kind, which


def _english(text: str, *, whole: bool) -> Iterator[Pair]:
    for phrase in _PHRASE.finditer(text):
        words = list(takewhile(lambda word: word not in LITTLE_WORDS, phrase[1].casefold().split()))
        pairs = list(pairwise(words))
        for which, kind in pairs[-1:] if whole else pairs:
            yield _stem(kind), _stem(which)


def _stem(word: str) -> str:
    return "".join(stems(word))


def _japanese(text: str) -> Iterator[Pair]:
    for pair in _JAPANESE.finditer(text):
        if not _ANY.search(pair[2]) and not _OWNER.search(pair[1]):
            yield pair[2], pair[1]


def only_of_a_sibling(question: str, found: Sequence[Episode], talk: Iterable[Episode]) -> bool:
    """Whether a thing that is asked about is never spoken of, and one of its siblings is."""
    said = {word for one in talk for word in stems(one.text)}
    told = {pair for one in found for pair in pairs_of(one.text)}
    return any(
        said.isdisjoint(stems(asked[1])) and any(_are_siblings(asked, one) for one in told)
        for asked in pairs_of(question, whole=True)
    )


def _are_siblings(one: Pair, other: Pair) -> bool:
    """Two that a shorter word tells apart may be one: the rings and the wedding rings."""
    return one[0] == other[0] and not one[1].endswith(other[1]) and not other[1].endswith(one[1])
