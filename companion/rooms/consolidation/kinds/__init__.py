"""Kinds of memory, one file each, found by discovery.

A kind is a module of this folder. It says which rows of `state` an event changes; its name is the
area of `state` that it writes, and the class of the values stands in `words/areas.py`. A new kind
is one new file: nothing lists it.
"""

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.event import Event
from companion.words.writeplan import StateChange


@dataclass(frozen=True, slots=True)
class Known:
    """Where a kind of memory looks up what is held already."""

    state: StateReader
    house: House | None = None
    """Where a device stands and what it can do; None leaves both as held before."""
    record: Record | None = None
    """Earlier decisions and results; None where nothing is learnt from them."""


class MemoryKind(Protocol):
    """A module of this folder; the module name is the area it writes."""

    ORDER: int
    """Kinds of a lower number come first in a plan."""

    async def changes(self, event: Event, known: Known) -> Sequence[StateChange]:
        """Rows that this event changes; none where it says nothing of this area. Only reads."""
        ...


@cache
def memory_kinds() -> tuple[tuple[str, MemoryKind], ...]:
    """Every kind by its area, in order."""
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    modules = {name: importlib.import_module(f"{__name__}.{name}") for name in names}
    kinds = [(name, cast(MemoryKind, module)) for name, module in modules.items()]
    return tuple(sorted(kinds, key=lambda kind: (kind[1].ORDER, kind[0])))
