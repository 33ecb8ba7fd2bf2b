"""The floor of a house for the simulated base: remembers where it truly rolled."""

from dataclasses import dataclass, field


@dataclass
class FloorTwin:
    """Port `Floor`."""

    rooms: list[str] = field(default_factory=list)
    """Every room it rolled into, the first included."""
    blocked: set[str] = field(default_factory=set)

    def rolled_into(self, room: str) -> None:
        self.rooms.append(room)

    def is_blocked(self, room: str) -> bool:
        return room in self.blocked
