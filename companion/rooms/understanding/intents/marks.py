"""Marks 目印: a sentence in features of which a trained model reads the intent.

Names, rooms, times and numbers stand as what they are, so that what is learned in one home holds in
every other.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.home import Home
from companion.words.language import Language

_SLOTS = ("area", "floor", "number", "unit", "when", "span", "color", "mode", "level")
_VALUED = ("verb", "dir", "adj", "attr", "step", "level", "kind", "mark", "all", "pron", "ask")
_MOST_LETTERS, _MOST_WORDS = 4, 3


def marks_of(tokens: Sequence[Token], home: Home, language: Language) -> frozenset[str]:
    """Every feature of the sentence once, told apart by language."""
    slots = [_slot(token, home) for token in tokens]
    said = [
        token.text if not slot else f"<{slot}>" for token, slot in zip(tokens, slots, strict=True)
    ]
    found = set(_of_tokens(tokens, slots))
    found |= set(_of_words(said) if language is Language.EN else _of_letters(said))
    return frozenset(f"{language.value}|{mark}" for mark in found)


def _slot(token: Token, home: Home) -> str:
    """Kind of slot that the token fills; "" for plain words."""
    if token.cls == "name":
        kinds = sorted({thing.kind for i in token.value if (thing := home.thing(i)) is not None})
        return f"name {kinds[0]}" if kinds else "name"
    return token.cls if token.cls in _SLOTS else ""


def _of_tokens(tokens: Sequence[Token], slots: Sequence[str]) -> Iterator[str]:
    """Words that the grammar knows, alone and beside each other."""
    known = [
        _known(token, slot)
        for token, slot in zip(tokens, slots, strict=True)
        if token.cls != "fill"
    ]
    yield from (f"k {mark}" for mark in known)
    yield from (f"kk {a} {b}" for a, b in pairwise(["^", *known, "$"]))
    deeds = [token for token in tokens if token.cls == "verb"]
    if deeds:
        yield f"last {deeds[-1].value} {deeds[-1].form}"
        yield f"first {deeds[0].value} {deeds[0].form}"
    unread = sum(token.cls == "unread" for token in tokens)
    yield f"unread {min(6, unread)}"
    yield f"long {min(8, len(tokens) // 3)}"
    named = sorted({slot for slot in slots if slot})
    yield f"slots {' '.join(named)}"
    about = [slot for slot in slots if slot.startswith("name")] + [
        f"kind {t.value}" for t in tokens if t.cls == "kind"
    ]
    for deed in deeds:
        yield from (f"of {deed.value} {thing}" for thing in about)


def _known(token: Token, slot: str) -> str:
    if slot:
        return slot
    if token.cls in _VALUED:
        return f"{token.cls} {token.value} {token.form}"
    return token.cls


def _of_words(said: Sequence[str]) -> Iterator[str]:
    words = [word for piece in said for word in _split(piece)]
    padded = ["^", *words, "$"]
    for length in range(1, _MOST_WORDS + 1):
        for at in range(len(padded) - length + 1):
            yield "w " + " ".join(padded[at : at + length])
    for word in words:
        if word[0] != "<" and len(word) > 4:
            yield f"stem {word[:4]}"


def _split(piece: str) -> list[str]:
    return [piece] if piece.startswith("<") else piece.split()


def _of_letters(said: Sequence[str]) -> Iterator[str]:
    letters = ["^"]
    for piece in said:
        letters += [piece] if piece.startswith("<") else list(piece)
    letters.append("$")
    for length in range(1, _MOST_LETTERS + 1):
        for at in range(len(letters) - length + 1):
            yield "c " + "".join(letters[at : at + length])
