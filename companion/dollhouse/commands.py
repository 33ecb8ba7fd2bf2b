"""Command reader of the simulated devices: reads an operation or a number from a payload."""

from collections.abc import Mapping

from companion.dollhouse.devices import CommandRefused
from companion.words.number import real_number


def read_word(table: Mapping[str, str], payload: str) -> str:
    """Read the operation of a payload. Raises `CommandRefused`."""
    operation = table.get(payload)
    if operation is None:
        raise CommandRefused(f"payload {payload!r} is none of {sorted(table)}")
    return operation


def read_number(payload: str, lowest: float, highest: float) -> float:
    """Read a number within bounds. Raises `CommandRefused`."""
    number = real_number(payload)
    if number is None:
        raise CommandRefused(f"{payload!r} is no number")
    if not lowest <= number <= highest:
        raise CommandRefused(f"{number:g} is outside {lowest:g}..{highest:g}")
    return number
