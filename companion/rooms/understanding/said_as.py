"""Said as 言い換え表: sentences in other words, as the plain order or question that they mean.

Each row of the table is one pattern of a whole sentence. The grammar reads the outcome like
any other sentence.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language


def said_as(text: str, language: Language) -> str | None:
    """The folded sentence in plain words; None where no row fits."""
    bare = text.replace(" ,", ",").rstrip(" .。!！?？")
    asks = "?" if text.rstrip().endswith(("?", "？")) else ""
    for said in dict.fromkeys((bare, _KINDLY.sub("", bare))):
        for pattern, plainly in _rows(language):
            if (found := pattern.fullmatch(said)) is not None:
                return f"{found.expand(plainly).strip()}{asks}"
    return None


_KINDLY = re.compile(r",? (?:please|thanks|thank you|ta|cheers|mate|love|will you|would you)$")


def without_some_days(text: str, language: Language) -> str | None:
    """The folded sentence without the words for some days only; None where it has none."""
    rest = re.sub(_table()["some_days"][language.value], "", text)
    return None if rest == text else rest.replace("だけ", "")


def asks_for_a_channel(text: str, language: Language) -> bool:
    """Whether the folded sentence asks a television or radio for one of its channels."""
    bare = text.replace(" ,", ",").rstrip(" .。!！?？")
    return re.fullmatch(_table()["channels"][language.value], bare) is not None


@cache
def _rows(language: Language) -> Sequence[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), plainly) for pattern, plainly in _table()[language.value]]


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((files(DATA) / "said_as.toml").read_text("utf-8"))
