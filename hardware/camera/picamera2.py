"""Raspberry Pi camera (CSI): the program rpicam-vid, or the module picamera2 where there is one.

The module needs Raspberry Pi OS's own libcamera bindings (`apt install python3-picamera2` and a
virtual environment with `--system-site-packages`); the program needs nothing of Python, so it is
tried first.
"""

import importlib.util
import shutil
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.words.language import Bilingual
from hardware.capture import CaptureChild

PROGRAMS = ("rpicam-vid", "libcamera-vid")
"""Its name since Raspberry Pi OS 12, and before."""


class Settings(BaseModel):
    """Which camera, how it is read, and what to ask of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(0, ge=0, description="camera number, as `rpicam-hello --list-cameras`")
    via: Literal["auto", "program", "module"] = Field(
        "auto", description="rpicam-vid, the module picamera2, or whichever is there"
    )
    place: str = Field("", description="room id it looks at")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second asked and given")
    width: int = Field(640, gt=0, multiple_of=2, description="pixels")
    height: int = Field(480, gt=0, multiple_of=2, description="pixels")
    turned: bool = Field(False, description="the camera hangs upside down")
    still_s: float = Field(
        1.0, ge=0, description="a frame this often while nothing changes; 0: all"
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")


class PiCamera(CaptureChild):
    """The CSI camera, read by a child process and what that starts."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        self._settings = settings
        super().__init__(
            name,
            settings.place or name,
            {},
            clock=clock,
            stall_s=settings.stall_s,
            remedy=Bilingual(
                "ケーブルの向きと `rpicam-hello --list-cameras` を確かめてください。",
                "Check the ribbon cable and `rpicam-hello --list-cameras`.",
            ),
        )

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` with the remedy where neither way is installed."""
        source = self._program() if self._settings.via != "module" else None
        if source is None and self._settings.via != "program":
            source = self._module()
        if source is None:
            raise CameraGone(
                f"camera {self.name}: neither rpicam-vid nor the module picamera2 is here. On "
                "Raspberry Pi OS: `sudo apt install rpicam-apps`.",
                f"カメラ {self.name}: rpicam-vid も picamera2 もありません。Raspberry Pi OS では "
                "`sudo apt install rpicam-apps` で入ります。",
            )
        own = self._settings
        self._source = {**source, "fps": own.fps, "still_s": own.still_s}
        await super().open()

    def _program(self) -> Mapping[str, Any] | None:
        found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
        if found is None:
            return None
        own = self._settings
        command = [found, "--camera", own.number, "--timeout", 0, "--nopreview", "--codec", "mjpeg"]
        command += ["--width", own.width, "--height", own.height, "--framerate", own.fps]
        command += ["--rotation", 180] if own.turned else []
        return {"kind": "program", "command": [str(part) for part in (*command, "-o", "-")]}

    def _module(self) -> Mapping[str, Any] | None:
        if importlib.util.find_spec("picamera2") is None:
            return None
        own = self._settings
        size = {"width": own.width, "height": own.height}
        return {"kind": "picamera2", "number": own.number, "turned": own.turned, **size}


def build(settings: Settings, *, clock: Clock, name: str) -> PiCamera:
    """The camera, not yet open."""
    return PiCamera(settings, clock=clock, name=name)
