"""Intent 意図: a thought that was put off, the condition it waits for, and its end."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.words.ids import EventId, IntentId


class IntentStatus(StrEnum):
    """意図の状態."""

    PROPOSED = "proposed"
    """Written down, its condition not yet looked at."""
    BLOCKED = "blocked"
    """Waits for its condition."""
    QUEUED = "queued"
    """The condition has come true; its trigger waits in the line."""
    RUNNING = "running"
    """It is being thought about."""
    DONE = "done"
    """It was thought about again, whatever came of that."""
    DROPPED = "dropped"
    """It is not thought about any more, for the reason given."""


OPEN = (
    IntentStatus.PROPOSED,
    IntentStatus.BLOCKED,
    IntentStatus.QUEUED,
    IntentStatus.RUNNING,
)
"""Everything that may still be taken up."""


class WaitsFor(StrEnum):
    """何を待つか: conditions that code can tell; nobody's words are among them."""

    TIME = "time"
    SOMEBODY = "somebody"
    """A person is seen in a room."""
    DEVICE_AT_REST = "device_at_rest"
    """A device that was on its way has come to stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """待つ条件: `until` is the moment of `TIME`, of all others the last moment at which it is still
    worth thinking about."""

    waits_for: WaitsFor
    until: datetime
    place: str = ""
    device_id: str = ""
    times: int = 1
    """How often the same thing has been put off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """意図: one decision to think about something later."""

    id: IntentId
    status: IntentStatus
    waiting: Waiting
    decision_event_id: EventId
    """The decision that put it off; its event holds the trigger with its label of trust."""
    created_at: datetime
    updated_at: datetime
    dropped_reason: str = ""

    def __post_init__(self) -> None:
        """Refuse an intent that is dropped without a reason."""
        if self.status is IntentStatus.DROPPED and not self.dropped_reason:
            raise ValueError("an intent is dropped with a reason only")
