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
