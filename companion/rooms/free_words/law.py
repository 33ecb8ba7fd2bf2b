"""Laws: the lists that judge the clauses of one language, read from `en.toml` and `ja.toml`."""

import re
from dataclasses import dataclass
from typing import Any

from companion.words.language import Language
from companion.words.table import compiled, table

_FLAGS = {Language.EN: re.IGNORECASE, Language.JA: re.NOFLAG}


@dataclass(frozen=True, slots=True)
class Law:
    """The forms of one language, each explained in its table."""

    states: dict[str, re.Pattern[str]]
    """Rules by name. A clause that one matches states a fact and is withheld."""
    spared: tuple[tuple[re.Pattern[str], frozenset[str]], ...]
    """Moods of a clause, each with the rules that it is spared."""
    answers: re.Pattern[str]
    harmless_answer: re.Pattern[str]
    set_phrase: re.Pattern[str]
    wish: re.Pattern[str]
    asked_back: re.Pattern[str]
    about_home: re.Pattern[str]
    asked_about: re.Pattern[str]
    frame: re.Pattern[str]
    doubt: re.Pattern[str]
    information: re.Pattern[str]
    parts: re.Pattern[str]
    question: re.Pattern[str]
    feeling: re.Pattern[str] | None = None
    """Endings that tell of a feeling; English needs none."""


def law_of(language: Language) -> Law:
    """Read the law of a language. Raises `TypeError` or `KeyError` where the table lacks a form."""
    read: dict[str, Any] = table("companion.rooms.free_words", f"{language}.toml")
    states, forms, moods = (
        compiled(read[part], read["words"], _FLAGS[language])
        for part in ("states", "patterns", "moods")
    )
    spared = read["spared"]
    return Law(
        states=states,
        spared=tuple(((forms | moods)[mood], frozenset(spared[mood])) for mood in spared),
        **forms,
    )
