"""Kinship 続柄: relatives, friends and pets, as they are called in both languages.

The key is the same in both languages, so that a fact told in one is found in the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words.table import table


@dataclass(frozen=True, slots=True)
class Relative:
    """身内: the words for one relation, the plainest first."""

    ja: tuple[str, ...]
    en: tuple[str, ...]


_ROWS = table("companion.phrases", "kinship.toml")
RELATIVES: Mapping[str, Relative] = {
    key: Relative(tuple(row["ja"]), tuple(row["en"])) for key, row in _ROWS.items()
}
PETS = frozenset(key for key, row in _ROWS.items() if row.get("pet"))
BY_WORD: Mapping[str, str] = {
    word.casefold(): key
    for key, relative in RELATIVES.items()
    for word in (*relative.ja, *relative.en)
}
"""Key of a relation by each word for it."""


def relation_of(word: str) -> str:
    """The key of a relation, or the word itself where it names another thing."""
    plain = word.casefold().strip()
    return BY_WORD.get(plain, plain)
