"""Tables 語表: reads words that stand as TOML beside the module that says or hears them."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, TypeVar

from companion.words.language import Bilingual

Key = TypeVar("Key")
Alternatives = str | Sequence[str]
"""One regular expression, or several of which any may match."""
_NAMED = re.compile(r"(?<!\?P)<(\w+)>")


def table(package: str, file: str) -> dict[str, Any]:
    """The table `file` of a package, for example `table("companion.web", "data/plan.toml")`."""
    return tomllib.loads((files(package) / file).read_text("utf-8"))


def in_both_languages(rows: Mapping[str, Sequence[str]]) -> dict[str, Bilingual]:
    """Rows `key = [Japanese, English]` by key. Raises `ValueError` for a row of another length."""
    return {key: Bilingual(*_pair(key, row)) for key, row in rows.items()}


def pairs(rows: Iterable[Sequence[str]]) -> tuple[Bilingual, ...]:
    """Rows `[Japanese, English]` in order. Raises `ValueError` as `in_both_languages`."""
    return tuple(Bilingual(*_pair("a row", row)) for row in rows)


def compiled(
    rows: Mapping[Key, Alternatives],
    words: Mapping[str, Alternatives] | None = None,
    flags: re.RegexFlag = re.NOFLAG,
) -> dict[Key, re.Pattern[str]]:
    """Compile each row; `<name>` in it stands for the alternatives of that name in `words`.

    Words may name other words. Raises `KeyError` for an unknown name.
    """

    def word(found: re.Match[str]) -> str:
        return f"(?:{pattern((words or {})[found[1]])})"

    def pattern(alternatives: Alternatives) -> str:
        joined = alternatives if isinstance(alternatives, str) else "|".join(alternatives)
        return _NAMED.sub(word, joined)

    return {key: re.compile(pattern(row), flags) for key, row in rows.items()}


def _pair(key: str, row: Sequence[str]) -> Sequence[str]:
    if len(row) != 2 or isinstance(row, str):
        raise ValueError(f"{key}: a row holds two texts, Japanese and English")
    return row
