"""Cover 被覆: the cheapest way to read every letter of a sentence as known words.

What is left unread makes the sentence none of ours: nothing is guessed from a part of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rooms.understanding import endings_ja
from companion.rooms.understanding.lexicon import Lexeme, Words
from companion.words.language import Language

UNREAD_JA, UNREAD_EN = 4.0, 6.0
"""Cost of a letter, and of an English word, that nothing explains: more than any known word."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Token:
    """語の出現: one stretch of the sentence and all it can be; the first is likeliest."""

    text: str
    start: int
    end: int
    meanings: tuple[Lexeme, ...]

    @property
    def cls(self) -> str:
        """The likeliest class."""
        return self.meanings[0].cls

    @property
    def value(self) -> Any:
        """Its value as that."""
        return self.meanings[0].value

    @property
    def form(self) -> str:
        """How a verb is said."""
        return self.meanings[0].form

    def as_(self, cls: str) -> Any:
        """Its value as something of this class; None where it cannot be that."""
        return next((m.value for m in self.meanings if m.cls == cls), None)

    def is_(self, cls: str, *values: str) -> bool:
        """Whether it is likeliest this, and one of these."""
        return self.cls == cls and (not values or self.value in values)


UNREAD = (Lexeme("unread", None),)


def cover(
    text: str, tables: Sequence[Words], given: Iterable[Token], language: Language
) -> tuple[Token, ...]:
    """Read the whole text. `given` are stretches already read, such as times."""
    edges = _edges(text, tables, given, language)
    best: list[tuple[float, int, tuple[Lexeme, ...]]] = [(0.0, 0, ())]
    best += [(float("inf"), 0, ())] * len(text)
    for start in range(len(text)):
        so_far = best[start][0]
        for end, cost, meanings in edges[start]:
            if so_far + cost < best[end][0]:
                best[end] = (so_far + cost, start, meanings)
    return _walk_back(text, best)


_Edge = tuple[int, float, tuple[Lexeme, ...]]


def _edges(
    text: str, tables: Sequence[Words], given: Iterable[Token], language: Language
) -> list[list[_Edge]]:
    english = language is Language.EN
    edges: list[list[_Edge]] = [[] for _ in text]
    for token in given:
        edges[token.start].append((token.end, token.meanings[0].cost, token.meanings))
    for found in _NUMBER.finditer(text):
        number = (Lexeme("number", float(found.group())),)
        edges[found.start()].append((found.end(), 1.0, number))
    for start, held in enumerate(edges):
        if english and _inside(text, start):
            continue
        held.append(_unread(text, start, english))
        if english and text[start] == " ":
            held.append((start + 1, 0.0, ()))
            continue
        _known(text, tables, start, held, english)
    return edges


def _known(
    text: str, tables: Sequence[Words], start: int, held: list[_Edge], english: bool
) -> None:
    for table in tables:
        for end, meanings in table.at(text, start):
            if english and _inside(text, end):
                continue
            ordered = tuple(sorted(meanings, key=lambda m: m.cost))
            held.append((end, ordered[0].cost, ordered))
            if not english and any(m.cls in _INFLECTED for m in ordered):
                held += _gone_on(text, end, ordered)


_INFLECTED = ("verb", "adj")
_FINITE = frozenset({"past", "plain", "state", "neg", "want", "can"})
_LONGEST_END = 20
_RECEIVED = ("もらって", "もろて", "もろうて", "いただいて", "頂いて")


def _gone_on(text: str, end: int, meanings: tuple[Lexeme, ...]) -> Iterator[_Edge]:
    """A verb with what is said after it: 消し|て|いますか is one word, and asks."""
    verbs = [m for m in meanings if m.cls == "verb"]
    verbs += [Lexeme("verb", "set", m.form) for m in meanings if m.cls == "adj" and m.form == "te"]
    for way in _ways_on({m.form for m in verbs}, text[end - 1]):
        for length in range(1, min(_LONGEST_END, len(text) - end) + 1):
            form = way.get(text[end : end + length])
            if form is not None:
                if form == "may" and text[:end].endswith(_RECEIVED):
                    form = "te"  # 消してもらっていいですか: a request, as polite as can be
                lexemes = tuple(replace(m, form=form) for m in verbs)
                yield end + length, verbs[0].cost + 0.01, lexemes  # a word of the table first


def _ways_on(told: set[str], last: str) -> Iterator[Mapping[str, str]]:
    """Endings that may follow a verb in one of these forms."""
    if "te" in told and last in "てで":
        yield endings_ja.after_te()
    if told & _FINITE:
        yield endings_ja.finite_ends()
    if "noun" in told:
        yield endings_ja.doing_asked_for()
    if "plain" in told:
        yield endings_ja.asked_for()


def _inside(text: str, at: int) -> bool:
    """Whether a word goes on across this point; `'s` is a word of its own."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after == "'":
        return text[at : at + 2] != "'s" and before.isalnum()
    return (before.isalnum() or before == "'") and after.isalnum()


def _unread(text: str, start: int, english: bool) -> _Edge:
    if not english:
        return start + 1, UNREAD_JA, UNREAD
    end = start + 1
    while end < len(text) and _inside(text, end):
        end += 1
    return end, UNREAD_EN, UNREAD


def _walk_back(
    text: str, best: Sequence[tuple[float, int, tuple[Lexeme, ...]]]
) -> tuple[Token, ...]:
    tokens: list[Token] = []
    end = len(text)
    while end > 0:
        _, start, meanings = best[end]
        if meanings:
            tokens.append(Token(text[start:end], start, end, meanings))
        end = start
    return tuple(reversed(tokens))


def with_others(tokens: Iterable[Token], tables: Sequence[Words]) -> tuple[Token, ...]:
    """Every token with what all the tables say of its spelling."""
    full = []
    for token in tokens:
        held = [
            m
            for t in tables
            for end, ms in t.at(token.text, 0)
            if end == len(token.text)
            for m in ms
        ]
        meanings = tuple(dict.fromkeys((*token.meanings, *held)))
        full.append(Token(token.text, token.start, token.end, meanings))
    return tuple(full)
