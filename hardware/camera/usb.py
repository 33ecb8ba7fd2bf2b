"""USB camera driver (V4L2, MJPG)."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild


class Settings(BaseModel):
    """Settings of the device and of its pictures."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    device: int = Field(0, ge=0, description="N of /dev/videoN")
    place: str = Field("", description="room id it looks at")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second given, at most")
    width: int = Field(640, gt=0, description="asked of the camera, pixels")
    height: int = Field(480, gt=0, description="asked of the camera, pixels")
    still_s: float = Field(
        1.0, ge=0, description="a frame this often while nothing changes; 0: all"
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")


def needs(settings: Settings) -> Needs:
    """Name the video devices and their group."""
    return Needs(devices=("char-video4linux",), groups=("video",))


class UsbCamera(CaptureChild):
    """V4L2 device that a child process reads."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        self._path = Path(f"/dev/video{settings.device}")
        source = {
            "kind": "device",
            "device": settings.device,
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
                f"ケーブルと、ほかのプログラムが {self._path} を使っていないかを確かめてください。",
                f"Check the cable, and that no other program uses {self._path}.",
            ),
        )

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` with the remedy when there is no such device."""
        if not self._path.exists():
            raise CameraGone(
                f"camera {self.name}: there is no {self._path}. Plug the camera in, then "
                "list devices with `v4l2-ctl --list-devices`; the user must be in group `video`.",
                f"カメラ {self.name}: {self._path} がありません。カメラを差し、`v4l2-ctl "
                "--list-devices` で確かめてください（ユーザーはグループ video に要ります）。",
            )
        await super().open()


def build(settings: Settings, *, clock: Clock, name: str) -> UsbCamera:
    """Build the camera; it is not open yet."""
    return UsbCamera(settings, clock=clock, name=name)
