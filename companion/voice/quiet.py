"""Quiet hours: decide whether a message may go out unasked, per channel and person."""

import json
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from companion.ports.clock import Clock
from companion.service.private_file import write_private
from companion.service.wire_json import NotJson, read_object
from companion.words.quiet import Channel, QuietHours

HOUR_S = 3600.0
QUIET, OFTEN = "quiet_hours", "too_often"
_LOG = logging.getLogger(__name__)


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
        kept: Path | None = None,
    ) -> None:
        """`most_per_hour`: 0 means no limit. `away`: whether a person is known to be out. `kept`:
        file that keeps until when a person asked for quiet; None: only until a restart."""
        self._hours = tuple(hours)
        self._clock = clock
        self._most = dict(most_per_hour)
        self._away = away
        self._sent: dict[Channel, deque[float]] = {channel: deque() for channel in Channel}
        self._kept = kept
        self._hushed_until = _read(kept)

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

    def hush(self, until: datetime | None) -> None:
        """Make every channel silent until then, because a person asked for quiet; None ends it."""
        self._hushed_until = until
        if self._kept is None:
            return
        try:
            write_private(self._kept, json.dumps({"until": until.isoformat() if until else None}))
        except OSError as error:
            _LOG.warning("a restart forgets that quiet was asked for: %s", error)

    def asked_for(self) -> bool:
        """Whether somebody asked for quiet, and its time is not over."""
        return self._hushed_until is not None and self._clock.now() < self._hushed_until

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


def _read(file: Path | None) -> datetime | None:
    """The moment in the file; a damaged file keeps none, and the log says so."""
    if file is None or not file.is_file():
        return None
    try:
        until = read_object(file.read_bytes()).get("until")
        return None if until is None else datetime.fromisoformat(str(until)).astimezone()
    except (OSError, ValueError, NotJson) as error:
        _LOG.warning("%s cannot be read: %s", file, error)
        return None
