"""Floor: the floor of the doll's house under the simulated wheeled base."""

from typing import Protocol


class Floor(Protocol):
    """What is true of the base, whatever its own sensors say. Joined by the composition root."""

    def rolled_into(self, room: str) -> None:
        """The base truly stands in this room now."""

    def is_blocked(self, room: str) -> bool:
        """Whether something stands in the doorway into this room."""
