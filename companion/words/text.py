"""Labelled text ラベル付き文: no text reaches a prompt without its trust label."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.trust import UNTRUSTED, TrustLabel

QUOTE_CHARS = 160
"""Longest piece of sensed or received text that enters a prompt: about 50 tokens, and too short
for an elaborate injection to build up."""

_MARKS = str.maketrans({"«": "<", "»": ">"})
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Controls, bidi and zero-width marks, tag characters, private use: nothing a person can see."""


def data_line(text: str, limit: int = QUOTE_CHARS) -> str:
    """One visible line of at most `limit` characters, safe to stand between « » as data.

    Characters nobody can see are taken out, the quote marks are ours alone, and the marks of
    chat templates are broken: they would end our turn and begin a forged one.
    """
    seen = text[: limit * 8]
    if not seen.isprintable():
        seen = "".join(" " if c.isspace() else c for c in seen if not _is_hidden(c))
    flat = " ".join(seen.split()).translate(_MARKS)
    flat = flat.replace("<|", "< |").replace("|>", "| >")
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN and not char.isspace()


@dataclass(frozen=True, slots=True)
class LabelledText:
    """ラベル付き文: a text, who stands behind it, and the event it came from."""

    text: str
    trust: TrustLabel
    event_id: EventId | None = None
    foreign: bool = False
    """True for foreign words (a sign, a calendar, a guest), False for a sentence of our own code
    about an observation. A decision that had them in its prompt may ask and never act by itself."""
    plain: str = ""
    """The sentence that code puts in their place where they may not weigh; "" leaves them out."""
    own: bool = False
    """Written by the companion itself: what it said, or the line of its own act. It tells what was
    done and nothing that anybody wants."""

    def __post_init__(self) -> None:
        """Words with user authority are never foreign: they may cause things."""
        if self.foreign and self.trust not in UNTRUSTED:
            raise ValueError(f"{self.trust} text is not foreign")

    def without_words(self) -> "LabelledText | None":
        """As code tells it; None where without the words nothing is left."""
        if not self.foreign:
            return self
        return LabelledText(self.plain, self.trust, self.event_id) if self.plain else None


def short(text: str, limit: int) -> str:
    """One line of at most `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


_CLOSING = str.maketrans('「」『』“”"', "[][]'''")


def quoted(text: str, language: Language) -> str:
    """Foreign words in quotation marks that they cannot close, on one line."""
    plain = " ".join(text.translate(_CLOSING).split())
    return f"「{plain}」" if language is Language.JA else f"“{plain}”"


def listed(items: Sequence[str]) -> str:
    """`A, B and C`: English items as one reads them out."""
    *first, last = items or ("",)
    return f"{', '.join(first)} and {last}" if first else last
