"""Wire values 通信の値: numbers, colours and times as they come over the wire, made safe."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.home.color import read_color

MOST_QUANTITY = 1e9
"""No percentage, temperature, brightness or position of a home is larger. Beyond it rounding and
scaling leave what a float can hold."""


class BadParameters(ValueError):
    """The operation exists but these parameters do not fit this device."""


def whole(parameters: Mapping[str, Any], name: str, low: float, high: float) -> int:
    """One whole-number parameter within its range. Raises `BadParameters`."""
    return round(number(parameters, name, low, high))


def number(parameters: Mapping[str, Any], name: str, low: float, high: float) -> float:
    """One number parameter within its range. Raises `BadParameters`."""
    value = parameters.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadParameters(f"{name} must be a number {low:g}..{high:g}")
    return float(value)


def word(parameters: Mapping[str, Any], name: str, words: object) -> str:
    """One parameter that is a word of a list. Raises `BadParameters`."""
    allowed = tuple(words) if isinstance(words, list | tuple) else ()
    if (value := parameters.get(name)) not in allowed:
        raise BadParameters(f"{name} must be one of {', '.join(map(str, allowed))}")
    return str(value)


def color_of(parameters: Mapping[str, Any]) -> str:
    """The colour wished for, as `#rrggbb`. Raises `BadParameters`."""
    if (color := read_color(parameters.get("color"))) is None:
        raise BadParameters("color must be a known name or #rrggbb")
    return color


def quantity(value: object) -> float | None:
    """A number of a home, from the wire; None for what is none. Never raises."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= MOST_QUANTITY else None


def mark_of(title: str | None) -> str | None:
    """Mark of the title that is played; it changes with the title, whose words are foreign."""
    if title is None:
        return None
    return hashlib.sha256(title.encode(errors="replace")).hexdigest()[:12]


def moment_of(text: str | None) -> str | None:
    """A point in time as it was told, in one form; None for anything that is none."""
    try:
        return datetime.fromisoformat(text or "").isoformat()
    except ValueError:
        return None


def words_in(value: object, known: frozenset[str] | None = None) -> tuple[str, ...]:
    """The words of a list from the wire; `known`: only these."""
    told = value if isinstance(value, list | tuple) else ()
    return tuple(w[:32] for w in told if isinstance(w, str) and (known is None or w in known))
