"""Event log: append-only; only the journal room may import this port (protected contract)."""

from typing import Protocol

from companion.words.decision import ActionDecision
from companion.words.event import Event, EventDraft
from companion.words.result import ActionResult


class RecordNotWritable(OSError):
    """The record cannot be written: disk full, read-only or damaged (C-057, T-44)."""


class EventLog(Protocol):
    """One writer with group commit over the `events` table.

    Must: give ids in order of appending; store decision and result rows 1:1 with their
    event in the same transaction (B-074, S-07).
    """

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
    ) -> Event:
        """Append one event. `durable`: on the disk (FULL) before this returns; otherwise
        at most one second behind. Raises `RecordNotWritable`."""
