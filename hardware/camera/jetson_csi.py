"""Jetson camera driver (CSI): runs JetPack's GStreamer pipeline as a separate program.

Python's OpenCV has no GStreamer, and JetPack's OpenCV only works outside a virtual environment;
`gst-launch-1.0 ... ! fdsink` works everywhere.
"""

import shlex
import shutil

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild

PROGRAM = "gst-launch-1.0"


class Settings(BaseModel):
    """Settings of the sensor and of its pictures."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(0, ge=0, description="sensor-id of nvarguscamerasrc")
    place: str = Field("", description="room id it looks at")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second given, at most")
    sensor_fps: int = Field(30, gt=0, le=120, description="a rate the sensor has a mode for")
    width: int = Field(640, gt=0, multiple_of=4, description="pixels (rows are whole words)")
    height: int = Field(480, gt=0, multiple_of=2, description="pixels")
    source: str = Field("", description="other GStreamer elements in place of the CSI camera")
    still_s: float = Field(
        1.0, ge=0, description="a frame this often while nothing changes; 0: all"
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")

    def command(self) -> list[str]:
        """The pipeline: source, scaled to the size by the camera's own hardware, raw BGR out."""
        size = f"width={self.width},height={self.height}"
        camera = (
            f"nvarguscamerasrc sensor-id={self.number}"
            f" ! video/x-raw(memory:NVMM),framerate={self.sensor_fps}/1"
            f" ! nvvidconv ! video/x-raw,format=BGRx,{size}"
        )
        rate = f"{round(self.fps * 1000)}/1000"
        line = (
            f"{self.source or camera} ! videorate drop-only=true ! videoscale ! videoconvert"
            f" ! video/x-raw,format=BGR,{size},framerate={rate} ! fdsink fd=1 sync=false"
        )
        return [PROGRAM, "-q", *shlex.split(line)]


def needs(settings: Settings) -> Needs:
    """Name GStreamer, the camera server's socket and the graphics driver's devices."""
    return Needs(
        devices=("char-video4linux", "char-nv*", "char-host1x*", "char-drm"),
        groups=("video", "render"),
        programs=((PROGRAM,),),
        apt=("gstreamer1.0-tools",),
        sockets=("/tmp/argus_socket",),
    )


class JetsonCamera(CaptureChild):
    """CSI camera that a child process reads from GStreamer."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        source = {
            "kind": "program",
            "command": settings.command(),
            "raw": True,
            "fps": settings.fps,
            "still_s": settings.still_s,
            "width": settings.width,
            "height": settings.height,
        }
        super().__init__(
            name,
            settings.place or name,
            source,
            clock=clock,
            stall_s=settings.stall_s,
            remedy=Bilingual(
                "ケーブルを確かめ、`sudo systemctl restart nvargus-daemon` を試してください。",
                "Check the ribbon cable and try `sudo systemctl restart nvargus-daemon`.",
            ),
        )

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` with the remedy where GStreamer is not here."""
        if shutil.which(PROGRAM) is None:
            raise CameraGone(
                f"camera {self.name}: there is no {PROGRAM}. "
                "`sudo apt install gstreamer1.0-tools`.",
                f"カメラ {self.name}: {PROGRAM} がありません。"
                "`sudo apt install gstreamer1.0-tools` で入ります。",
            )
        await super().open()


def build(settings: Settings, *, clock: Clock, name: str) -> JetsonCamera:
    """Build the camera; it is not open yet."""
    return JetsonCamera(settings, clock=clock, name=name)
