"""State writer: only consolidation may import this port (protected contract)."""

from typing import Protocol

from companion.words.writeplan import WritePlan


class StateWriter(Protocol):
    """Applies plans; each real change leaves a revision (B-105)."""

    async def apply(self, plan: WritePlan) -> int:
        """Apply one plan in one transaction; idempotent per event. Gives revisions made."""
