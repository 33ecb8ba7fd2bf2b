"""Port of the state writer; only consolidation may import it (import contract)."""

from typing import Protocol

from companion.words.ids import EventId
from companion.words.writeplan import Withdrawn, WritePlan


class StateWriter(Protocol):
    """Writer that applies plans; each real change leaves a revision."""

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan in one transaction; idempotent per event. Gives revisions made. It
        leaves out each change that rests on an event erased since the plan was made."""

    async def withdraw(self, event_id: EventId) -> Withdrawn:
        """Take back what rests on this event or on what followed from it: each such row goes
        back to the last revision before, or goes. A later report of a sensor or a device is its own
        evidence and stays. One transaction; the record itself is not touched."""
