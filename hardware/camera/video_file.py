"""Video file driver: plays a clip as a camera, for analysis, demonstrations and tests."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild


class Settings(BaseModel):
    """Settings of the file and of its playback."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Path = Field(description="the video file", examples=["clip.mp4"])
    place: str = Field("", description="room id it shows")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second given, at most")
    pace: Literal["realtime", "fast"] = Field(
        "realtime", description="fast: every sampled frame as soon as it is asked for"
    )
    loop: bool = Field(False, description="begin again at the end")
    max_width: int = Field(1280, ge=0, description="wider frames are shrunk; 0 = never")
    still_s: float | None = Field(
        None,
        ge=0,
        description="a frame this often while nothing changes; 0: all; by default 1 in real time, "
        "as a camera has it, and 0 when fast",
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")


def needs(settings: Settings) -> Needs:
    """Return no needs but the file, which the service's user must be able to read."""
    return Needs()


def build(settings: Settings, *, clock: Clock, name: str) -> CaptureChild:
    """Build the camera; it is not open yet."""
    still_s = settings.still_s
    if still_s is None:
        still_s = 1.0 if settings.pace == "realtime" else 0.0
    source = {
        "kind": "file",
        "path": str(settings.path),
        "fps": settings.fps,
        "pace": settings.pace,
        "loop": settings.loop,
        "still_s": still_s,
        "max_width": settings.max_width,
    }
    return CaptureChild(
        name,
        settings.place or name,
        source,
        clock=clock,
        stall_s=settings.stall_s,
        remedy=Bilingual(
            f"{settings.path} が読める動画か確かめてください。",
            f"Check that {settings.path} is a readable video file.",
        ),
    )
