"""ALSA speaker: plays tones by the program `aplay` (package alsa-utils) on a card, a HAT, HDMI or
USB.

Chimes are tones made here, in memory, and handed to it; nothing is fetched or kept on the disk.
Recorded utterances become sound with the voice's own step; until then the page shows them.
"""

import array
import asyncio
import contextlib
import io
import math
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import SoundUnknown, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.needs import Needs

RATE_HZ = 22_050
"""Every card takes it through ALSA's `plug`; a tone needs no more."""
FADE_S = 0.01
"""Rise and fall of each note; without it a loudspeaker clicks."""
LATE_S = 2.0


@dataclass(frozen=True, slots=True)
class Tone:
    """音: notes one after the other, then silence up to its length."""

    notes_hz: Sequence[float]
    note_s: float
    length_s: float
    loudness: float
    """0..1 of full scale."""


TONES: Mapping[str, Tone] = {
    "attention": Tone((880.0, 1175.0), 0.35, 0.8, 0.4),
    "done": Tone((1175.0,), 0.5, 0.6, 0.3),
    "error": Tone((440.0, 330.0), 0.45, 1.0, 0.4),
    "alarm": Tone((988.0, 1319.0) * 4, 0.3, 3.0, 0.5),
    "alarm_loud": Tone((1319.0, 2637.0) * 6, 0.2, 3.0, 1.0),
}
"""The names every driver knows. The loud one lies where the ear hears best (2-4 kHz, ISO 226)."""


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


class AlsaSpeaker:
    """Speaker that plays one sound at a time; a new sound waits. Implements port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._mouth = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._stopped = False
        self._trouble = ""
        self._due_at: float | None = None
        self._made: dict[str, bytes] = {}

    async def play(self, sound: str) -> float:
        """Play to the end or until `stop`. Raises `SoundUnknown`, `SpeakerUnavailable`."""
        length_s = self.length_s(sound)
        async with self._mouth:
            tone = self._tone(sound.partition(":")[2])
            began = self._clock.monotonic()
            self._due_at, self._stopped = began + length_s, False
            try:
                await self._run(tone)
            finally:
                self._due_at = None
            return min(length_s, self._clock.monotonic() - began)

    async def _run(self, tone: bytes) -> None:
        command = (self._settings.program, "-q", "-D", self._settings.device)
        try:
            self._child = child = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            self._trouble = (
                f"{self._settings.program}: {error.strerror}; apt-get install alsa-utils"
            )
            raise SpeakerUnavailable(self._trouble) from error
        try:
            _, said = await child.communicate(tone)
        finally:
            if child.returncode is None:  # the walk was cancelled: no sound outlives it
                child.kill()
                await child.wait()
            self._child = None
        if child.returncode and not self._stopped:
            last = said.decode(errors="replace").strip().splitlines()
            self._trouble = last[-1][:160] if last else f"it ended with {child.returncode}"
            raise SpeakerUnavailable(self._trouble)
        self._trouble = ""

    async def stop(self) -> None:
        """Silence now."""
        child, self._stopped = self._child, True
        if child is not None and child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                child.terminate()

    def length_s(self, sound: str) -> float:
        """How long the whole sound is. Raises `SoundUnknown`."""
        kind, _, name = sound.partition(":")
        if kind != "chime" or name not in TONES:
            raise SoundUnknown(sound)
        return TONES[name].length_s

    def trouble(self) -> str:
        """What the last sound failed with, or that the running one does not come to its end."""
        late = self._due_at is not None and self._clock.monotonic() > self._due_at + LATE_S
        return "the speaker does not get on" if late else self._trouble

    def _tone(self, name: str) -> bytes:
        """As a WAV file in memory: an alarm rings on a full or read-only disk too."""
        if name not in self._made:
            out = io.BytesIO()
            with wave.open(out, "wb") as made:
                made.setnchannels(1)
                made.setsampwidth(2)
                made.setframerate(RATE_HZ)
                made.writeframes(samples(TONES[name]))
            self._made[name] = out.getvalue()
        return self._made[name]


def samples(tone: Tone) -> bytes:
    """Compute the tone as 16-bit little-endian mono at `RATE_HZ`, `length_s` long."""
    made = array.array("h")
    for hertz in tone.notes_hz:
        for n in range(int(tone.note_s * RATE_HZ)):
            t = n / RATE_HZ
            edge = min(1.0, t / FADE_S, (tone.note_s - t) / FADE_S)
            made.append(int(32_767 * tone.loudness * edge * math.sin(2 * math.pi * hertz * t)))
    made.extend([0] * (round(tone.length_s * RATE_HZ) - len(made)))
    return made.tobytes()


def build(settings: Settings, *, clock: Clock) -> AlsaSpeaker:
    """Build the speaker."""
    return AlsaSpeaker(settings, clock)
