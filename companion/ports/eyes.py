"""Port of the eyes: the engine that detects things in a frame."""

from typing import Protocol

from companion.words.frame import Detection, Frame, Written

Box = tuple[int, int, int, int]
"""x, y, width, height in pixels of the frame."""


class EyesUnavailable(RuntimeError):
    """Error: the detector cannot be loaded or its worker died; every look is unknown meanwhile."""


class Eyes(Protocol):
    """Detector that finds things in a frame. It runs in a worker process.

    Must: give boxes in pixels of the whole frame, also for a region; start by itself on
    the first `detect`; serve again after an `EyesUnavailable` once the worker is back.
    May expect: frames that are developed (`Frame.developed`).
    """

    async def detect(self, frame: Frame, region: Box | None = None) -> tuple[Detection, ...]:
        """All detections above the engine's own floor, surest first, in the whole frame
        or in one region of it. Raises `EyesUnavailable`."""

    async def read(self, frame: Frame) -> tuple[Written, ...]:
        """QR codes and signs in the frame; costs many looks, so only ask when asked or seldom.
        Raises `EyesUnavailable`."""

    def why_down(self) -> str:
        """Reason of the last failed look or start; "" while it serves or was not asked yet."""

    def why_no_signs(self) -> str:
        """Reason for which only QR codes can be read, with the remedy; "" while signs can be
        read."""

    async def close(self) -> None:
        """End the worker; idempotent."""
