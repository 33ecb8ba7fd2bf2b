"""Wish words 言いつけの語: the table of forms and words in which standing wishes are read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.words.language import Language, language_of
from companion.words.table import table


@dataclass(frozen=True, slots=True)
class WishWords:
    """言いつけの語: the table of one language."""

    forms: Sequence[re.Pattern[str]]
    """How a wish is built: group `c` is its condition, `d` its deed."""
    tests: Mapping[str, re.Pattern[str]]
    """`against`, `negation`, `above`, `below` and the other signs of the table."""
    deeds: Mapping[str, re.Pattern[str]]
    unimportant: frozenset[str]
    same: Sequence[Sequence[str]]
    hours: Mapping[str, tuple[int, int]]
    """Part of the day: from which hour until which; the same twice is the whole day."""

    def says(self, test: str, text: str) -> bool:
        """Whether a sign of the table stands in a text."""
        return self.tests[test].search(text) is not None

    def says_deed(self, deed: str, text: str) -> bool:
        """Whether a verb of the table stands in a text."""
        return self.deeds[deed].search(text) is not None


@cache
def wish_words(language: Language) -> WishWords:
    """The table of a language."""
    data = _data()[language.value]
    return WishWords(
        forms=tuple(re.compile(form, re.I) for form in data["forms"]),
        tests={name: re.compile(data[name], re.I) for name in _TESTS},
        deeds={name: re.compile(form, re.I) for name, form in data["deeds"].items()},
        unimportant=frozenset(data["unimportant"].split()),
        same=tuple(tuple(group) for group in data["same"]),
        hours={word: (begin, end) for word, (begin, end) in data["hours"].items()},
    )


@dataclass(frozen=True, slots=True)
class BuiltWish:
    """言いつけの組み立て: the parts of one sentence that is built as a wish."""

    condition: str
    deed: str
    against: bool
    """It wants the deed left undone."""
    language: Language


def wishes_in(text: str) -> Iterator[BuiltWish]:
    """Every sentence that is built as a wish with a condition; a question is none, but one that
    asks for something is: `could you close it if it rains?`."""
    language = language_of(text, Language.EN)
    words = wish_words(language)
    for sentence in _SENTENCE.split(text):
        plain = words.tests["reason"].sub("", sentence.strip())
        match = next((m for form in words.forms if (m := form.search(plain))), None)
        if match is not None and not (_ASKS.search(plain) and not _REQUESTS.search(plain)):
            condition, deed = match["c"].strip(), match["d"].strip()
            against = words.says("against", deed)
            yield BuiltWish(condition, deed.strip(" 。.!"), against, language)


_SENTENCE = re.compile(r"(?<=[。.!?！？])\s*")
_ASKS = re.compile(r"[?？]\s*$|(?:の|か|かな|っけ|よね)[。！\s]*$")
_REQUESTS = re.compile(
    r"\b(?:can|could|will|would) you\b|\bplease\b|くれ|もらえ|ください|ほしい", re.IGNORECASE
)


@cache
def units() -> Mapping[str, re.Pattern[str]]:
    """The units of figures, by name."""
    return {name: re.compile(rf" ?(?:{form})", re.I) for name, form in _data()["units"].items()}


_TESTS = (
    *("joins", "against", "negation", "someone", "no_one", "above", "below", "asleep", "quotes"),
    "reason",
)


@cache
def _data() -> dict[str, dict[str, Any]]:
    return table("companion.phrases", "wish_words.toml")
