"""Collects the declarations of the parts that `app` has built."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from companion.ports.part import HasFindings, HasResidents, HasTicks, ResidentSpec, Tick


@dataclass(frozen=True, slots=True)
class Declared:
    """Declarations of all parts together, in the order in which they were built."""

    residents: tuple[ResidentSpec, ...] = ()
    ticks: tuple[Tick, ...] = ()
    checks: tuple[HasFindings, ...] = ()


def collect(records: Iterable[object]) -> Declared:
    """The declarations of every field of these records, each part once. A field may be a part, a
    declaration itself, or a tuple of either."""
    parts = _parts(records)
    residents: list[ResidentSpec] = []
    ticks: list[Tick] = []
    for part in parts:
        if isinstance(part, ResidentSpec):
            residents.append(part)
        elif isinstance(part, Tick):
            ticks.append(part)
        if isinstance(part, HasResidents):
            residents.extend(part.residents())
        if isinstance(part, HasTicks):
            ticks.extend(part.ticks())
    checks = tuple(part for part in parts if isinstance(part, HasFindings))
    return Declared(tuple(residents), tuple(ticks), checks)


def _parts(records: Iterable[object]) -> tuple[Any, ...]:
    found: dict[int, Any] = {}
    for record in records:
        if not is_dataclass(record):
            raise TypeError(f"{record!r} is no record: a dataclass whose fields are parts")
        for field in fields(record):
            value = getattr(record, field.name)
            for part in value if isinstance(value, tuple) else (value,):
                found.setdefault(id(part), part)
    return tuple(found.values())
