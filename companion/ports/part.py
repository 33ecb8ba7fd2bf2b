"""Declarations of a part: the tasks it runs, its ticks and its health check, for `app` to collect.

A part of the house implements the protocols that fit it; it starts nothing by itself. `collect` in
`service/declared.py` finds the declarations, and the supervisor, the scheduler and the health watch
carry them out.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, runtime_checkable

from companion.words.finding import Finding


class Stage(IntEnum):
    """Stop order: intake first, then the act in hand, the journal, the drivers."""

    INTAKE = 0
    ACT = 1
    JOURNAL = 2
    DRIVERS = 3


@dataclass(frozen=True, slots=True)
class ResidentSpec:
    """A task that runs as long as the service."""

    name: str
    """As logs and the health page show it."""
    run: Callable[[], Awaitable[None]]
    stage: Stage
    essential: bool = False
    """Its death ends the service."""
    needed: bool = False
    """Without it the house is deaf or mute: it is started again within two seconds."""
    finishes: bool = False
    """It may come to a good end; the end of any other is a death too."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Something to do every `every_s` seconds of the household's clock. An `OSError` is logged, and
    the tick is due again at its next time."""

    name: str
    every_s: float
    do: Callable[[], Awaitable[object]]


@runtime_checkable
class HasResidents(Protocol):
    """A part with tasks."""

    def residents(self) -> Sequence[ResidentSpec]:
        """The tasks to run; asked once, before anything is started."""


@runtime_checkable
class HasTicks(Protocol):
    """A part with something to do now and then."""

    def ticks(self) -> Sequence[Tick]:
        """The ticks with their intervals; asked once."""


@runtime_checkable
class HasFindings(Protocol):
    """A part whose health is looked at."""

    async def findings(self) -> Mapping[str, Finding]:
        """How it is now, by the part's name on the health page; asked every two seconds, so it
        must not wait for anything that may hang."""
