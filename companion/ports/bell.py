"""Port of the bell, which sounds alarms; it needs no record, network or model."""

from datetime import datetime
from typing import Protocol

from companion.words.schedule import Entry, Firing, FiringId


class Bell(Protocol):
    """Bell that wakes people, from the curtain up to the buzzer. It must work with no record,
    broker, network or model: a step that cannot be reached is passed over for the next one."""

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        """Begin; True once a rung was seen or heard to work, False where none was. It goes on
        until `silence`. Ringing what rings already changes nothing."""

    async def silence(self, firing_id: FiringId | None = None) -> None:
        """End it (None: all) at once."""

    def ringing(self) -> tuple[FiringId, ...]:
        """All that sounds now."""

    def began_at(self, firing_id: FiringId) -> datetime | None:
        """Since when."""
