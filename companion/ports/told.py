"""Port of told things: facts and preferences that people told, as they stand or stood."""

from datetime import datetime
from typing import Protocol

from companion.words.told import Told


class ToldMemory(Protocol):
    """Reader of what people told.

    Gives what rests on an event that is still believed: what was corrected, forgotten or erased is
    never among it, at whatever time one asks.
    """

    async def told(self, *, as_of: datetime | None = None) -> tuple[Told, ...]:
        """All that held at `as_of` (None: now) and was told by then, oldest first. Where two
        people differ, both are there."""

    async def ended(self) -> tuple[Told, ...]:
        """All that was told and held no longer when something else was told of the same."""
