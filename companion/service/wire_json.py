"""Wire JSON: reads JSON from hub, broker, satellites and model servers, within bounds.

`json.loads` trusts its input: it ends in RecursionError on deep nesting, in ValueError on an
integer of more than 4,300 digits, and it gives infinities, integers of any size and halves of
surrogate pairs, each of which ends some code further in (round, float, encode, SQLite). Here a
document is read whole or refused with one error; a number that no device of a home can mean is
None, which is "unknown" everywhere in this product.
"""

import json
import math
import re
from itertools import accumulate
from typing import Any

MOST_BYTES = 2**20
"""Longest document that is read where the caller names no limit of its own."""
MOST_DEPTH = 256
"""Home Assistant writes with orjson, which nests 254 levels at most. Python's reader ends at its
recursion limit (1,000 levels, less the calls that stand above it)."""
MOST_WHOLE = 2**63 - 1
"""Largest integer that SQLite keeps."""
_DIGITS = len(str(MOST_WHOLE)) + 1

_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_LEVELS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class NotJson(ValueError):
    """It cannot be read as JSON; the text says why and quotes nothing of it."""


def read_json(raw: bytes | str, *, most_bytes: int = MOST_BYTES) -> Any:
    """The document. Raises `NotJson` where it is too long, too deep or no JSON in UTF-8.

    A number that is not finite, or an integer beyond 64 bits, becomes None; half of a surrogate
    pair becomes U+FFFD.
    """
    if len(raw) > most_bytes:
        raise NotJson(f"longer than {most_bytes} bytes")
    try:
        data = raw.encode() if isinstance(raw, str) else raw
        if _depth(data) > MOST_DEPTH:
            raise NotJson(f"nested more than {MOST_DEPTH} levels deep")
        text = data.decode("utf-8-sig")
        if _HALF.search(text):
            text = _ESCAPE.sub(_whole, text)
        return _DECODER.decode(text)
    except UnicodeError as error:
        raise NotJson("not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise NotJson(_why(error)) from error


def read_object(raw: bytes | str, *, most_bytes: int = MOST_BYTES) -> dict[str, Any]:
    """The document, which must be an object. Raises `NotJson`."""
    found = read_json(raw, most_bytes=most_bytes)
    if not isinstance(found, dict):
        raise NotJson("not a JSON object")
    return found


def _depth(data: bytes) -> int:
    """How many levels it nests; counted only where there are brackets enough to matter."""
    if data.count(b"[") + data.count(b"{") <= MOST_DEPTH:
        return 0
    brackets = _STRINGS.sub(b"", data).translate(_LEVELS, _NO_BRACKETS)
    return max(accumulate(memoryview(brackets).cast("b")), default=0)


def _whole(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape["half"] else escape[0]


def _why(error: Exception) -> str:
    if isinstance(error, NotJson):
        return str(error)
    return f"not JSON: {error.msg}" if isinstance(error, json.JSONDecodeError) else "not JSON"


def _integer(digits: str) -> int | None:
    if len(digits) > _DIGITS:
        return None
    number = int(digits)
    return number if abs(number) <= MOST_WHOLE else None


def _real(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _no_number(word: str) -> None:
    """NaN and Infinity, which are no JSON; many a device writes them."""


_DECODER = json.JSONDecoder(
    parse_int=_integer, parse_float=_real, parse_constant=_no_number, strict=False
)
"""Not strict: a raw line break inside a string is no JSON, and models and devices write it."""
