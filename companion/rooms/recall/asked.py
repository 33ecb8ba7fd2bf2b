"""Reads which kind of answer a question asks for (a time, a person ...), and where a text has it.

Closed vocabularies, read by rules: a question whose kind of answer a text does not have is not
answered by that text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.rooms.recall.words_of import names_in
from companion.words.table import compiled, table


class Asked(StrEnum):
    """問われたこと: the kind of answer that a question wants."""

    TIME = "time"
    PERSON = "person"
    PLACE = "place"
    NUMBER = "number"
    COLOUR = "colour"
    SIDE = "side"
    NAME = "name"
    REASON = "reason"
    OTHER = "other"
    """Any text may be the answer: what, which, how, yes or no."""


_TABLE = table("companion.rooms.recall", "asked.toml")


def _by_kind(part: str) -> dict[Asked, re.Pattern[str]]:
    return {Asked(kind): one for kind, one in compiled(_TABLE[part], _TABLE["words"]).items()}


_ASKED = tuple(_by_kind("asked").items())
_ASKED_WITHOUT_WORD = _by_kind("without_word")
_VALUES = _by_kind("values")
_READ = compiled(_TABLE["read"]) | compiled(_TABLE["any_case"], flags=re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Value:
    """値: one thing of the kind asked for, as it stands in the text."""

    text: str
    at: int
    """Where it begins."""


def plain(text: str) -> str:
    """As the patterns read it; the letters keep their places."""
    folded = text
    if not unicodedata.is_normalized("NFKC", text):
        each = ((one, unicodedata.normalize("NFKC", one)) for one in text)
        folded = "".join(one if len(normal) != 1 else normal for one, normal in each)
    lowered = folded.lower()
    return lowered if len(lowered) == len(text) else folded


def asked_of(question: str) -> Asked:
    """The kind of answer a question wants."""
    said = plain(question)
    places = [
        (match.start(), rank, kind)
        for rank, (kind, pattern) in enumerate(_ASKED)
        if (match := pattern.search(said))
    ]
    if places:
        return min(places)[2]
    named = (kind for kind, thing in _ASKED_WITHOUT_WORD.items() if thing.search(said))
    return next(named, Asked.OTHER)


def values_of(kind: Asked, text: str) -> tuple[Value, ...]:
    """All a text has of this kind, in order; each once."""
    found: dict[str, Value] = {}
    for value in _values(kind, text):
        found.setdefault(value.text.casefold(), value)
    return tuple(found.values())


def _values(kind: Asked, text: str) -> Iterator[Value]:
    patterns: tuple[re.Pattern[str], ...]
    if kind in (Asked.PERSON, Asked.NAME):
        patterns = (
            _READ["called"],
            _READ["capital"],
            *((_READ["relation"],) if kind is Asked.PERSON else (_READ["proper_ja"],)),
        )
        read = text
    elif kind in _VALUES:
        patterns, read = (_VALUES[kind],), plain(text)
    else:
        return
    for pattern in patterns:
        for match in pattern.finditer(read):
            if match[0].strip():
                yield Value(text[match.start() : match.end()].strip(" 、,."), match.start())


def has_asked(kind: Asked, text: str) -> bool | None:
    """Whether a text has a thing of this kind; None where any text may be the answer."""
    if kind is Asked.OTHER:
        return None
    return bool(values_of(kind, text))


def short_answer(kind: Asked, text: str) -> str:
    """The thing asked for, where the text has exactly one, or puts one in the place of another
    ("the ninth, no, the tenth"); else ""."""
    if kind in (Asked.OTHER, Asked.REASON, Asked.PLACE, Asked.PERSON):
        return ""
    values = values_of(kind, text)
    if len(values) > 1:
        corrections = list(_READ["corrected"].finditer(plain(text)))
        after = [one for one in values if corrections and one.at >= corrections[-1].end()]
        values = tuple(after[:1])
    return values[0].text if len(values) == 1 else ""


def is_of_oneself(text: str) -> bool:
    """Whether somebody speaks of a matter of their own: "I swim on Mondays", 私の."""
    return _READ["self"].search(text) is not None


def asks_of_oneself(question: str) -> bool:
    """Whether a question is of the matter of whoever asks, and names nobody else: "what time is my
    swimming", not "can I cook meat for Bex"."""
    return _READ["asks_of_self"].search(question) is not None and not names_in(question)


def without_asking(question: str) -> str:
    """The question without the words that only ask: `what time is the dentist` is of the
    dentist."""
    return " ".join(_READ["asking"].sub(" ", question).split()) or question
