"""Port of the intent book: keeps the acts that were put off and are to be taken up again."""

from typing import Protocol

from companion.words.ids import EventId, IntentId
from companion.words.intent import Intent, IntentStatus, Waiting


class IntentBook(Protocol):
    """Durable list of intents. Raises `RecordNotWritable` where the disk takes nothing."""

    async def propose(self, decision_event_id: EventId, waiting: Waiting, priority: int) -> Intent:
        """Write it down (FULL) as `proposed`; one decision has one intent, and asking again gives
        the same one."""

    async def move(self, intent_id: IntentId, status: IntentStatus, reason: str = "") -> Intent:
        """It is in this status now. Raises `KeyError`, `ValueError` for `dropped` without a
        reason."""

    async def open(self) -> tuple[Intent, ...]:
        """Everything that may still be taken up, oldest first."""

    async def of_decision(self, decision_event_id: EventId) -> Intent | None:
        """The intent of a decision, open or not."""
