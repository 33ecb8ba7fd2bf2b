"""Approval 承認: may it be done."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual


class ApprovalStatus(StrEnum):
    """承認の状態."""

    NOT_NEEDED = "not_needed"
    PENDING = "pending"
    GRANTED = "granted"
    DENIED = "denied"
    FORBIDDEN = "forbidden"
    """The authority behind the decision may never cause this."""
    PUT_OFF = "put_off"
    """Not asked now: another question waits, or this was asked often enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """承認: the outcome of asking whether it may be done, and by which rule."""

    status: ApprovalStatus
    rule: str
    """Name of the rule that decided, for the why-chain: `whitelist`, `by_itself`, `user_command`
    ..."""
    id: ApprovalId | None = None
    grant: EventId | None = None
    """The grant that covers it, by the event of its giving."""


IN_FRONT = timedelta(hours=12)
"""So long a question stands in front of the owner. It stays answerable afterwards, in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalQuestion:
    """承認の問い: exactly two lines, no timeout, survives a restart."""

    id: ApprovalId
    decision_event_id: EventId
    summary: Bilingual
    impact: Bilingual
    risk: int
    asked_at: datetime
    status: ApprovalStatus = ApprovalStatus.PENDING
    answered_by: str = ""
    answered_at: datetime | None = None
    shown_hash: str = ""
    """Hash of the act that it shows, from the decision; a yes is a yes to exactly this act."""

    def lines(self, japanese: bool) -> tuple[str, str]:
        """The two lines of a question: what it will do, then its scope of impact."""
        if japanese:
            return self.summary.ja, self.impact.ja
        return self.summary.en, self.impact.en

    def is_in_front(self, now: datetime) -> bool:
        """Whether it is new enough to stand in front of the owner."""
        return now - self.asked_at < IN_FRONT
