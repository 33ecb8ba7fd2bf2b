"""Some sentences of code have several wordings 言い換え, which all make the same claim.

A sentence is known by its usual wording, whatever stands in its placeholders; another wording takes
the same fillings and says neither more nor less (`wordings.toml`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.words.language import Bilingual, Language
from companion.words.table import table


@dataclass(frozen=True, slots=True)
class SentenceFound:
    """見つけた文: a sentence at the beginning of a text, what fills it, and what comes after."""

    name: str
    filled: Sequence[str]
    rest: str


def usual(name: str) -> Bilingual:
    """The usual wording. Raises `KeyError` for a name that the table has not."""
    return Bilingual(wordings(name, Language.JA)[0], wordings(name, Language.EN)[0])


def wordings(name: str, language: Language) -> tuple[str, ...]:
    """All wordings of one sentence, the usual one first."""
    return tuple(_rows()[name][language.value])


def names() -> tuple[str, ...]:
    """The names of all sentences."""
    return tuple(_rows())


def known_in(text: str, language: Language) -> SentenceFound | None:
    """The sentence that a text begins with in its usual wording; None for any other text."""
    for name, form in _forms(language).items():
        if (found := form.match(text)) is not None:
            return SentenceFound(name, found.groups(), text[found.end() :])
    return None


@cache
def _rows() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return table("companion.phrases", "wordings.toml")


@cache
def _forms(language: Language) -> Mapping[str, re.Pattern[str]]:
    return {name: _form(wordings(name, language)[0]) for name in names()}


_SLOT = re.compile(r"\{\d?\}")


def _form(usual_wording: str) -> re.Pattern[str]:
    pieces = [re.escape(piece) for piece in _SLOT.split(usual_wording)]
    # The last placeholder may stand at the end: then all that follows fills it.
    slots = ["(.+?)"] * (len(pieces) - 1)
    if slots and not pieces[-1]:
        slots[-1] = "(.+)"
    return re.compile("".join(a + b for a, b in zip(pieces, [*slots, ""], strict=True)), re.DOTALL)
