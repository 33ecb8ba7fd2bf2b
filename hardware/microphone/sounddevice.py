"""Microphone of a sound card, a USB microphone or the system's sound server, by PortAudio (package
sounddevice, MIT).

The device is opened in a process of its own. A card that does not give 16 kHz is opened at its own
rate, and its sound is converted.
"""

from pydantic import BaseModel, ConfigDict, Field

from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.microphone.capture.parent import CaptureChild


class Settings(BaseModel):
    """Settings of the device."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    device: str = Field(
        "", description="part of the device's name in `arecord -L`; default: the system's choice"
    )
    channel: int = Field(0, ge=0, description="channel of an array that is listened to")
    place: str = Field("", description="room id it stands in")
    stall_s: float = Field(5.0, gt=0, description="no sound for this long: the device is gone")


def needs(settings: Settings) -> Needs:
    """Name the sound cards and their group, and PortAudio's package."""
    return Needs(devices=("char-alsa",), groups=("audio",), apt=("libportaudio2",))


def build(settings: Settings) -> CaptureChild:
    """Build the microphone; it is not open yet."""
    return CaptureChild(
        "microphone",
        settings.place,
        {"kind": "device", "device": settings.device, "channel": settings.channel},
        stall_s=settings.stall_s,
        remedy=Bilingual(
            "差し込みと、`arecord -l` に出ることを確かめてください。",
            "Check that it is plugged in and that `arecord -l` lists it.",
        ),
    )
