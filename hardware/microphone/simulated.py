"""Simulated microphone: a room in which somebody speaks from a distance, with noise, an echo and a
television; it fails on command.

For the doll's house and for tests: what is to be said is given by `say`, or as files in the
settings. The sound is made in this process; nothing is opened.
"""

import asyncio
import random
import wave
from array import array
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.clock import Clock
from companion.ports.microphone import MicrophoneUnavailable
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.language import Bilingual
from companion.words.needs import Needs

BLOCK_S = BLOCK_SAMPLES / HEARING_RATE_HZ
FULL_SCALE = 32_767
ECHO_DELAYS_S = (0.023, 0.041, 0.067, 0.101)
"""Reflections of a living room's walls, 4 to 17 m of way."""
TROUBLE = {
    "gone": Bilingual("マイクがつながっていません", "no microphone is connected"),
    "hung": Bilingual("マイクから音が届きません", "the microphone gives no sound"),
}


class Settings(BaseModel):
    """Settings of the room."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    place: str = Field("", description="room id it stands in")
    distance_m: float = Field(1.0, gt=0, description="from the mouth; twice as far is 6 dB less")
    noise_db: float = Field(-60.0, le=0, description="noise of the room, dB of full scale")
    echo: float = Field(0.0, ge=0, lt=1, description="share of the sound that each wall returns")
    said_files: tuple[Path, ...] = Field(
        (), description="what is said, one after the other (16 kHz mono 16-bit WAV)"
    )
    television_file: Path | None = Field(None, description="what a television plays, on and on")
    television_db: float = Field(-10.0, description="how loud that is, against the file itself")
    pace: Literal["realtime", "fast"] = Field(
        "realtime", description="fast: every block as soon as it is taken, until all is said"
    )
    stall_s: float = Field(5.0, gt=0, description="no sound for this long: the microphone is gone")
    seed: int = Field(1, description="of the noise")


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


def read_wav(path: Path) -> AudioClip:
    """A file in the form of this pipeline. Raises `ValueError` on another, `OSError`."""
    with wave.open(str(path)) as opened:
        form = (opened.getframerate(), opened.getnchannels(), opened.getsampwidth())
        if form != (HEARING_RATE_HZ, 1, SAMPLE_BYTES):
            raise ValueError(f"{path}: {form[0]} Hz, {form[1]} channels; 16 kHz mono 16-bit wanted")
        return AudioClip(opened.readframes(opened.getnframes()))


class SimulatedMicrophone:
    """Microphone that makes its sound. Implements the port `Microphone`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._on, self._clock = settings, clock
        self._chance = random.Random(settings.seed)
        self._noise = _noise(settings.noise_db, self._chance)
        self._said: deque[int] = deque()
        """Samples that are still to be said."""
        self._echoes: deque[int] = deque(maxlen=round(max(ECHO_DELAYS_S) * HEARING_RATE_HZ) + 1)
        self._television = _television(settings)
        self._television_at = 0
        self.fail: Literal["none", "gone", "hung", "silent"] = "none"
        """Can be changed while it runs."""
        for path in settings.said_files:
            self.say(read_wav(path))

    @property
    def name(self) -> str:
        """Config name."""
        return "microphone"

    @property
    def place(self) -> str:
        """Room id it stands in."""
        return self._on.place

    @property
    def is_live(self) -> bool:
        """Whether sound comes at its own pace."""
        return self._on.pace == "realtime"

    def say(self, clip: AudioClip) -> None:
        """Let a person say this, after the present clip."""
        gain = 1 / self._on.distance_m
        self._said.extend(round(sample * gain) for sample in array("h", clip.pcm))

    def talks(self) -> bool:
        """Whether something is still to be said."""
        return bool(self._said)

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """Sound of the room. Raises `MicrophoneUnavailable` as told by `fail`."""
        began, number = self._clock.monotonic(), 0
        while self.is_live or self._said:
            if self.fail == "hung":
                await self._clock.sleep(self._on.stall_s)
            if self.fail in TROUBLE:
                words = TROUBLE[self.fail]
                raise MicrophoneUnavailable(words.en, words.ja)
            if self.is_live:
                await self._clock.sleep(began + number * BLOCK_S - self._clock.monotonic())
            else:
                await asyncio.sleep(0)
            number += 1
            yield self._block()

    def dropped(self) -> int:
        """Never any: sound is made when it is taken."""
        return 0

    def waiting(self) -> int:
        """None: sound is made when it is taken."""
        return 0

    def trouble(self) -> Bilingual | None:
        """Trouble that it would have; None for none."""
        return TROUBLE.get(self.fail)

    def _block(self) -> bytes:
        if self.fail == "silent":
            return bytes(BLOCK_SAMPLES * SAMPLE_BYTES)
        at = self._chance.randrange(len(self._noise) - BLOCK_SAMPLES)
        noise = self._noise[at : at + BLOCK_SAMPLES]
        if not (self._said or self._on.echo or self._television):
            return noise.tobytes()
        return array("h", map(self._sample, noise)).tobytes()

    def _sample(self, noise: int) -> int:
        said = float(self._said.popleft()) if self._said else 0.0
        if self._on.echo:
            for n, delay_s in enumerate(ECHO_DELAYS_S):
                with suppress(IndexError):
                    back = self._echoes[-round(delay_s * HEARING_RATE_HZ)]
                    said += back * self._on.echo ** (n + 1)
            self._echoes.append(round(said))
        if self._television:
            said += self._television[self._television_at % len(self._television)]
            self._television_at += 1
        mixed = round(said) + noise
        return max(-FULL_SCALE - 1, min(FULL_SCALE, mixed))


def _noise(noise_db: float, chance: random.Random) -> "array[int]":
    """One second of it; each block is another stretch. Made anew for each sample it would take a
    share of the service's own time that no real microphone takes."""
    deviation = FULL_SCALE * 10 ** (noise_db / 20)
    samples = (round(chance.gauss(0.0, deviation)) for _ in range(HEARING_RATE_HZ))
    return array("h", (max(-FULL_SCALE - 1, min(FULL_SCALE, sample)) for sample in samples))


def _television(settings: Settings) -> tuple[int, ...]:
    if settings.television_file is None:
        return ()
    gain = 10 ** (settings.television_db / 20)
    samples = array("h", read_wav(settings.television_file).pcm)
    return tuple(round(sample * gain) for sample in samples)


def build(settings: Settings, *, clock: Clock) -> SimulatedMicrophone:
    """Build it. Raises `ValueError`, `OSError` for a file that cannot be played."""
    return SimulatedMicrophone(settings, clock)
