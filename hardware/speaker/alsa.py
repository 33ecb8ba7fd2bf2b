"""ALSA speaker: plays by the program `aplay` (package alsa-utils) on a card, a HAT, HDMI or USB."""

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.clock import Clock
from companion.words.needs import Needs
from hardware.speaker.playback.program_speaker import ProgramSpeaker


class Settings(BaseModel):
    """Settings of the sound card and of the program."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    device: str = Field("default", description="ALSA device; `aplay -L` lists them")
    program: str = Field("aplay", description="the player: aplay of the package alsa-utils")


def needs(settings: Settings) -> Needs:
    """Name the sound cards, their group, and the player."""
    return Needs(
        devices=("char-alsa",),
        groups=("audio",),
        programs=((settings.program,),),
        apt=("alsa-utils",),
    )


class AlsaSpeaker(ProgramSpeaker):
    """Speaker on an ALSA device. Implements the port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        command = (settings.program, "-q", "-D", settings.device)
        super().__init__(command, clock, remedy="apt-get install alsa-utils", env=None)


def build(settings: Settings, *, clock: Clock) -> AlsaSpeaker:
    """Build the speaker."""
    return AlsaSpeaker(settings, clock)
