"""Port of the event log, which only appends; only the journal room may import it (import
contract)."""

from typing import Protocol

from companion.words.decision import ActionDecision
from companion.words.event import Event, EventDraft
from companion.words.result import ActionResult


class RecordNotWritable(OSError):
    """Error: the record cannot be written, because the disk is full, read-only or damaged."""


class EvidenceUnknown(ValueError):
    """Error: the event cites an event, or a result cites a decision, that is not in the record."""


class EventLog(Protocol):
    """Single writer of the `events` table, with group commit.

    Must: give ids in order of appending; store decision and result rows 1:1 with their
    event in the same transaction.
    """

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        syncs: bool = True,
        job: str = "",
    ) -> Event:
        """Append one event. `durable`: on the disk (FULL) before this returns; otherwise
        readable at once and on the disk at most one second later. `syncs` false: a durable event
        for whose sync its caller calls `sync`, later. `job`: kind of a job to queue for this event
        in the same transaction, its payload `{"event_id": id}`, so that no crash can part the two.
        Raises `RecordNotWritable`, `EvidenceUnknown`."""

    async def sync(self) -> None:
        """Have on the disk what was appended so far; nothing to do where a durable event followed.
        Raises `RecordNotWritable`, unless a buffer stands in front that says so in the health."""
