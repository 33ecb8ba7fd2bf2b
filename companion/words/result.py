"""Result 結果: what was observed after acting, never what a call returned (DESIGN 1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.capability import ActionCall
from companion.words.device_operation import MOVING
from companion.words.ids import EventId


class ResultStatus(StrEnum):
    """結果の状態: `partial` and `no_effect` are never dressed as success (B-055, B-056)."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILED = "failed"
    NO_EFFECT = "no_effect"


NOT_SEEN = frozenset({"outcome_unknown", "stopped", "crashed"})
"""Failure classes after which nobody knows whether it was done all the same (F29)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """実行結果: neutral and written for machines; the persona re-tells it (D-006, D-076)."""

    capability: str
    operation: str
    status: ResultStatus
    summary_text: str
    """Internal neutral English summary (D-076); never spoken or shown as speech (D-004)."""
    observed_at: datetime
    result_payload: Mapping[str, Any] = field(default_factory=dict)
    """Facts first (D-032): `device_id`, `before`, `after`, `expected`, `took_s` ..."""
    failure_class: str = ""
    """Why it failed, of the capability's documented classes (B-108)."""
    inverse: ActionCall | None = None
    """What would undo it, from the state observed before; None = irreversible."""
    decision_event_id: EventId = EventId(0)

    @property
    def unanswered(self) -> bool:
        """It was sent and the device said nothing at all: neither done nor undone is known."""
        silent = self.result_payload.get("observed") is False
        already = self.result_payload.get("reason") == "already_so"
        return self.status is ResultStatus.NO_EFFECT and silent and not already

    @property
    def unsettled(self) -> bool:
        """What came of it may still show: it is looked at again (F29, B-050)."""
        after = self.result_payload.get("after")
        value = after.get("value") if isinstance(after, Mapping) else None
        moving = self.status is ResultStatus.PARTIAL and value in MOVING
        failed = self.status is ResultStatus.FAILED
        return moving or self.unanswered or (failed and self.failure_class in NOT_SEEN)
