"""Clip speaker: plays one sound at a time, clip after clip as they come.

Base of every speaker driver. A driver says how one sound is played; this takes turns, stops, and
tells how much was heard.
"""

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import aclosing

from companion.ports.body import SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import AudioClip
from hardware.speaker.playback.tones import chime, tone_of

LATE_S = 2.0
"""A sound that has not ended so long after it should have does not get on."""
ALARMS = frozenset({"chime:alarm", "chime:alarm_loud"})
BETWEEN_ALARMS_S = 2.5
"""An alarm is silent for a second between its rounds; nothing is said then."""
RINGS = "an alarm rings"
LATE = "the speaker does not get on"


class Playing:
    """The sound that is being played: how much was given to the player, and when it will end."""

    def __init__(self, sound: str, clock: Clock) -> None:
        self.sound = sound
        self.began_at = clock.now()
        self._clock = clock
        self.given_s = 0.0
        self.ends_at: float | None = None
        """By the steady clock; None before the first clip and after the end."""
        self.waits = True
        """Whether the player waits for a clip; it is not late then."""

    def gives(self, clip: AudioClip) -> None:
        """A clip goes to the player. After a gap it begins now."""
        now = self._clock.monotonic()
        self.ends_at = max(now, self.ends_at or now) + clip.length_s
        self.given_s += clip.length_s

    def heard_s(self) -> float:
        """Seconds that have sounded by now."""
        left_s = self.ends_at - self._clock.monotonic() if self.ends_at is not None else 0.0
        return max(0.0, self.given_s - max(0.0, left_s))

    def is_late(self) -> bool:
        """Whether it should have ended some time ago."""
        due_at = self.ends_at
        return not self.waits and due_at is not None and self._clock.monotonic() > due_at + LATE_S


class ClipSpeaker:
    """Speaker that plays one sound at a time; a new sound waits. Implements the port `Speaker`
    for a driver that has `_sounds`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._playing: Playing | None = None
        self._trouble = ""
        self._alarms = 0
        """Rounds of an alarm that sound or wait."""
        self._rang_at = -math.inf

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play a chime to the end or until `stop`. Raises `SoundUnknown`, `SpeakerUnavailable`."""
        if sound not in ALARMS:
            return await self._in_turn(sound, _one(chime(sound, volume)))
        clips = _one(chime(sound))
        self._alarms += 1
        try:
            if self._playing is not None and self._playing.sound not in ALARMS:
                await self.stop()  # an alarm waits for no words
            return await self._in_turn(sound, clips)
        finally:
            self._alarms -= 1
            self._rang_at = self._clock.monotonic()

    async def play_clips(self, sound: str, clips: AsyncGenerator[AudioClip, None]) -> float:
        """Play clips as they come, to the end or until `stop`. Raises `SpeakerUnavailable`, also
        while an alarm rings."""
        return await self._in_turn(sound, clips, gives_way=True)

    def _rings(self) -> bool:
        """Whether an alarm rings, the silence between its rounds included."""
        return self._alarms > 0 or self._clock.monotonic() - self._rang_at < BETWEEN_ALARMS_S

    async def _in_turn(
        self, sound: str, clips: AsyncGenerator[AudioClip, None], *, gives_way: bool = False
    ) -> float:
        async with aclosing(clips), self._turn:
            if gives_way and self._rings():
                raise SpeakerUnavailable(RINGS)
            playing = self._playing = Playing(sound, self._clock)
            task = self._task = asyncio.create_task(self._sounds(playing, clips), name=sound)
            try:
                await asyncio.wait({task})
            finally:
                await _ended(task)  # whoever waited was cancelled: no sound outlives that
                self._playing = self._task = None
            if not task.cancelled():
                task.result()
                playing.ends_at = None  # its player says that it has sounded
            return self._heard(playing)

    async def stop(self) -> None:
        """Silence now; returns when the player has ended."""
        if (task := self._task) is not None:
            await _ended(task)

    def length_s(self, sound: str) -> float:
        """How long a chime is. Raises `SoundUnknown`."""
        return tone_of(sound).length_s

    def trouble(self) -> str:
        """Trouble of the last sound, or that the running one does not come to its end."""
        late = self._playing is not None and self._playing.is_late()
        return LATE if late else self._trouble

    def _heard(self, playing: Playing) -> float:
        """The seconds that somebody heard of a sound that has ended."""
        return playing.heard_s()

    async def _sounds(self, playing: Playing, clips: AsyncGenerator[AudioClip, None]) -> None:
        """Play to the end; cancelled for silence. Raises `SpeakerUnavailable`."""
        raise NotImplementedError


async def _one(clip: AudioClip) -> AsyncGenerator[AudioClip, None]:
    yield clip


async def _ended(task: asyncio.Task[None]) -> None:
    while not task.done():
        task.cancel()
        await asyncio.wait({task})
