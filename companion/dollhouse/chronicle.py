"""Chronicle: writes down the ground truth of the doll's house for the judge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.ports.clock import Clock


class Kind(StrEnum):
    """Kind of a happening."""

    ENTERED = "entered"
    LEFT = "left"
    ASLEEP = "asleep"
    AWAKE = "awake"
    COMMANDED = "commanded"
    """A command arrived at a device over the wire: only the product sends these."""
    CHANGED = "changed"
    """A device really is in another state now."""
    STRANGER = "stranger"
    """A command arrived at a thing of nobody's that had announced itself."""
    BROKE = "broke"
    ROLLED = "rolled"
    """The wheeled base truly came into a room."""
    ASKED = "asked"
    """A person asked the companion for exactly this device and operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """True event at simulated second `t` since the scenario began."""

    t: float
    kind: Kind
    subject: str
    """Person id or device id."""
    place: str
    value: str = ""
    """New state, or the operation commanded or asked for."""
    by: str = ""
    """`wire`, `hand:<person>`, `nature`, `script`."""
    detail: Mapping[str, Any] = field(default_factory=dict)


class Chronicle:
    """Append-only list of happenings; watchers are called at once, in order."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all: list[Happening] = []
        self._watchers: list[Callable[[Happening], None]] = []

    def write(
        self,
        kind: Kind,
        subject: str,
        place: str,
        value: str = "",
        *,
        by: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> Happening:
        """Add one happening, now."""
        happening = Happening(
            t=self._clock.monotonic(),
            kind=kind,
            subject=subject,
            place=place,
            value=value,
            by=by,
            detail=detail or {},
        )
        self._all.append(happening)
        for watcher in tuple(self._watchers):
            watcher(happening)
        return happening

    def watch(self, watcher: Callable[[Happening], None]) -> None:
        """Call this with every happening from now on."""
        self._watchers.append(watcher)

    def all(self) -> tuple[Happening, ...]:
        """Everything, oldest first."""
        return tuple(self._all)
