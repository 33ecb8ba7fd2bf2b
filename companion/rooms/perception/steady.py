"""Steadiness: measures how long each device has reported its state, and whether it can be relied
on.

The first report after the start, or after a device was gone, is its standing state and no event: on
a broker it may be a retained word of last week. Unknown is no state, `unavailable` is not `off`,
and a device that changes its mind all the time has nothing to say.
"""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from companion.words.device import DeviceState
from companion.words.ids import DeviceId

FLAPPING_WITHIN, FLAPPING_CHANGES = timedelta(minutes=10), 6
"""More changes than this within this time: a loose contact, a sensor at its threshold."""
CONFIRMS_AFTER = timedelta(seconds=1)
"""A second report at least so much later is one of its own, not the first one delivered twice."""


class Turn(StrEnum):
    """Comparison of a report with the state that was held."""

    NOTHING = "nothing"
    FIRST = "first"
    """Known now, and was not before: where it stands, not what happened."""
    CONFIRMED = "confirmed"
    """Said a second time what it had said first."""
    CHANGED = "changed"
    LOST = "lost"


@dataclass(slots=True)
class ReportedState:
    """State that one device reports."""

    value: str
    since: datetime
    doubtful: bool
    """True if the change to this state was not seen and the device reported it only once."""
    lost_at: datetime | None = None
    changes: deque[datetime] = field(default_factory=deque)

    def for_(self, now: datetime) -> timedelta:
        """How long it has said so."""
        return now - self.since


class Steady:
    """Steadiness of all devices. Every report takes the same short time, however many there
    were."""

    def __init__(self) -> None:
        self._held: dict[DeviceId, ReportedState] = {}

    def hear(self, state: DeviceState, now: datetime) -> Turn:
        """Take one report in."""
        held = self._held.get(state.device_id)
        if not state.available or state.value is None:
            if held is None or held.lost_at is not None:
                return Turn.NOTHING
            held.lost_at = now
            return Turn.LOST
        if held is None or held.lost_at is not None:
            changes = held.changes if held is not None else deque[datetime]()
            self._held[state.device_id] = ReportedState(
                state.value, now, doubtful=True, changes=changes
            )
            return Turn.FIRST
        if held.value == state.value:
            return self._said_again(held, now)
        held.value, held.since, held.doubtful = state.value, now, False
        held.changes.append(now)
        return Turn.CHANGED

    def held(self, device_id: DeviceId) -> ReportedState | None:
        """The state that the device reports now; None while it reports none."""
        held = self._held.get(device_id)
        return held if held is not None and held.lost_at is None else None

    def lost_at(self, device_id: DeviceId) -> datetime | None:
        """Since when it has been gone; None while it is there, or was never heard."""
        held = self._held.get(device_id)
        return None if held is None else held.lost_at

    def flaps(self, device_id: DeviceId, now: datetime) -> bool:
        """Whether it changed too often lately to be believed."""
        held = self._held.get(device_id)
        if held is None:
            return False
        while held.changes and now - held.changes[0] > FLAPPING_WITHIN:
            held.changes.popleft()
        return len(held.changes) > FLAPPING_CHANGES

    def _said_again(self, held: ReportedState, now: datetime) -> Turn:
        if not held.doubtful or held.for_(now) < CONFIRMS_AFTER:
            return Turn.NOTHING
        held.doubtful = False
        return Turn.CONFIRMED
