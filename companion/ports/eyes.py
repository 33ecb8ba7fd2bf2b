"""Eyes: the detector engine."""

from typing import Protocol

from companion.words.frame import Detection, Frame


class EyesUnavailable(RuntimeError):
    """The detector cannot be loaded or its worker died; looks are `unknown` meanwhile."""


class Eyes(Protocol):
    """Finds things in a frame. Runs in a worker process (DESIGN 3)."""

    async def detect(self, frame: Frame) -> tuple[Detection, ...]:
        """All detections above the engine's own floor. Raises `EyesUnavailable`."""
