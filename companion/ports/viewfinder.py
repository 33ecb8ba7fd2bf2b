"""Port of the viewfinder: shows the page the newest camera picture with its boxes; it is never
stored."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.words.frame import Detection


@dataclass(frozen=True, slots=True)
class View:
    """JPEG of a camera and the detections in it."""

    jpeg: bytes
    width: int
    height: int
    detections: tuple[Detection, ...]
    at: datetime
    looked_at: datetime | None
    """When the detector last ran; boxes are of that moment."""


class Viewfinder(Protocol):
    """Source of pictures on demand; nothing is encoded while nobody looks."""

    async def view(self, camera: str) -> View | None:
        """The newest picture; None while privacy is on or the camera is gone."""
