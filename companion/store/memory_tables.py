"""Lists and dictionaries that the in-memory twin of the store has in place of tables."""

from dataclasses import dataclass, field
from datetime import datetime

from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.ids import EventId, JobId
from companion.words.job import Job
from companion.words.writeplan import StateRow


@dataclass
class Tables:
    """The rows of the store in memory."""

    events: list[Event] = field(default_factory=list)
    citing: dict[EventId, list[EventId]] = field(default_factory=dict)
    decisions: dict[EventId, str] = field(default_factory=dict)
    thoughts: dict[EventId, tuple[str, datetime]] = field(default_factory=dict)
    results: dict[EventId, str] = field(default_factory=dict)
    state: dict[tuple[str, str], StateRow] = field(default_factory=dict)
    revisions: list[tuple[EventId, StateRow]] = field(default_factory=list)
    applied: list[EventId] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    finished_at: dict[JobId, datetime] = field(default_factory=dict)
    job_at: dict[JobId, datetime] = field(default_factory=dict)
    last_job: int = 0
    questions: list[ApprovalQuestion] = field(default_factory=list)
    snapshots: list[str] = field(default_factory=list)
    acts: dict[EventId, str] = field(default_factory=dict)

    def event(self, event_id: EventId) -> Event | None:
        """One event."""
        return self.events[event_id - 1] if 0 < event_id <= len(self.events) else None

    def history(self, kind: str, key: str) -> list[tuple[EventId, StateRow]]:
        """Every revision of one row, oldest first, with the event that led to it."""
        return [(by, row) for by, row in self.revisions if (row.kind, row.key) == (kind, key)]

    def followed_from(self, event_id: EventId) -> set[EventId]:
        """An event and all that cites it; what was sensed is evidence of its own."""
        found, waiting = {event_id}, [event_id]
        while waiting:
            for citing in self.citing.get(waiting.pop(), ()):
                event = self.event(citing)
                if citing in found or event is None or event.source in SENSED:
                    continue
                found.add(citing)
                waiting.append(citing)
        return found


SENSED = (EventSource.OBSERVATION, EventSource.DEVICE_STATE, EventSource.ACTION_RESULT)
