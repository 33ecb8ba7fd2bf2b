"""COCO-SSD eyes: starts the worker process in which the detector runs, and asks it for
detections."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.vision.text_reader_weights import REMEDY, reading_paths
from companion.engines.weights import MODELS_DIR
from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.eyes import Box, EyesUnavailable
from companion.words.frame import Detection, Frame, Written


class Settings(BaseModel):
    """Settings of the detector."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    floor: float = Field(0.25, ge=0.05, lt=1, description="Scores at or below are not reported")
    deadline_s: float = Field(
        4.0, gt=0, description="A slower answer restarts the worker; a look takes 10-50 ms"
    )
    read_deadline_s: float = Field(30.0, gt=0, description="the same for reading a picture")
    models_dir: Path = Field(MODELS_DIR, description="folder of the weights that read signs")
    memory_limit_mb: int | None = Field(
        None, description="Address-space limit of the worker; none by default"
    )


class CocoSsd:
    """Detector whose worker is started by the first look and restarted after a crash."""

    def __init__(self, settings: Settings) -> None:
        self._deadline_s, self._read_deadline_s = settings.deadline_s, settings.read_deadline_s
        self._reads = reading_paths(settings.models_dir)
        self._worker = Worker(
            "companion.engines.vision.ssd",
            {"floor": settings.floor} | {name: str(path) for name, path in self._reads.items()},
            name="eyes",
            memory_limit_mb=settings.memory_limit_mb,
        )
        self._started = False
        self._failed = ""

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    async def detect(self, frame: Frame, region: Box | None = None) -> tuple[Detection, ...]:
        """All detections above the floor, surest first. Raises `EyesUnavailable`."""
        pixels, (left, top, width, height) = cut(frame, region)
        reply = await self._ask({"width": width, "height": height}, pixels, self._deadline_s)
        return _detections(reply, left, top)

    async def read(self, frame: Frame) -> tuple[Written, ...]:
        """QR codes, and signs where their weights are here. Raises `EyesUnavailable`."""
        header = {"width": frame.width, "height": frame.height, "read": True}
        reply = await self._ask(header, frame.bgr, self._read_deadline_s)
        return tuple(
            Written(str(text), float(score), (box[0], box[1], box[2], box[3]), str(how))
            for text, score, box, how in reply["found"]
        )

    def why_down(self) -> str:
        """Why it does not serve now; "" while it does, or before anybody looked."""
        return self._failed or (self._worker.why_down if self._started else "")

    def why_no_signs(self) -> str:
        """The remedy where the weights that read signs are not here."""
        return "" if self._reads else REMEDY

    async def _ask(
        self, header: Mapping[str, Any], pixels: bytes, deadline_s: float
    ) -> Mapping[str, Any]:
        try:
            if not self._started:
                await self._worker.start()
                self._started = True
            reply, _ = await self._worker.call(header, pixels, deadline_s=deadline_s)
        except WorkerFailed as error:
            self._failed = str(error)
            raise EyesUnavailable(f"the detector's worker gave no answer: {error}") from error
        self._failed = ""
        return reply

    async def close(self) -> None:
        """End the worker; idempotent."""
        self._started = False
        await self._worker.stop()


def cut(frame: Frame, region: Box | None) -> tuple[bytes, Box]:
    """Cut the pixels of a region (clipped to the frame), and tell where the region lies."""
    if region is None:
        return frame.bgr, (0, 0, frame.width, frame.height)
    x, y, w, h = region
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + w, frame.width), min(y + h, frame.height)
    picture, row = memoryview(frame.bgr), frame.width * 3
    begins = range(top * row + left * 3, bottom * row, row)
    pixels = b"".join(picture[at : at + (right - left) * 3] for at in begins)
    return pixels, (left, top, right - left, bottom - top)


def _detections(reply: Mapping[str, Any], left: int, top: int) -> tuple[Detection, ...]:
    return tuple(
        Detection(str(label), float(score), (box[0] + left, box[1] + top, box[2], box[3]))
        for label, score, box in reply["found"]
    )


def build(settings: Settings) -> CocoSsd:
    """Build the detector; it is not started yet."""
    return CocoSsd(settings)
