"""Number 数: the one way foreign text becomes a number.

`str.isdigit` is true of "²", which `int` refuses; `int` takes "١" and "1_000" and refuses digits
without end by an exception; `float` takes "nan" and makes "1e400" endless. Text from the network,
from a form or from the command line is read here, and what is no plain number is None.
"""

import math
import re

_WHOLE = re.compile(r"[0-9]{1,19}")
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_REAL_CHARS = 128
"""A float written out exactly has some 50."""
_FULL_WIDTH = str.maketrans("０１２３４５６７８９．，－＋", "0123456789.,-+")
"""As a Japanese keyboard writes them."""
KANJI_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "両": 2}
_KANJI_TENS = {"十": 10, "百": 100, "千": 1000}
_KANJI_CHARS = 12
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_ENGLISH = {word: number for number, word in enumerate(_SMALL)}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}
_NUMBER_WORDS = re.compile(
    rf"\b(?:({'|'.join(_TENS)})(?:[- ]({'|'.join(list(_ENGLISH)[1:10])}))?"
    rf"|({'|'.join(_ENGLISH)}))\b",
    re.IGNORECASE,
)
_KANJI_NUMERAL = re.compile(r"[〇零一二三四五六七八九十百]+(?=度|℃|パーセント|[%％]|割)")
"""Before a unit only: elsewhere 一 and 十 stand in words."""
TOO_LARGE = 1_000_000_000_000
"""Value of a kanji numeral that is longer than any number of a home."""


def whole_number(text: str, *, least: int = 0, most: int) -> int | None:
    """A whole number in plain ASCII digits and within its bounds; None for anything else."""
    if _WHOLE.fullmatch(text) is None:
        return None
    number = int(text)
    return number if least <= number <= most else None


def real_number(text: str) -> float | None:
    """A finite number in plain or full-width digits; None for anything else."""
    plain = text.strip().translate(_FULL_WIDTH) if len(text) <= _REAL_CHARS else ""
    if _REAL.fullmatch(plain) is None:
        return None
    number = float(plain)
    return number if math.isfinite(number) else None


def kanji_number(numeral: str) -> int:
    """二十五 -> 25; 三〇 -> 30; 1二 -> 12, as a half-converted numeral is typed. `numeral` has
    kanji numerals and ASCII digits alone, else `ValueError`; a very long one is `TOO_LARGE`."""
    if len(numeral) > _KANJI_CHARS:
        return TOO_LARGE
    total, digits = 0, ""
    for c in numeral:
        if c in _KANJI_TENS:
            total, digits = total + int(digits or 1) * _KANJI_TENS[c], ""
        else:
            digits += str(KANJI_DIGITS.get(c, c))
    return total + int(digits or 0)


def with_digits(text: str) -> str:
    """The text with its measured figures in digits: 三十二度 -> 32度, `twenty-nine degrees` -> `29
    degrees`."""
    plain = _KANJI_NUMERAL.sub(lambda found: f"{kanji_number(found[0])}", text)
    return _NUMBER_WORDS.sub(lambda found: f"{_english(found)}", plain.translate(_FULL_WIDTH))


def _english(found: re.Match[str]) -> int:
    tens, ones, small = (part.casefold() if part else "" for part in found.groups())
    if small:
        return _ENGLISH[small]
    return _TENS[tens] + (_ENGLISH[ones] if ones else 0)
