"""House speaker: the companion's own speaker, with those of other rooms that alarms ring at too.

An alarm of a room rings at the speakers of that room; one of no room, and a danger, at all of them.
No far speaker keeps the own one waiting, and one that sounds is enough.
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
LATE_S = 1.0
"""A far speaker that needs so much longer than the sound is not waited for."""


@dataclass(frozen=True, slots=True)
class _Together:
    """Several speakers that sound the same chime. Implements the port `Chimes`."""

    own: Chimes
    speakers: Sequence[Chimes]
    clock: Clock

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play it at all of them; gives the seconds of the one that played most. Raises
        `SpeakerUnavailable` where it sounded nowhere."""
        most_s = self.length_s(sound) + LATE_S
        playing = [
            one.play(sound, volume)
            if one is self.own
            else self.clock.wait_for(one.play(sound, volume), most_s)
            for one in self.speakers
        ]
        ended = await asyncio.gather(*playing, return_exceptions=True)
        heard = [one for one in ended if isinstance(one, float | int)]
        for error in ended:
            if isinstance(error, BaseException):
                log.warning("%s at one speaker: %r", sound, error)
        if not heard:
            why = "; ".join(str(one) or type(one).__name__ for one in ended)
            raise SpeakerUnavailable(why or "no speaker")
        return max(heard)

    async def stop(self) -> None:
        """Silence at all of them."""
        await asyncio.gather(*(one.stop() for one in self.speakers))

    def length_s(self, sound: str) -> float:
        """As of the own speaker."""
        return self.own.length_s(sound)

    def trouble(self) -> str:
        """Trouble of all of them; "" where one can sound."""
        troubles = [one.trouble() for one in self.speakers]
        return "; ".join(troubles) if all(troubles) else ""


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
        far = [one for at, one in self._far if place in ("", at)]
        return _Together(self.own, (*([self.own] if self.audible else []), *far), self.clock)

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
