"""WAV file speaker: writes each sound, as far as it was played, to a file of its own."""

import re
import wave
from collections.abc import AsyncGenerator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import SAMPLE_BYTES, AudioClip
from companion.words.needs import Needs
from hardware.speaker.playback.clip_speaker import Playing
from hardware.speaker.playback.paced_speaker import PacedSpeaker


class Settings(BaseModel):
    """Settings of the folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    folder: Path = Field(
        description="folder of the files, named 0001-chime_done.wav and so on",
        examples=["/tmp/companion-spoken"],
    )


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


class WavFileSpeaker(PacedSpeaker):
    """Speaker that keeps what it played. Implements the port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        super().__init__(clock)
        self._folder = settings.folder
        self._clips: list[AudioClip] = []

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        self._clips = []
        await super()._sounds(playing, clips)

    async def _takes(self, clip: AudioClip) -> None:
        self._clips.append(clip)
        await super()._takes(clip)

    def _heard(self, playing: Playing) -> float:
        seconds = super()._heard(playing)
        try:
            self._write(playing.sound, seconds)
        except OSError as error:
            self._trouble = f"{self._folder}: {error.strerror}"
            raise SpeakerUnavailable(self._trouble) from error
        self._trouble = ""
        return seconds

    def _write(self, sound: str, seconds: float) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        number = 1 + len(list(self._folder.glob("*.wav")))
        name = re.sub(r"[^a-z0-9_]", "_", sound)
        left_s = seconds
        with wave.open(str(self._folder / f"{number:04}-{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(SAMPLE_BYTES)
            file.setframerate(self._clips[0].rate_hz if self._clips else 16_000)
            for clip in self._clips:
                samples = round(max(0.0, min(left_s, clip.length_s)) * clip.rate_hz)
                file.writeframes(clip.pcm[: samples * SAMPLE_BYTES])
                left_s -= clip.length_s


def build(settings: Settings, *, clock: Clock) -> WavFileSpeaker:
    """Build the speaker."""
    return WavFileSpeaker(settings, clock)
