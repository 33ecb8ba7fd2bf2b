"""Clips as a camera that gives JPEG would send them, for the benchmarks of seeing; no goal of its
own.

The same frames at the same times, but packed as motion JPEG and played by the shipped driver from
its own process: the gate gets the decoder's reduced grey, and only one frame a second of what
shows nothing new; the eyes get what is decoded when they look. None of it may change what
is seen.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.ports.camera import Camera
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.frame import Frame
from tests.proof.bench.footage import FPS, Clip

STILL_S = 1.0
"""The shipped setting of cameras: what shows nothing new is held back so long."""


class Played:
    """Port `Camera`: the driver's pictures at the clip's own times."""

    name = place = "clip"
    is_screen = False

    def __init__(self, driver: Camera, clip: Clip) -> None:
        self._driver, self._like = driver, clip.frames

    async def open(self) -> None:
        """Start the driver."""
        await self._driver.open()

    async def next_frame(self) -> Frame:
        """The next frame. Raises `CameraGone`, `CameraEnded`."""
        frame = await self._driver.next_frame()
        like = self._like[frame.number]
        return replace(frame, at=like.at, t_s=like.t_s)

    async def close(self) -> None:
        """Stop the driver."""
        await self._driver.close()


@asynccontextmanager
async def as_jpeg(clip: Clip) -> AsyncIterator[Camera]:
    """The clip as a camera, not yet open."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "clip.avi"
        _pack(clip, path)
        section = {"path": str(path), "pace": "fast", "fps": FPS, "still_s": STILL_S}
        house = {"clock": SystemClock(UTC), "name": "clip"}
        driver: Any = plugins.build("hardware.camera", "video_file", section, house)
        try:
            yield Played(driver, clip)
        finally:
            await driver.close()


def _pack(clip: Clip, path: Path) -> None:
    size = clip.frames[0].width, clip.frames[0].height
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, size)
    for frame in clip.frames:
        picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
        writer.write(picture)
    writer.release()
