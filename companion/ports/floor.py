"""Port of the floor: the ground of the doll's house under the simulated wheeled base."""

from typing import Protocol


class Floor(Protocol):
    """Floor that knows about the base what its own sensors do not tell. The composition root joins
    it."""

    def rolled_into(self, room: str) -> None:
        """The base truly stands in this room now."""

    def is_blocked(self, room: str) -> bool:
        """True if something stands in the doorway into this room."""
