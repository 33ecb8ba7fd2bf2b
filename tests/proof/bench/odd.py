"""Odd values: what a broken or hostile device, hub or satellite may send, from a seeded chance.

Part of the fuzzers `hub_fuzz`, `mqtt_fuzz` and `wyoming_fuzz`: wrong types, numbers that no
float or no 64 bits hold, deep nesting, halves of surrogate pairs, texts of any length, damaged
JSON. `Mistakes` counts what the product did not foresee.
"""

import asyncio
import json
import logging
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

SEED = 20261122
_NUMBERS = (
    0,
    -1,
    1,
    2,
    50,
    100,
    255,
    254.5,
    -0.0,
    1e-320,
    1e9,
    -1e9,
    1e300,
    1.7e308,
    -1.7e308,
    2**31,
    2**63,
    2**64,
    10**400,
    True,
    False,
    0.1 + 0.2,
)
_RAW_NUMBERS = ("1e999", "-1e999", "NaN", "Infinity", "-Infinity", "9" * 5000, "1" + "0" * 400)
"""Numbers that only the text of a document can hold."""
_TEXTS = (
    "", " ", "on", "off", "ON", "OFF", "unknown", "unavailable", "None", "null", "nan", "inf",
    "-inf", "1e999", "１２", "0x10", "台所", "\u202eon", "\x00", "\ud800", "\udfff\ud800", "{",
    "}}{{", "{{ value_json.a }}", "{{ value }}", "a" * 300, "é" * 2_000,
    "2026-11-22T07:00:00+09:00",
    "9999-99-99T99:99:99", "../../etc/passwd", "+", "#", "a/+/b", "$SYS/x", "~", "~/set", "\n",
    "light.real", "hs", "color_temp", "json", "open", "closed", "heat", "50,100", "1,2,3", ",",
)  # fmt: skip
HOLE = "@@raw@@"
"""Stands in a document for a number that only its text can hold."""


class Odd:
    """Draws one odd thing after the other."""

    def __init__(self, seed: int = SEED) -> None:
        self.dice = random.Random(seed)

    def text(self) -> str:
        """A text, mostly short."""
        return self.dice.choice(_TEXTS)

    def value(self, depth: int = 0) -> Any:
        """Any value that JSON can hold."""
        kind = self.dice.randrange(10 if depth < 3 else 7)
        if kind < 3:
            return self.dice.choice(_NUMBERS)
        if kind < 6:
            return self.text()
        if kind == 6:
            return self.dice.choice((None, HOLE, [], {}))
        if kind == 7:
            return [self.value(depth + 1) for _ in range(self.dice.randrange(4))]
        if kind == 8:
            return {self.text(): self.value(depth + 1) for _ in range(self.dice.randrange(4))}
        return nested(self.dice.choice((5, 80, 240)))

    def of(
        self, plausible: Mapping[str, Sequence[Any]], *, share: float = 0.6, odd: float = 0.4
    ) -> dict[str, Any]:
        """A share of these keys, each with a plausible value or an odd one; at times an odd key."""
        keys = [key for key in plausible if self.dice.random() < share]
        found = {
            key: self.dice.choice(plausible[key]) if self.dice.random() >= odd else self.value()
            for key in keys
        }
        return found | ({self.text(): self.value()} if self.dice.random() < 0.1 else {})

    def document(self, value: Any) -> str:
        """The JSON text of a value; one in twenty is damaged."""
        text = json.dumps(value)
        while HOLE in text:
            text = text.replace(f'"{HOLE}"', self.dice.choice(_RAW_NUMBERS), 1).replace(HOLE, "", 1)
        if self.dice.random() < 0.05:
            text = self.damaged(text)
        return text.encode(errors="replace").decode()

    def damaged(self, text: str) -> str:
        """Cut, doubled, scratched, or nested beyond what Python's own reader bears."""
        at = self.dice.randrange(len(text) + 1)
        return self.dice.choice(
            (
                text[:at],
                text[:at] + self.text() + text[at:],
                text + text,
                "[" * 20_000,
                '{"a":' * 2_000 + "1" + "}" * 2_000,
                "9" * 5_000,
                "",
                "\ufeff" + text,
            )
        )


def nested(levels: int) -> Any:
    """A list in a list in a list."""
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


class Mistakes(logging.Handler):
    """Counts what nobody foresaw: errors in the log, and exceptions that reached the event loop."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        self.found.append(f"{kind} {record.getMessage()}"[:200].strip())


@contextmanager
def mistakes() -> Iterator[Mistakes]:
    """Counts from here to the end of the block; in a running event loop."""
    counting, root, loop = Mistakes(), logging.getLogger(), asyncio.get_running_loop()
    before = loop.get_exception_handler()
    # The loop's own handler logs at ERROR under "asyncio": counted by the same way.
    loop.set_exception_handler(None)
    root.addHandler(counting)
    try:
        yield counting
    finally:
        root.removeHandler(counting)
        loop.set_exception_handler(before)
