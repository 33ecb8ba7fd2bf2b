"""Port of a capability: it runs one operation and returns the observed result."""

from typing import Protocol, runtime_checkable

from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
)
from companion.words.result import ActionResult


class Capability(Protocol):
    """Ability in one file of `capabilities/`; the module name is its config key.

    Must: `perform` gives the result from the observed post-state, never raises for expected
    failure, never decides, remembers or speaks. May: offer options for the menu.
    """

    SPEC: CapabilitySpec

    def availability(self) -> Availability:
        """State of the capability: usable now, or the reason and the remedy."""

    def options(self) -> tuple[ActionOption, ...]:
        """The menu entries of this capability now, one for each sensible use."""

    async def perform(self, call: ActionCall) -> ActionResult:
        """Do it, look, and tell what was observed."""


@runtime_checkable
class LooksAgain(Protocol):
    """Capability that can look once more at the outcome of a call; optional."""

    async def look_again(
        self, call: ActionCall, result: ActionResult, within_s: float
    ) -> ActionResult | None:
        """Wait at most so long for news; None without any. It sends nothing."""


class Catalogue(Protocol):
    """Catalogue of all configured capabilities."""

    def all(self) -> tuple[Capability, ...]:
        """Every capability, unavailable ones included."""

    def get(self, name: str) -> Capability | None:
        """One by name."""


def operation_in(catalogue: Catalogue, action_type: str) -> OperationSpec | None:
    """Declaration of `capability.operation`; None where nobody declares it."""
    capability, _, operation = action_type.partition(".")
    known = catalogue.get(capability)
    return known.SPEC.operation(operation) if known is not None else None
