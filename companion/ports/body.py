"""Ports of the body: speaker, buzzer and wheeled base."""

from typing import Protocol


class SpeakerUnavailable(OSError):
    """Error: no sound can be made now."""


class SoundUnknown(LookupError):
    """Error: there is no chime of that name, or no sound of that utterance."""


class BuzzerUnavailable(OSError):
    """Error: there is no buzzer, or it does not answer."""


class DriveUnavailable(OSError):
    """Error: the base does not answer; its own dead-man has stopped it."""


class Speaker(Protocol):
    """Speaker that plays chimes and recorded utterances.

    A sound is named `chime:NAME` (attention, done, error, alarm,
    alarm_loud) or `utterance:ID`, the event
    id of a recorded message.
    """

    async def play(self, sound: str) -> float:
        """Play to the end or until `stop`; gives the seconds really played.

        Raises `SoundUnknown`, `SpeakerUnavailable`."""

    async def stop(self) -> None:
        """Silence now."""

    def length_s(self, sound: str) -> float:
        """Length of the whole sound in seconds. Raises `SoundUnknown`."""

    def trouble(self) -> str:
        """Reason for which no sound can be made now, as far as it is known without a try; "" for
        none."""


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
    """Wheeled base. Its own dead-man stops the wheels 0.5 s after the last keep-alive."""

    async def open(self) -> None:
        """Switch it on; idempotent. Nothing moves before."""

    async def close(self) -> None:
        """Stop and switch it off; idempotent."""

    async def go_to(self, room: str) -> None:
        """Begin to drive to a room; returns at once. Raises `ValueError` for no such room,
        `DriveUnavailable`."""

    async def keep_alive(self) -> None:
        """Say that the planner lives; without it the wheels stop in 0.5 s. Raises
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
