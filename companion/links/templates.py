"""Templates: read a documented subset of Home Assistant's templates, without running code from the
wire.

Value templates: one `{{ ... }}` holding `value` or `value_json` with attribute or item
access (`value_json.a.b`, `value_json['a']`, `value_json[0]`), then any of the filters
`int`, `float`, `lower`, `upper`, `trim`, `round`, `round(n)`. Command templates: text with
`{{ value }}` (or the parameter's own name, such as `{{ position }}`) in it. Anything else
raises `TemplateUnsupported`: what it stands for stays unknown rather than guessed.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.service.wire_json import read_json

MAX_VALUE_CHARS = 255
"""Home Assistant's own limit for a state."""

_VALUE = re.compile(
    r"^\s*\{\{-?\s*(?P<root>value_json|value)(?P<path>[^|{}]*)(?P<filters>(?:\|[^|{}]*)*)-?\}\}\s*$"
)
_STEP = re.compile(
    r"""\.(?P<name>\w+)|\[\s*(?:'(?P<one>[^']*)'|"(?P<two>[^"]*)"|(?P<index>\d+))\s*\]"""
)
_FILTER = re.compile(r"^(?P<name>int|float|lower|upper|trim|round)(?:\(\s*(?P<digits>\d?)\s*\))?$")
_HOLE = re.compile(r"\{\{-?\s*(\w+)(?:\s*\|\s*(?:int|float|tojson|to_json))?\s*-?\}\}")


class TemplateUnsupported(ValueError):
    """The template is outside the documented subset."""


@dataclass(frozen=True, slots=True)
class ValueTemplate:
    """A parsed value template; without one the payload is the value."""

    from_json: bool = False
    path: tuple[str | int, ...] = ()
    filters: tuple[tuple[str, int], ...] = ()

    def read(self, payload: bytes) -> str | None:
        """The value as text; None where the payload does not hold it (unknown)."""
        try:
            found: Any = read_json(payload) if self.from_json else payload.decode("utf-8")
            for step in self.path:
                found = found[step]
            for name, digits in self.filters:
                found = _FILTERS[name](found, digits)
            return _as_text(found)
        except (ValueError, LookupError, TypeError, RecursionError, ArithmeticError):
            return None


def parse_value_template(source: object) -> ValueTemplate:
    """Parse one; None and "" mean the plain payload. Raises `TemplateUnsupported`."""
    if source is None or source == "":
        return ValueTemplate()
    match = _VALUE.match(source) if isinstance(source, str) and len(source) <= 500 else None
    if match is None:
        raise TemplateUnsupported(str(source)[:80])
    return ValueTemplate(
        match["root"] == "value_json", _path(match["path"].strip()), _filters(match["filters"])
    )


def fill_command(template: object, values: Mapping[str, str | float]) -> str:
    """Fill a command template with validated values; without one, `value` alone.

    Raises `TemplateUnsupported` for anything but holes named in `values`.
    """
    if template is None or template == "":
        return plain(values["value"])
    if not isinstance(template, str) or len(template) > 500 or "{%" in template:
        raise TemplateUnsupported(str(template)[:80])

    def fill(hole: re.Match[str]) -> str:
        if hole[1] not in values:
            raise TemplateUnsupported(template[:80])
        return plain(values[hole[1]])

    filled = _HOLE.sub(fill, template)
    if "{{" in filled:
        raise TemplateUnsupported(template[:80])
    return filled


def plain(value: str | float) -> str:
    """A number without a needless `.0`, a word as it is."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _as_text(found: Any) -> str | None:
    if found is None or isinstance(found, dict | list):
        return None
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, float) and not math.isfinite(found):
        return None
    text = str(found).strip()
    return text[:MAX_VALUE_CHARS] if text not in ("", "None", "unknown", "null") else None


def _path(text: str) -> tuple[str | int, ...]:
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None or (step["name"] or "").startswith("__"):
            raise TemplateUnsupported(text[:80])
        index = step["index"]
        steps.append(int(index) if index else step["name"] or step["one"] or step["two"] or "")
        at = step.end()
    return tuple(steps)


def _filters(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for part in text.split("|")[1:]:
        match = _FILTER.match(part.strip().removesuffix("-").strip())
        if match is None:
            raise TemplateUnsupported(part[:80])
        found.append((match["name"], int(match["digits"] or 0)))
    return tuple(found)


def _round(value: Any, digits: int) -> float | int:
    return round(float(value), digits) if digits else round(float(value))


_FILTERS: Mapping[str, Callable[[Any, int], Any]] = {
    "int": lambda v, _: int(float(v)),
    "float": lambda v, _: float(v),
    "lower": lambda v, _: str(v).lower(),
    "upper": lambda v, _: str(v).upper(),
    "trim": lambda v, _: str(v).strip(),
    "round": _round,
}
