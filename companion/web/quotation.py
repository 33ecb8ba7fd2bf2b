"""Quotations: mark the words of a person, a model or an owner's device with their own language.

A page is written in one language. The words of a person may be in the other one: then it is set
between two isolates of Unicode (FSI and PDI), and `drawn` makes of them `<bdi lang>`, so that a
screen reader speaks it right and no bidirectional mark leaks out of it.
"""

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from companion.words.language import Bilingual, Language, language_of

_OPEN, _CLOSE = "\u2068", "\u2069"
_ISOLATED = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_ISOLATES = str.maketrans("", "", _OPEN + _CLOSE)
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z]{2}")


def quotation(text: str, reader: Language) -> str:
    """A person's own words within a sentence of ours; marked where `reader` reads another
    language."""
    plain = without_marks(text)
    return f"{_OPEN}{plain}{_CLOSE}" if _foreign(plain, reader) else plain


def quotations(text: str) -> Bilingual:
    """The same words within a sentence of either language."""
    return Bilingual(quotation(text, Language.JA), quotation(text, Language.EN))


def without_marks(text: str) -> str:
    """For a place that takes no markup: a terminal, an attribute, JSON."""
    return text.translate(_ISOLATES)


def plain_json(value: object) -> object:
    """Plain values for the wire, without the marks."""
    if isinstance(value, str):
        return without_marks(value)
    if isinstance(value, dict):
        return {key: plain_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(item) for item in value]
    return value


class OwnNames:
    """The names an owner gave to rooms, devices and people, where they are of one language only."""

    def __init__(self, names: Iterable[Bilingual], reader: Language) -> None:
        found = {name.get(reader) for name in names if _foreign(name.get(reader), reader)}
        longest_first = sorted(found, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)", re.I)

    def marked(self, text: str) -> str:
        """The text with each of these names marked as a quotation."""
        parts = re.split(f"({_OPEN}[^{_CLOSE}]*{_CLOSE})", text)
        return "".join(
            part if part.startswith(_OPEN) else self._pattern.sub(_isolated, part) for part in parts
        )


def drawn(text: str, reader: Language) -> Markup:
    """The text as HTML: escaped, and each marked quotation in an element with its language."""
    parts = []
    end = 0
    for found in _ISOLATED.finditer(text):
        parts.append(escape(without_marks(text[end : found.start()])))
        parts.append(quoted_element(found[1], reader))
        end = found.end()
    parts.append(escape(without_marks(text[end:])))
    return Markup("").join(parts)


def quoted_element(text: str, reader: Language) -> Markup:
    """Words that are nobody's but the speaker's: always an element with their language."""
    return Markup('<bdi lang="{}">{}</bdi>').format(language_of(text, reader), without_marks(text))


def _isolated(found: re.Match[str]) -> str:
    return f"{_OPEN}{found[0]}{_CLOSE}"


def _foreign(text: str, reader: Language) -> bool:
    return bool((_LATIN if reader is Language.JA else _JAPANESE).search(text))
