"""Raspberry Pi camera driver (CSI): reads the program rpicam-vid, or the module picamera2 where it
is installed.

The module is Raspberry Pi OS's (`apt install python3-picamera2`), and so is the Python that runs
it, as a program too (`hardware/camera/capture/camera_of_system.py`, ADR 0036).
"""

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild

PROGRAMS = ("rpicam-vid", "libcamera-vid")
"""Its name since Raspberry Pi OS 12, and before."""
SYSTEM_PYTHON = "/usr/bin/python3"
STREAM = Path(__file__).parent / "capture" / "camera_of_system.py"
ISOLATED = "-I"
"""Option by which the system's Python sees nothing of our environment."""
HAS_MODULE = "import importlib.util as i, sys; sys.exit(i.find_spec('picamera2') is None)"


class Settings(BaseModel):
    """Settings of the camera, of the way to read it, and of its pictures."""

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


def needs(settings: Settings) -> Needs:
    """Name the devices that libcamera opens, and one of the two ways to read them."""
    return Needs(
        devices=("char-video4linux", "char-media", "char-dma_heap"),
        groups=("video",),
        programs=(PROGRAMS,) if settings.via != "module" else ((SYSTEM_PYTHON,),),
        apt=("rpicam-apps",) if settings.via != "module" else ("python3-picamera2",),
    )


class PiCamera(CaptureChild):
    """CSI camera that a child process reads."""

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
            source = await self._module()
        if source is None:
            raise CameraGone(
                f"camera {self.name}: neither rpicam-vid nor the system's picamera2 is here. "
                "On Raspberry Pi OS: `sudo apt install rpicam-apps`.",
                f"カメラ {self.name}: rpicam-vid もシステムの picamera2 もありません。"
                "Raspberry Pi OS では `sudo apt install rpicam-apps` で入ります。",
            )
        own = self._settings
        self._source = {**source, "fps": own.fps, "still_s": own.still_s}
        await super().open()

    def _program(self) -> Mapping[str, Any] | None:
        found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
        if found is None:
            return None
        video = ("--timeout", "0", "--nopreview", "--codec", "mjpeg", "-o", "-")
        return {"kind": "program", "command": [found, *self._asked(), *video]}

    async def _module(self) -> Mapping[str, Any] | None:
        if not await _succeeds(SYSTEM_PYTHON, ISOLATED, "-c", HAS_MODULE):
            return None
        command = [SYSTEM_PYTHON, ISOLATED, str(STREAM), *self._asked()]
        return {"kind": "program", "command": command}

    def _asked(self) -> Sequence[str]:
        """Options that both ways understand."""
        own = self._settings
        asked = ["--camera", own.number, "--width", own.width, "--height", own.height]
        asked += ["--framerate", own.fps, *(["--rotation", 180] if own.turned else [])]
        return [str(part) for part in asked]


async def _succeeds(*command: str) -> bool:
    try:
        child = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
        )
    except OSError:
        return False
    return await child.wait() == 0


def build(settings: Settings, *, clock: Clock, name: str) -> PiCamera:
    """Build the camera; it is not open yet."""
    return PiCamera(settings, clock=clock, name=name)
