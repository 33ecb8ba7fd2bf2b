"""Texts of the page in both languages: each file of `data/` holds those of a subject.

A text that code says stands there too, by the key that code gives; no key stands in two files.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files

from markupsafe import Markup

from companion.web.quotation import OwnNames, drawn, quoted_element, without_marks
from companion.words.language import Bilingual, Language
from companion.words.table import in_both_languages, table


def _all_texts() -> Mapping[str, Bilingual]:
    found: dict[str, Bilingual] = {}
    for file in (files("companion.web") / "data").iterdir():
        texts = in_both_languages(table("companion.web", f"data/{file.name}"))
        if twice := found.keys() & texts.keys():
            raise ValueError(f"{file.name}: {sorted(twice)} stand in another file too")
        found |= texts
    return found


TEXT = _all_texts()


class Words:
    """One reader's language; `words("undo")` gives the text. Raises `KeyError` if untold."""

    def __init__(self, language: Language, own_names: Iterable[Bilingual] = ()) -> None:
        """`own_names`: what the owner calls rooms, devices and people."""
        self.language = language
        self._own_names = OwnNames(own_names, language)

    def draw(self, text: str) -> Markup:
        """A sentence of ours as HTML, its quotations marked with their language."""
        return drawn(self._own_names.marked(text), self.language)

    def quote(self, text: str) -> Markup:
        """Foreign words as HTML, marked with their language."""
        return quoted_element(text, self.language)

    def plain(self, text: str) -> str:
        """A sentence for an attribute, which takes no marks."""
        return without_marks(text)

    def __call__(self, key: str) -> str:
        """The text under `key`."""
        return TEXT[key].get(self.language)

    def failure(self, code: str) -> str:
        """Why something came to nothing, for a code of `failure_class`."""
        return self.either(f"failure.{code}", self("failure.other"))

    def either(self, key: str, otherwise: str) -> str:
        """The text under `key`, or `otherwise` for what has no word of its own."""
        text = TEXT.get(key)
        return text.get(self.language) if text else otherwise

    def reasons(self) -> dict[str, str]:
        """Why something pressed was not done, by the answer's status; `none`: nobody answered."""
        return self._group("reason.")

    def voice(self) -> dict[str, str]:
        """Words of the voice card, by the state or trouble that its script is told."""
        return self._group("voice.word.")

    def reading(self) -> list[str]:
        """Sentences that a person reads aloud, so that their voice becomes known."""
        return list(self._group("voice.read.").values())

    def _group(self, start: str) -> dict[str, str]:
        return {key.removeprefix(start): self(key) for key in TEXT if key.startswith(start)}

    def of(self, label: Bilingual | None) -> str:
        """A label in this language; "" for none."""
        return label.get(self.language) if label else ""

    @property
    def ja(self) -> bool:
        """Whether the reader reads Japanese."""
        return self.language is Language.JA
