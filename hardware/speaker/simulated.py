"""Simulated speaker: takes as long as the sound is, records it, and fails on command."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import AudioClip
from companion.words.needs import Needs
from hardware.speaker.playback.clip_speaker import LATE, Playing
from hardware.speaker.playback.paced_speaker import PacedSpeaker

TROUBLE: Mapping[str, str] = {
    "gone": "no speaker is connected",
    "busy": "another program uses the speaker",
    "hung": LATE,
}


class Settings(BaseModel):
    """Settings of the simulated speaker."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    fail: Literal["none", "gone", "busy", "hung", "silent"] = Field(
        "none", description="failure to simulate"
    )


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


@dataclass(frozen=True, slots=True)
class Played:
    """Record of one sound as it was really played."""

    sound: str
    at: datetime
    seconds: float
    given_s: float
    """Seconds of the sound that it was given; more than `seconds` where it was cut short."""


class SimulatedSpeaker(PacedSpeaker):
    """Speaker without a device. Implements the port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        super().__init__(clock)
        self.fail = settings.fail
        """Can be changed while it runs: the simulator fails on command."""
        self.played: list[Played] = []
        self._hung = False

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        if self.fail in ("gone", "busy"):
            raise SpeakerUnavailable(TROUBLE[self.fail])
        self._hung = self.fail == "hung"
        await super()._sounds(playing, clips)

    async def _takes(self, clip: AudioClip) -> None:
        if self._hung:
            await asyncio.Event().wait()
        await super()._takes(clip)

    def _heard(self, playing: Playing) -> float:
        dumb = self._hung or self.fail == "silent"
        seconds = 0.0 if dumb else super()._heard(playing)
        self.played.append(Played(playing.sound, playing.began_at, seconds, playing.given_s))
        return seconds

    def trouble(self) -> str:
        """Trouble that it would have, or that the running sound does not come to its end."""
        away = self.fail in ("gone", "busy")
        return TROUBLE[self.fail] if away else super().trouble()


def build(settings: Settings, *, clock: Clock) -> SimulatedSpeaker:
    """Build the speaker."""
    return SimulatedSpeaker(settings, clock)
