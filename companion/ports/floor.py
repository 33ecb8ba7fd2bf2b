"""Floor: the floor of the doll's house under the simulated wheeled base."""

from typing import Protocol


class Floor(Protocol):
    """Facts about the base that its own sensors do not tell. Joined by the composition root."""

    def rolled_into(self, room: str) -> None:
        """The base truly stands in this room now."""

    def is_blocked(self, room: str) -> bool:
        """True if something stands in the doorway into this room."""
