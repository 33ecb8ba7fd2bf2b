"""House speaker: the companion's own speaker, with those of other rooms that alarms ring at too.

An alarm of a room rings at the speakers of that room, and at all others where none of those sounds;
one of no room, and a danger, at all of them. No far speaker keeps the own one waiting, and one that
sounds is enough.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from companion.ports.body import Chimes, Speaker, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.audio import AudioClip

log = logging.getLogger(__name__)

ALARM = "chime:alarm"
NONE = "no speaker"
LATE_S = 1.0
"""A far speaker that needs so much longer than the sound is not waited for."""


@dataclass(frozen=True, slots=True)
class _Together:
    """Several speakers that sound the same chime. Implements the port `Chimes`."""

    own: Chimes
    speakers: Sequence[Chimes]
    clock: Clock
    others: Sequence[Chimes] = ()
    """Speakers of other rooms: better that an alarm wakes a neighbour than nobody."""

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play it at all of them; gives the seconds of the one that played most. Raises
        `SpeakerUnavailable` where it sounded nowhere, at the others neither."""
        try:
            return await self._play_at(self.speakers, sound, volume)
        except SpeakerUnavailable:
            if not self.others:
                raise
            return await self._play_at(self.others, sound, volume)

    async def _play_at(self, speakers: Sequence[Chimes], sound: str, volume: float) -> float:
        most_s = self.length_s(sound) + LATE_S
        playing = [
            one.play(sound, volume)
            if one is self.own
            else self.clock.wait_for(one.play(sound, volume), most_s)
            for one in speakers
        ]
        ended = await asyncio.gather(*playing, return_exceptions=True)
        heard = [one for one in ended if isinstance(one, float | int)]
        for error in ended:
            if isinstance(error, BaseException):
                log.warning("%s at one speaker: %r", sound, error)
        if not heard:
            why = "; ".join(str(one) or type(one).__name__ for one in ended)
            raise SpeakerUnavailable(why or NONE)
        return max(heard)

    async def stop(self) -> None:
        """Silence at all of them."""
        await asyncio.gather(*(one.stop() for one in (*self.speakers, *self.others)))

    def length_s(self, sound: str) -> float:
        """As of the own speaker."""
        return self.own.length_s(sound)

    def trouble(self) -> str:
        """Trouble of all of them; "" where one can sound."""
        troubles = [one.trouble() for one in (*self.speakers, *self.others)]
        return ("; ".join(troubles) or NONE) if all(troubles) else ""


@dataclass
class HouseSpeaker:
    """Speaker of the home. Implements the port `Speaker`: only alarms sound in other rooms."""

    own: Speaker
    clock: Clock
    audible: bool = True
    """Whether the own one makes a sound."""
    _far: list[tuple[str, Chimes]] = field(default_factory=list)

    def add(self, place: str, speaker: Chimes) -> None:
        """Have alarms ring at one more speaker."""
        self._far.append((place, speaker))

    def of(self, place: str) -> Chimes:
        """Speakers that an alarm of this room rings at."""
        there = [one for at, one in self._far if place in ("", at)]
        others = [one for at, one in self._far if place not in ("", at)]
        own = [self.own] if self.audible else []
        return _Together(self.own, (*own, *there), self.clock, others)

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play a chime. Raises `SoundUnknown`, `SpeakerUnavailable`."""
        speaker = self.of("") if sound.startswith(ALARM) and self._far else self.own
        return await speaker.play(sound, volume)

    async def play_clips(self, sound: str, clips: AsyncGenerator[AudioClip, None]) -> float:
        """Speech, at the own speaker alone. Raises `SpeakerUnavailable`."""
        return await self.own.play_clips(sound, clips)

    async def stop(self) -> None:
        """Silence now, everywhere."""
        await self.of("").stop()

    def length_s(self, sound: str) -> float:
        """Length of a whole chime in seconds. Raises `SoundUnknown`."""
        return self.own.length_s(sound)

    def trouble(self) -> str:
        """Trouble of the own speaker."""
        return self.own.trouble()
