"""A wheeled base that stands where it is told to."""

from dataclasses import dataclass


@dataclass
class DriveTwin:
    """Port `Drive`; nothing turns."""

    room: str = "hall"
    moving: bool = False
    ways: tuple[str, ...] = ("hall", "living", "kitchen")
    home: str = "living"
    ill: str = ""

    async def open(self) -> None:
        return

    async def close(self) -> None:
        return

    async def go_to(self, room: str) -> None:
        self.room = room

    async def keep_alive(self) -> None:
        return

    async def stop(self) -> None:
        self.moving = False

    def position(self) -> tuple[str, bool]:
        return self.room, self.moving

    def dock(self) -> str:
        return self.home

    def rooms(self) -> tuple[str, ...]:
        return self.ways

    def trouble(self) -> str:
        return self.ill
