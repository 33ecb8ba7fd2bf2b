"""Wish words 言いつけの語: the table of forms and words in which standing wishes are read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.words.language import Language
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
