"""Satellite speaker: sends each sound over a connection, a little ahead of the time it takes.

The house builds one for each satellite; it is no speaker of the companion's own. A sound that was
sent cannot be called back, so no more is sent ahead than a network and the making of the next
clause need.
"""

from collections.abc import AsyncGenerator

from pydantic import BaseModel, ConfigDict

from companion.ports.body import SoundOutlet, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import SAMPLE_BYTES, AudioClip
from companion.words.needs import Needs
from hardware.speaker.playback.clip_speaker import Playing
from hardware.speaker.playback.paced_speaker import PacedSpeaker

AHEAD_S = 0.3
PIECE_S = 0.1


class Settings(BaseModel):
    """No settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def needs(settings: Settings) -> Needs:
    """Return no needs: the connection is the house's own."""
    return Needs()


class SatelliteSpeaker(PacedSpeaker):
    """Speaker at the far end of a connection. Implements the port `Speaker`."""

    def __init__(self, clock: Clock, outlet: SoundOutlet) -> None:
        super().__init__(clock)
        self._outlet = outlet
        self._ends_s = 0.0
        """By the steady clock: when all that was sent has sounded."""

    def trouble(self) -> str:
        """Trouble of the connection, or of the last sound."""
        return self._outlet.trouble() or super().trouble()

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        if why := self._outlet.trouble():
            raise SpeakerUnavailable(why)
        try:
            await super()._sounds(playing, clips)
            await self._until(self._ends_s)
        finally:
            self._outlet.end()

    async def _takes(self, clip: AudioClip) -> None:
        step = round(PIECE_S * clip.rate_hz) * SAMPLE_BYTES
        for at in range(0, len(clip.pcm), step):
            piece = AudioClip(clip.pcm[at : at + step], clip.rate_hz)
            self._ends_s = max(self._ends_s, self._clock.monotonic()) + piece.length_s
            await self._outlet.send(piece)
            await self._until(self._ends_s - AHEAD_S)

    async def _until(self, at_s: float) -> None:
        left_s = at_s - self._clock.monotonic()
        if left_s > 0:
            await self._clock.sleep(left_s)


def build(settings: Settings, *, clock: Clock, outlet: SoundOutlet) -> SatelliteSpeaker:
    """Build the speaker."""
    return SatelliteSpeaker(clock, outlet)
