"""Names: give a name from the wire in both languages, as far as its other names go."""

from collections.abc import Iterable

from companion.words.language import Bilingual


def bilingual(name: str, aliases: Iterable[str] = ()) -> Bilingual:
    """The name, and for the other language the first alias written in its script."""
    other = next((a for a in aliases if _japanese(a) != _japanese(name)), name)
    return Bilingual(name, other) if _japanese(name) else Bilingual(other, name)


def _japanese(text: str) -> bool:
    """Whether it has kana or kanji."""
    return any("\u3040" <= char <= "\u30ff" or "\u4e00" <= char <= "\u9fff" for char in text)
