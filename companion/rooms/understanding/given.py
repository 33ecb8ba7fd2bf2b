"""Marks 印 stand in a sentence for a timing that is known already: letters of the private use area,
which no keyboard and no speech to text writes, hold its plain form."""

import json
import re
from collections.abc import Iterator

from companion.words.timing import Timing
from companion.words.timing_form import from_plain, to_plain

_FIRST = 0xE000
"""The private use area of Unicode begins here."""
MARK = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0xFF)}]+")


def mark_of(timing: Timing) -> str:
    """The letters that stand for a timing."""
    plain = json.dumps(to_plain(timing), separators=(",", ":")).encode()
    return "".join(chr(_FIRST + byte) for byte in plain)


def marks(text: str) -> Iterator[tuple[int, int, Timing]]:
    """Each mark of a sentence, from where to where, with its timing; letters that hold none are
    left out."""
    for found in MARK.finditer(text):
        plain = bytes(ord(letter) - _FIRST for letter in found.group())
        try:
            yield found.start(), found.end(), from_plain(json.loads(plain))
        except (ValueError, AttributeError):
            continue
