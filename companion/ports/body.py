"""Ports of the body: drive speaker, buzzer and wheeled base."""

from collections.abc import AsyncGenerator
from typing import Protocol

from companion.words.audio import AudioClip

DEAD_MAN_S = 0.5
"""Wheels stop so long after the last sign of life, seconds; as in ROS 2's diff_drive
`cmd_vel_timeout`. No setting, for nobody should widen it."""


class SpeakerUnavailable(OSError):
    """Error: no sound can be made now."""


class SoundUnknown(LookupError):
    """Error: there is no chime or phrase of that name, or no recorded message of that id."""


class BuzzerUnavailable(OSError):
    """Error: there is no buzzer, or it does not answer."""


class DriveUnavailable(OSError):
    """Error: the base does not answer; its own dead-man has stopped it."""


class Chimes(Protocol):
    """Player of chimes, one at a time: all that an alarm needs of a speaker.

    A chime is named `chime:NAME` (attention, wake, thinking, done, error, alarm, alarm_loud).
    Must: be silent within 150 ms of `stop`, whatever the sound system does; end a sound when the
    caller is cancelled.
    """

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play a chime to the end or until `stop`; gives the seconds really played. `volume`: share
        of its own loudness; an alarm is always as loud as it is.

        Raises `SoundUnknown`, `SpeakerUnavailable`."""

    async def stop(self) -> None:
        """Silence now; returns once it is silent."""

    def length_s(self, sound: str) -> float:
        """Length of a whole chime in seconds. Raises `SoundUnknown`."""

    def trouble(self) -> str:
        """Reason for which no sound can be made now, as far as it is known without a try; "" for
        none."""


class Speaker(Chimes, Protocol):
    """Speaker: it plays chimes and speech, one sound at a time; a new one waits. An alarm waits for
    no words: it ends them, and none are begun while it rings."""

    async def play_clips(self, sound: str, clips: AsyncGenerator[AudioClip, None]) -> float:
        """Play clip after clip of one rate as they come, while the next are still being made, to
        the end or until `stop`; gives the seconds really played and closes `clips` in every case.
        `sound` is its name in logs. Raises `SpeakerUnavailable`, and what `clips` raises."""


class SoundOutlet(Protocol):
    """Far end of a connection that plays what it is sent, a satellite for example."""

    async def send(self, clip: AudioClip) -> None:
        """Send the next piece of a sound. Raises `SpeakerUnavailable`."""

    def end(self) -> None:
        """The sound is over, or is to be silent now; waits for nothing and never raises."""

    def trouble(self) -> str:
        """Reason for which nothing can be sent now; "" for none."""


class Buzzer(Protocol):
    """Buzzer: the last step of a ringing alarm. It needs no sound system."""

    async def on(self) -> None:
        """Sound until `off`; idempotent. Raises `BuzzerUnavailable`."""

    async def off(self) -> None:
        """Silence; idempotent, never raises."""

    def sounding(self) -> bool:
        """True if the driver sees the buzzer sound: the level of the pin, not the wish."""

    def trouble(self) -> str:
        """Reason for which the buzzer cannot sound now, as far as it is known without a try; "" for
        none."""


class Drive(Protocol):
    """Wheeled base. Its own dead-man stops the wheels `DEAD_MAN_S` after the last keep-alive."""

    async def open(self) -> None:
        """Switch it on; idempotent. The base does not move before."""

    async def close(self) -> None:
        """Stop and switch it off; idempotent."""

    async def go_to(self, room: str) -> None:
        """Begin to drive to a room; returns at once. Raises `ValueError` for no such room,
        `DriveUnavailable`."""

    async def keep_alive(self) -> None:
        """Say that the planner lives; without it the wheels stop in `DEAD_MAN_S`. Raises
        `DriveUnavailable`."""

    async def stop(self) -> None:
        """Stop now."""

    def position(self) -> tuple[str, bool]:
        """Room the base is in, as sensed, and whether the wheels turn; "" where it does not know
        the room."""

    def dock(self) -> str:
        """Room of its charging dock; "" where it has none."""

    def rooms(self) -> tuple[str, ...]:
        """Rooms that can be reached."""

    def trouble(self) -> str:
        """Reason for which the base would not drive now; "" for none, and where there is no
        base at all."""
