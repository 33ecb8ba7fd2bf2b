"""Quiet hours: decide whether a message may go out unasked, per channel and person."""

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from companion.ports.clock import Clock
from companion.words.quiet import Channel, QuietHours

HOUR_S = 3600.0
QUIET, OFTEN = "quiet_hours", "too_often"


class Quiet:
    """Quiet hours of the household, asked before each message that nobody waits for. Replies,
    alarms and dangers are not held back."""

    def __init__(
        self,
        hours: Sequence[QuietHours],
        clock: Clock,
        *,
        most_per_hour: Mapping[Channel, int],
        away: Callable[[str], bool],
    ) -> None:
        """`most_per_hour`: 0 means no limit. `away`: whether a person is known to be out."""
        self._hours = tuple(hours)
        self._clock = clock
        self._most = dict(most_per_hour)
        self._away = away
        self._sent: dict[Channel, deque[float]] = {channel: deque() for channel in Channel}
        self._hushed_until_s = -math.inf

    def why_not(self, channel: Channel) -> str:
        """`quiet_hours`, `too_often`, or "" where it may go out."""
        if self.hushed(channel):
            return QUIET
        sent, most = self._sent[channel], self._most.get(channel, 0)
        while sent and self._clock.monotonic() - sent[0] >= HOUR_S:
            sent.popleft()
        return OFTEN if most and len(sent) >= most else ""

    def voice_hushed(self) -> bool:
        """Whether quiet hours hold now for what sounds in the home."""
        return self.hushed(Channel.VOICE)

    def hush(self, seconds: float) -> None:
        """Make every channel silent for so long, or until a restart, because a person asked for
        quiet."""
        self._hushed_until_s = self._clock.monotonic() + seconds

    def asked_for(self) -> bool:
        """Whether somebody asked for quiet, and its time is not over."""
        return self._clock.monotonic() < self._hushed_until_s

    def hushed(self, channel: Channel) -> bool:
        """Whether quiet hours hold for it now, or somebody asked for quiet."""
        now = self._clock.now()
        return self.asked_for() or any(
            channel in quiet.channels
            and quiet.covers(now)
            and not (quiet.person and self._away(quiet.person))
            for quiet in self._hours
        )

    def went_out(self, channel: Channel) -> None:
        """One message did."""
        self._sent[channel].append(self._clock.monotonic())
