"""PortAudio speaker: plays by the package sounddevice, through ALSA, PulseAudio or PipeWire.

The package runs in a process of its own for each sound, since a sound system may hang.
"""

import asyncio
import os
import sys

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.clock import Clock
from companion.words.needs import Needs
from hardware.speaker.playback.program_speaker import ProgramSpeaker

MODULE = "hardware.speaker.playback.portaudio"


class Settings(BaseModel):
    """Settings of the sound device."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    device: str = Field(
        "",
        description="number, name or part of the name; `python -m sounddevice` lists them; empty: "
        "the system's own choice",
    )


def needs(settings: Settings) -> Needs:
    """Name the sound cards and their group."""
    return Needs(devices=("char-alsa",), groups=("audio",))


class PortAudioSpeaker(ProgramSpeaker):
    """Speaker on a PortAudio device. Implements the port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        path = os.pathsep.join(part for part in sys.path if part)
        super().__init__(
            (sys.executable, "-m", MODULE, settings.device),
            clock,
            remedy="run `scripts/setup.sh`",
            env={**os.environ, "PYTHONPATH": path},
        )

    async def _is_ready(self, child: asyncio.subprocess.Process) -> None:
        """Its first line says so; where it ends instead, its end is told."""
        assert child.stdout is not None
        await child.stdout.readline()


def build(settings: Settings, *, clock: Clock) -> PortAudioSpeaker:
    """Build the speaker."""
    return PortAudioSpeaker(settings, clock)
