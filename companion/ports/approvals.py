"""Port of the approval book: keeps questions to the owner on disk, without a timeout."""

from typing import Protocol

from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual


class ApprovalAlreadyAnswered(ValueError):
    """Error: this question was answered before; the first answer holds."""


class NotAsShown(ValueError):
    """Error: the act is not the one that the question showed: its device has another name or place
    by now, its parameters differ, or the answer names another question's hash."""


class ApprovalBook(Protocol):
    """Durable book of questions. At most one is pending at a time; the others wait their turn.

    A question carries the `shown_hash` of its decision, which no later write can change."""

    async def ask(
        self, decision_event_id: EventId, summary: Bilingual, impact: Bilingual, risk: int
    ) -> ApprovalQuestion:
        """Write the question down (FULL) before anyone sees it."""

    async def answer(
        self, approval_id: ApprovalId, status: ApprovalStatus, by: str
    ) -> ApprovalQuestion:
        """Record the answer once. Raises `KeyError`, `ApprovalAlreadyAnswered`."""

    async def get(self, approval_id: ApprovalId) -> ApprovalQuestion | None:
        """One question."""

    async def of_decision(self, decision_event_id: EventId) -> ApprovalQuestion | None:
        """The newest question a decision put, or None."""

    async def pending(self) -> tuple[ApprovalQuestion, ...]:
        """Unanswered ones, oldest first."""
