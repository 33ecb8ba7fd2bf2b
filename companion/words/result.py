"""Result 結果: the observation after an act, never the return value of a call."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.capability import ActionCall
from companion.words.device import DeviceState
from companion.words.device_report import MOVING
from companion.words.ids import DeviceId, EventId


class ResultStatus(StrEnum):
    """結果の状態: `partial` and `no_effect` are never dressed as success."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILED = "failed"
    NO_EFFECT = "no_effect"


PARTS = "parts"
"""Key of a payload under which an act on several devices keeps each one's own result."""
LOOKING = "vision_perception"
"""The capability whose acts only look."""
NOT_SEEN = frozenset({"outcome_unknown", "stopped", "crashed", "lost"})
"""Failure classes after which nobody knows whether it was done all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """実行結果: neutral and written for machines; the persona re-tells it."""

    capability: str
    operation: str
    status: ResultStatus
    summary_text: str
    """Internal neutral English summary; never spoken or shown as speech."""
    observed_at: datetime
    result_payload: Mapping[str, Any] = field(default_factory=dict)
    """Facts first: `device_id`, `before`, `after`, `expected`, `took_s` ..."""
    failure_class: str = ""
    """Why it failed, of the capability's documented classes."""
    inverse: ActionCall | None = None
    """The act that would undo it, from the state observed before; None = irreversible."""
    decision_event_id: EventId = EventId(0)

    @property
    def unanswered(self) -> bool:
        """It was sent and the device said nothing at all: neither done nor undone is known."""
        return _unanswered(self.status, self.result_payload)

    @property
    def unseen(self) -> bool:
        """It failed, and nobody saw whether it was done all the same."""
        return _unseen(self.status, self.failure_class, self.result_payload)

    @property
    def unsettled(self) -> bool:
        """True if the effect may still show, so that the device is looked at again."""
        parts = self.result_payload.get(PARTS)
        if isinstance(parts, list | tuple):
            return any(_unsettled(ResultStatus(p["status"]), p["failure_class"], p) for p in parts)
        return _unsettled(self.status, self.failure_class, self.result_payload)

    @property
    def was_so(self) -> bool:
        """It was so before: nothing had to be done."""
        return self.result_payload.get("reason") == "already_so"

    @property
    def stopped(self) -> bool:
        """A person stopped it before its end."""
        return self.failure_class == "stopped" or bool(self.result_payload.get("stopped_for"))

    @property
    def under_way(self) -> bool:
        """True if the device was seen to move and has not arrived."""
        parts = self.result_payload.get(PARTS)
        if not isinstance(parts, list | tuple):
            return _moving(self.status, self.result_payload)
        open_parts = [p for p in parts if p["status"] != ResultStatus.SUCCESS]
        return bool(open_parts) and all(_moving(ResultStatus(p["status"]), p) for p in open_parts)


def is_look(action_type: str) -> bool:
    """True if this `capability.operation` only looked and changed nothing."""
    return action_type.startswith(f"{LOOKING}.")


def _moving(status: ResultStatus, payload: Mapping[str, Any]) -> bool:
    after = payload.get("after")
    value = after.get("value") if isinstance(after, Mapping) else None
    return status is ResultStatus.PARTIAL and value in MOVING


def _unanswered(status: ResultStatus, payload: Mapping[str, Any]) -> bool:
    already = payload.get("reason") == "already_so"
    return status is ResultStatus.NO_EFFECT and payload.get("observed") is False and not already


def _unseen(status: ResultStatus, failure_class: str, payload: Mapping[str, Any]) -> bool:
    after = payload.get("after")
    # A room: the wheeled base was seen to stand there when it gave up.
    stands = isinstance(after, str) and bool(after)
    return status is ResultStatus.FAILED and failure_class in NOT_SEEN and not stands


def _unsettled(status: ResultStatus, failure_class: str, payload: Mapping[str, Any]) -> bool:
    unseen = _unseen(status, failure_class, payload)
    return _moving(status, payload) or unseen or _unanswered(status, payload)


def state_before(device_id: DeviceId, result: ActionResult) -> DeviceState | None:
    """The state before, as the result keeps it; None where it says nothing of it."""
    was = result.result_payload.get("before")
    if not isinstance(was, Mapping) or was.get("value") is None:
        return None
    numbers = {k: v for k, v in was.items() if k not in ("value", "available")}
    at = result.observed_at
    return DeviceState(device_id=device_id, value=str(was["value"]), attributes=numbers, at=at)
