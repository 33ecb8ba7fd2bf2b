"""Language 言語: Japanese and English are equals everywhere (DESIGN 1.6)."""

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """言語: a language the companion speaks, reads and shows."""

    JA = "ja"
    EN = "en"


@dataclass(frozen=True, slots=True)
class Bilingual:
    """両言語の語: one label in both languages; neither is a fallback of the other."""

    ja: str
    en: str

    def get(self, language: Language) -> str:
        """Give the label in `language`."""
        return self.ja if language is Language.JA else self.en
