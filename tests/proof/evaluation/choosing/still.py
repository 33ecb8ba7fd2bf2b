"""What stands still in a situation: the clock and the cameras."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from companion.ports.senses import Look, Motion, NotLooking, Standing
from companion.service.clock import SystemClock
from companion.words.observation import Observation


class StillClock(SystemClock):
    """Says the situation's time, which only grows as its past is lived; waiting is real."""

    def __init__(self, zone: ZoneInfo, at: datetime) -> None:
        super().__init__(zone)
        self.at = at.replace(tzinfo=zone)

    def now(self) -> datetime:
        """The situation's time."""
        return self.at

    def monotonic(self) -> float:
        """What passes really, and what the situation leaps over: limits by the minute see it."""
        return super().monotonic() + self.at.timestamp()


@dataclass(frozen=True)
class StillEyes:
    """Port `Senses`: cameras that could be looked through; no situation goes on to look."""

    places: Mapping[str, str]
    """Camera -> room."""

    def cameras(self) -> tuple[str, ...]:
        """Names."""
        return tuple(self.places)

    async def motion(self, camera: str) -> Motion:
        """There is no picture."""
        raise NotLooking(camera)

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        """There is no picture."""
        raise NotLooking(camera)

    def standing(self, camera: str) -> Standing:
        """Nothing is held."""
        return Standing()

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Nothing reports."""

    def private(self) -> bool:
        """Cameras are open."""
        return False

    def pace(self) -> float:
        """No backlog."""
        return 1.0
