"""Eyes on COCO-SSD: the parent's side; the network runs in a worker process."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from companion.engines.worker import Worker, WorkerFailed
from companion.ports.eyes import Box, EyesUnavailable
from companion.words.frame import Detection, Frame


class Settings(BaseModel):
    """How the detector runs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    floor: float = Field(0.25, ge=0.05, lt=1, description="Scores at or below are not reported")
    deadline_s: float = Field(10.0, gt=0, description="A slower answer restarts the worker")
    memory_limit_mb: int | None = Field(
        None, description="Address-space limit of the worker; none by default"
    )


class CocoSsd:
    """Eyes whose worker is started by the first look and restarted after a crash."""

    def __init__(self, settings: Settings) -> None:
        self._deadline_s = settings.deadline_s
        self._worker = Worker(
            "companion.engines.ssd",
            {"floor": settings.floor},
            name="eyes",
            memory_limit_mb=settings.memory_limit_mb,
        )
        self._started = False

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    async def detect(self, frame: Frame, region: Box | None = None) -> tuple[Detection, ...]:
        """All detections above the floor, surest first. Raises `EyesUnavailable`."""
        pixels, (left, top, width, height) = cut(frame, region)
        header = {"width": width, "height": height}
        try:
            if not self._started:
                await self._worker.start()
                self._started = True
            reply, _ = await self._worker.call(header, pixels, deadline_s=self._deadline_s)
        except WorkerFailed as error:
            raise EyesUnavailable(f"the detector's worker gave no answer: {error}") from error
        return _detections(reply, left, top)

    async def close(self) -> None:
        """End the worker; idempotent."""
        self._started = False
        await self._worker.stop()


def cut(frame: Frame, region: Box | None) -> tuple[bytes, Box]:
    """The pixels of a region (clipped to the frame) and where it lies."""
    if region is None:
        return frame.bgr, (0, 0, frame.width, frame.height)
    x, y, w, h = region
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + w, frame.width), min(y + h, frame.height)
    picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
    return picture[top:bottom, left:right].tobytes(), (left, top, right - left, bottom - top)


def _detections(reply: Mapping[str, Any], left: int, top: int) -> tuple[Detection, ...]:
    return tuple(
        Detection(str(label), float(score), (box[0] + left, box[1] + top, box[2], box[3]))
        for label, score, box in reply["found"]
    )


def build(settings: Settings) -> CocoSsd:
    """The detector, not yet started."""
    return CocoSsd(settings)
