"""Simulated speaker: takes as long as the sound is, records it, and fails on command."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import SoundUnknown, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.needs import Needs
from companion.words.number import whole_number

TROUBLE: Mapping[str, str] = {
    "gone": "no speaker is connected",
    "busy": "another program uses the speaker",
    "hung": "the speaker does not get on",
}
LATE_S = 2.0
"""A sound that has not ended so long after it should have does not get on."""
CHIMES_S: Mapping[str, float] = {
    "attention": 0.8,
    "done": 0.6,
    "error": 1.0,
    "alarm": 3.0,
    "alarm_loud": 3.0,
}
"""Named chimes and their length in seconds; every speaker driver knows these names."""


class Settings(BaseModel):
    """Settings of the simulated speaker."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    utterance_s: float = Field(2.5, gt=0, description="length of any rendered utterance, seconds")
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


class SimulatedSpeaker:
    """Speaker that plays one sound at a time; a new sound waits. Implements port `Speaker`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._mouth = asyncio.Lock()
        self._hush = asyncio.Event()
        self.fail = settings.fail
        """Can be changed while it runs: the simulator fails on command."""
        self.played: list[Played] = []
        self._due_at: float | None = None

    async def play(self, sound: str) -> float:
        """Play to the end or until `stop`. Raises `SoundUnknown`, `SpeakerUnavailable`."""
        length_s = self._length_s(sound)
        async with self._mouth:
            if self.fail in ("gone", "busy"):
                raise SpeakerUnavailable(TROUBLE[self.fail])
            self._hush.clear()
            at, began = self._clock.now(), self._clock.monotonic()
            self._due_at = began + length_s
            cut_short, hung = True, self.fail == "hung"
            try:
                if hung:
                    await self._hush.wait()
                await self._clock.wait_for(self._hush.wait(), length_s)
            except TimeoutError:
                cut_short = False
            finally:
                self._due_at = None
                heard_s = self._clock.monotonic() - began if cut_short else length_s
                seconds = 0.0 if hung or self.fail == "silent" else min(heard_s, length_s)
                self.played.append(Played(sound, at, seconds))
            return seconds

    async def stop(self) -> None:
        """Silence now."""
        self._hush.set()

    def length_s(self, sound: str) -> float:
        """How long the whole sound is. Raises `SoundUnknown`."""
        return self._length_s(sound)

    def trouble(self) -> str:
        """What it would fail with, or that the running sound does not come to its end."""
        if self.fail in ("gone", "busy"):
            return TROUBLE[self.fail]
        late = self._due_at is not None and self._clock.monotonic() > self._due_at + LATE_S
        return TROUBLE["hung"] if late else ""

    def _length_s(self, sound: str) -> float:
        kind, _, name = sound.partition(":")
        if kind == "chime" and name in CHIMES_S:
            return CHIMES_S[name]
        if kind == "utterance" and whole_number(name, most=2**62) is not None:
            return self._settings.utterance_s
        raise SoundUnknown(sound)


def build(settings: Settings, *, clock: Clock) -> SimulatedSpeaker:
    """Build the speaker."""
    return SimulatedSpeaker(settings, clock)
