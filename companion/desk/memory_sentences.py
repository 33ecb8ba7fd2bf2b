"""Reads sentences about memory itself ("no, it's 5 May", "forget that", "what do you know?").

A closed vocabulary over the whole sentence. Whether such a sentence is about memory and not about
the act before it, `unlearning` tells by what was told and answered before.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from companion.words.table import compiled, table


class MemoryWish(StrEnum):
    """Kind of sentence."""

    WRONG = "wrong"
    """The last thing is wrong; `right` is the right value, where it is told."""
    FORGET = "forget"
    """The last thing, or all about `about`, shall be forgotten."""
    KNOWN = "known"
    """All that is known about a person or a thing is asked for."""
    SOURCE = "source"
    """Where the last answer comes from is asked."""
    KEEP = "keep"
    """The last thing shall be kept: a candidate is confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySentence:
    """A sentence about memory."""

    wish: MemoryWish
    right: str = ""
    wrong: str = ""
    """The value that is denied, where it is named."""
    bare: bool = False
    """The right value stands alone after a "no": it counts only as one of the sort of the wrong."""
    about: str = ""
    """Person or thing; "" is the last thing that was told, or the speaker."""


_READ = table("companion.desk", "memory_sentences.toml")
_SENTENCES = tuple(
    (pattern, MemoryWish(wish))
    for wish, rows in _READ["sentences"].items()
    for pattern in compiled(dict(enumerate(rows)), _READ["words"], re.IGNORECASE).values()
)


def memory_sentence(text: str) -> MemorySentence | None:
    """Read a sentence about memory; None for every other one."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = " ".join(plain.split()).strip(" .。!！?？")
    for pattern, wish in _SENTENCES:
        found = pattern.fullmatch(plain)
        if found is not None:
            said = {name: value.strip() for name, value in found.groupdict().items() if value}
            return MemorySentence(
                wish=wish,
                right=said.get("right", said.get("bare", "")),
                bare="bare" in said,
                wrong=said.get("wrong", ""),
                about=next(
                    (said[name] for name in ("about", "about2", "about3") if name in said), ""
                ),
            )
    return None
