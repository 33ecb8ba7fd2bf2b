"""Body: speaker and drive."""

from typing import Protocol


class SpeakerUnavailable(OSError):
    """No sound can be made now."""


class DriveUnavailable(OSError):
    """The base does not answer; it has stopped by its own dead-man (S6)."""


class Speaker(Protocol):
    """Plays sound; speech synthesis joins in its own step."""

    async def play(self, sound: str) -> float:
        """Play a named chime or rendered clip; gives seconds really played."""

    async def stop(self) -> None:
        """Silence now."""


class Drive(Protocol):
    """A wheeled base. Below it a dead-man stops the wheels 0.5 s after the last keep-alive."""

    async def go_to(self, room: str) -> None:
        """Begin to drive to a room; returns at once. Raises `ValueError` for no such room."""

    async def keep_alive(self) -> None:
        """Say that the planner lives; without it the wheels stop in 0.5 s."""

    async def stop(self) -> None:
        """Stop now."""

    def position(self) -> tuple[str, bool]:
        """Room the base is in, as sensed, and whether the wheels turn."""

    def rooms(self) -> tuple[str, ...]:
        """Rooms that can be reached."""
