"""Port of the record: answers read-only questions about events, for the page, the why-chain,
context and recall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult


class RecordUnreadable(OSError):
    """Error: the record cannot be read, because it is damaged, no database, or forbidden."""


class RecordDamaged(RecordUnreadable):
    """Error: its bytes are not what was written; move it aside and salvage what can be read."""


class RecordMissing(RecordUnreadable):
    """Error: a household was here and its record is gone; no empty one is begun in silence."""


class RecordTooNew(RecordUnreadable):
    """Error: a newer version of the companion wrote it."""


class KeyUnusable(RecordUnreadable):
    """Error: the owner's key to the seals cannot be read or is too short; the record itself is
    whole."""


class MigrationFailed(RecordUnreadable):
    """Error: the record could not be migrated to this version's schema; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Why-chain of one event: everything that led to it and followed from it, by id."""

    events: tuple[Event, ...]
    """Evidence, decision, ruling, question, answer, result, message; oldest first."""
    decision: ActionDecision | None
    results: tuple[ActionResult, ...]
    decided: EventId | None = None
    """The event of `decision`; other decisions may stand among the causes."""


class Record(Protocol):
    """Reader of the recorded events."""

    async def event(self, event_id: EventId) -> Event | None:
        """One event."""

    async def recent(
        self,
        *,
        limit: int = 50,
        before: EventId | None = None,
        after: EventId | None = None,
        sources: Sequence[EventSource] = (),
        origin: str = "",
    ) -> tuple[Event, ...]:
        """Newest first; `sources` empty means all. `origin`: `home` or `garden` alone; the garden
        writes much, so whoever looks for the home's own within a limit asks for that."""

    async def decision(self, event_id: EventId) -> ActionDecision | None:
        """The structured decision of a decision event."""

    async def result(self, event_id: EventId) -> ActionResult | None:
        """The structured result of an action_result event."""

    async def chain(self, event_id: EventId) -> Chain:
        """The cause chain around any event, with no LLM call."""

    async def recallable(self, *, limit: int = 20) -> tuple[Event, ...]:
        """Conversation recall, newest first: `searchable`, never a decision."""
