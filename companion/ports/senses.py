"""Senses: the looks a policy may ask for (read-only operations of `vision_perception`)."""

from dataclasses import dataclass
from typing import Protocol

from companion.words.frame import Detection, Frame
from companion.words.observation import Observation


@dataclass(frozen=True, slots=True)
class Motion:
    """Answer of the two-stage gate for one frame; no detector was run."""

    frame: Frame
    moving: bool
    blind: bool = False
    """Black, frozen or blinded frame: what is there is unknown (F13)."""


@dataclass(frozen=True, slots=True)
class Look:
    """One detector run."""

    frame: Frame
    detections: tuple[Detection, ...]


class Senses(Protocol):
    """Cheap motion, costly looks. Raises `CameraGone`, `CameraEnded`, `EyesUnavailable`."""

    def cameras(self) -> tuple[str, ...]:
        """Names of the configured cameras."""

    async def motion(self, camera: str) -> Motion:
        """Wait for the next frame and run the cheap gate on it."""

    async def look(self, camera: str, frame: Frame | None = None) -> Look:
        """Run the detector on `frame` (or on the newest)."""

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Hand what was concluded to perception (rate limit, dedup, record, trigger)."""

    def private(self) -> bool:
        """Privacy is on: cameras are closed and nothing is looked at (T18)."""

    def pace(self) -> float:
        """1.0, or more while the backlog is high: multiply the interval by it (S-06)."""
