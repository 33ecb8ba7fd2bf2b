"""Port of the state: reads semantic memory, which only consolidation writes."""

from typing import Protocol

from companion.words.writeplan import StateRow


class StateReader(Protocol):
    """Reader of the present state of the household."""

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        """All rows of one kind."""

    async def row(self, kind: str, key: str) -> StateRow | None:
        """One row."""

    async def version(self) -> int:
        """Grows with every applied plan."""
