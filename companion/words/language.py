"""Language 言語: Japanese and English are equals everywhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """言語: a language the companion speaks, reads and shows."""

    JA = "ja"
    EN = "en"


def has_japanese(text: str) -> bool:
    """Whether a text has Japanese letters."""
    return any("぀" <= c <= "ヿ" or "一" <= c <= "鿿" for c in text)


def language_of(text: str, household: Language) -> Language:
    """The language of a text: Japanese where it has Japanese letters, else English where it has
    letters at all, else the household's."""
    if has_japanese(text):
        return Language.JA
    return Language.EN if any(c.isascii() and c.isalpha() for c in text) else household


@dataclass(frozen=True, slots=True)
class Bilingual:
    """両言語の語: one label in both languages; neither is a fallback of the other."""

    ja: str
    en: str

    def get(self, language: Language) -> str:
        """Give the label in `language`."""
        return self.ja if language is Language.JA else self.en

    def filled(self, *values: object, **named: object) -> "Bilingual":
        """The label with its gaps filled as by `str.format`; a bilingual value is put in by its own
        side."""
        return Bilingual(*(_filled(self.get(side), side, values, named) for side in Language))

    @classmethod
    def joined(cls, labels: "Iterable[Bilingual]", ja: str, en: str) -> "Bilingual":
        """The labels in a row, with `ja` between the Japanese and `en` between the English."""
        row = tuple(labels)
        return cls(ja.join(one.ja for one in row), en.join(one.en for one in row))


def _filled(
    form: str, side: Language, values: Sequence[object], named: Mapping[str, object]
) -> str:
    def own(value: object) -> object:
        return value.get(side) if isinstance(value, Bilingual) else value

    return form.format(*map(own, values), **{key: own(value) for key, value in named.items()})
