"""Forms 文の形: reads the patterns of one language from `en.toml` or `ja.toml`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.phrases.kinship import PETS, RELATIVES
from companion.rooms.consolidation.statements.statement import ME, Statement
from companion.words.language import Language
from companion.words.table import compiled, table

_NOT = "not "


@dataclass(frozen=True, slots=True)
class Told:
    """A clause about a person: its form behind the person, and the predicate that it tells."""

    said: re.Pattern[str]
    predicate: str
    value: re.Pattern[str] | None = None
    """The form that the value must have; None where any value counts."""

    def statement(self, found: re.Match[str]) -> Statement | None:
        """The statement of a match of `said`, about the person before it."""
        groups = found.groupdict()
        value = groups["v"] or groups.get("v2") or ""
        if self.value is not None and not self.value.search(value):
            return None
        return Statement(
            whose=ME,
            predicate=self.predicate.removeprefix(_NOT),
            value=value,
            negated=self.predicate.startswith(_NOT) or bool(groups.get("neg")),
        )


class Forms:
    """All forms of one language."""

    def __init__(self, language: Language, *, before: str, behind: str = "") -> None:
        """`before` and `behind`: patterns around each form of a person. Raises `KeyError` for a
        word list that is not there."""
        read: Mapping[str, Any] = table(
            "companion.rooms.consolidation.statements", f"{language}.toml"
        )
        self.read = read
        words = {
            **read["words"],
            "kin": _words_for(RELATIVES, language),
            "pet": _words_for(PETS, language),
            "shared": tuple(read.get("attributes", ())),
        }
        self.one = compiled(read["forms"], words)
        self.lists = {
            key: tuple(compiled(dict(enumerate(rows)), words).values())
            for key, rows in read.get("lists", {}).items()
        }
        flags = re.IGNORECASE if language is Language.EN else re.NOFLAG
        said = {n: f"^{before}{row[1]}{behind}$" for n, row in enumerate(read["people"])}
        self.people = tuple(
            Told(pattern, row[0], self.one[row[2]] if len(row) > 2 else None)
            for pattern, row in zip(
                compiled(said, words, flags).values(), read["people"], strict=True
            )
        )


def _words_for(keys: Iterable[str], language: Language) -> tuple[str, ...]:
    """The words for these relations, the longest first, so that none hides a longer one."""
    words = (word for key in keys for word in getattr(RELATIVES[key], language))
    return tuple(sorted(map(re.escape, words), key=len, reverse=True))
