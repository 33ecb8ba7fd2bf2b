"""Microphone that plays a sound file: for `companion hear`, demonstrations and tests.

Any format, sample rate and channel count that FFmpeg reads; it is decoded in a process of its own.
"""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.microphone.capture.parent import CaptureChild


class Settings(BaseModel):
    """Settings of the file and of its playback."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Path = Field(description="the sound file", examples=["clip.wav"])
    pace: Literal["realtime", "fast"] = Field(
        "realtime", description="fast: every block as soon as it is taken"
    )
    loop: bool = Field(False, description="begin again at the end")
    place: str = Field("", description="room id it is heard in")
    stall_s: float = Field(5.0, gt=0, description="no sound for this long: the file is given up")


def needs(settings: Settings) -> Needs:
    """Return no needs but the file, which the service's user must be able to read."""
    return Needs()


def build(settings: Settings) -> CaptureChild:
    """Build the microphone; it is not open yet."""
    return CaptureChild(
        "microphone",
        settings.place,
        {
            "kind": "file",
            "path": str(settings.path),
            "pace": settings.pace,
            "loop": settings.loop,
        },
        stall_s=settings.stall_s,
        remedy=Bilingual(
            "再生できる音声ファイル（WAV、FLAC、OGGなど）を指定してください。",
            "Give a sound file that can be played (WAV, FLAC, OGG ...).",
        ),
        is_live=settings.pace == "realtime",
    )
