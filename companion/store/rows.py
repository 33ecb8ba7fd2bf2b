"""Rows: turn words into table rows and back."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from typing import Any, NamedTuple

from companion.store import codec, seal
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import ApprovalId, EventId, JobId
from companion.words.job import Job, JobStatus
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, StateRow

Row = Mapping[str, Any] | sqlite3.Row
NO_DECISION: tuple[str, ...] = ("",) * 4
NO_RESULT: tuple[str, ...] = ("",) * 5
"""Values in a seal where an event has no decision and no result."""
ERASED = "{}"
"""Value of a JSON column after an erasure."""


class EventRow(NamedTuple):
    """One event as it goes into its table: columns, and what its seal is made of."""

    columns: tuple[Any, ...]
    """As in `insert_event`, between the id and the seal."""
    salt: bytes
    digest: bytes
    header: bytes


def event_row(
    draft: EventDraft, decision: tuple[str, ...] = NO_DECISION, result: tuple[str, ...] = NO_RESULT
) -> EventRow:
    """The row of a draft, with its decision's and result's columns as text: both are of the
    event's own seal. Raises `ValueError` where a name holds control characters."""
    payload = codec.dumps(draft.payload) if draft.payload else "{}"
    evidence = json.dumps(draft.evidence_event_ids) if draft.evidence_event_ids else "[]"
    # `_value_` is what `value` asks for, at a third of its cost; this runs for every event.
    first = (
        codec.stamp(draft.at),
        draft.source._value_,
        draft.kind,
        draft.trust._value_,
        draft.authority._value_,
        draft.channel,
    )
    user, assistant, origin = draft.user_text, draft.assistant_text, draft.origin
    searchable = 1 if draft.searchable else 0
    header = seal.header_of(
        (*first, "01"[searchable], evidence, origin, *decision[:-1], *result[:-1])
    )
    content = seal.content_of(
        user.encode(),
        assistant.encode(),
        payload.encode(),
        decision[-1].encode(),
        result[-1].encode(),
    )
    salt = _SALTS.next()
    columns = (*first, user, assistant, searchable, evidence, payload, origin)
    return EventRow(columns, salt, seal.digest_of(salt, content), header)


_SALTS = seal.Salts()


def decision_columns(decision: ActionDecision) -> tuple[str, ...]:
    """The columns of `insert_decision` after the event's id."""
    return (
        decision.decision_outcome.value,
        decision.action_type,
        decision.decided_by,
        decision_text(decision),
    )


def result_columns(result: ActionResult) -> tuple[str, ...]:
    """The columns of `insert_result` after the event's id."""
    return (
        str(int(result.decision_event_id)),
        result.capability,
        result.operation,
        result.status.value,
        codec.dumps(result),
    )


def event_from(draft: EventDraft, event_id: EventId) -> Event:
    """The event a draft becomes."""
    # Field by field: twice as quick as by name, and it is done for every event.
    return Event(
        id=event_id,
        source=draft.source,
        kind=draft.kind,
        at=draft.at,
        trust=draft.trust,
        channel=draft.channel,
        user_text=draft.user_text,
        assistant_text=draft.assistant_text,
        searchable=draft.searchable,
        evidence_event_ids=draft.evidence_event_ids,
        payload=draft.payload,
        origin=draft.origin,
    )


def utc(at: datetime) -> str:
    """A time that is compared inside SQL: UTC, so that text order is time order."""
    return codec.stamp(at.astimezone(UTC))


def event_of(row: sqlite3.Row) -> Event:
    """The event a row holds."""
    return Event(
        id=EventId(row["id"]),
        at=datetime.fromisoformat(row["at"]),
        source=EventSource(row["source"]),
        kind=row["kind"],
        trust=TrustLabel(row["trust"]),
        channel=row["channel"],
        user_text=row["user_text"],
        assistant_text=row["assistant_text"],
        searchable=bool(row["searchable"]),
        evidence_event_ids=tuple(EventId(i) for i in json.loads(row["evidence"])),
        payload=json.loads(row["payload"]),
        origin=row["origin"],
        erased=row["salt"] is None,
    )


def decision_text(decision: ActionDecision) -> str:
    """A decision without its thought, which is short-lived and kept apart, and without the fields
    that say nothing: there are some hundred decisions a day, and they stay for good."""
    facts = {
        name: value
        for name in _DECISION_FIELDS
        if (value := getattr(decision, name)) != _SAYS_NOTHING.get(name, _REQUIRED)
    }
    return codec.dumps(facts)


_REQUIRED = object()
_DECISION_FIELDS = tuple(one.name for one in fields(ActionDecision) if one.name != "thought")
_SAYS_NOTHING = {
    one.name: one.default for one in fields(ActionDecision) if one.default is not MISSING
}


def state_row_of(row: Row) -> StateRow:
    """The row of one state."""
    return StateRow(
        kind=row["kind"],
        key=row["key"],
        value=json.loads(row["value"]),
        confidence=row["confidence"],
        trust=TrustLabel(row["trust"]),
        observed_at=datetime.fromisoformat(row["observed_at"]),
        since=datetime.fromisoformat(row["since"]),
        revision=row["revision"],
        evidence_event_ids=tuple(EventId(i) for i in json.loads(row["evidence"])),
    )


def revise(change: StateChange, old: StateRow | None) -> StateRow | None:
    """The row a change leads to; None where it only refreshes what is already held.

    `since` moves only when the row's own `value` entry does (or the whole value, where it
    has none): a light that was dimmed is still on since the same moment.
    """
    value: Mapping[str, Any] = json.loads(codec.dumps(change.value))
    if old is not None:
        same = (value, change.confidence, change.trust) == (old.value, old.confidence, old.trust)
        if same or change.refresh_only:
            return None
    moved = old is None or (
        value.get("value") != old.value.get("value") if "value" in value else value != old.value
    )
    return StateRow(
        kind=change.kind,
        key=change.key,
        value=value,
        confidence=change.confidence,
        trust=change.trust,
        observed_at=change.observed_at,
        since=change.observed_at if old is None or moved else old.since,
        revision=1 if old is None else old.revision + 1,
        evidence_event_ids=change.evidence_event_ids,
    )


def job_of(row: sqlite3.Row) -> Job:
    """One background job."""
    return Job(
        id=JobId(row["id"]),
        kind=row["kind"],
        payload=json.loads(row["payload"]),
        status=JobStatus(row["status"]),
        attempts=row["attempts"],
        created_at=datetime.fromisoformat(row["created_at"]),
        error=row["error"],
    )


def question_of(row: sqlite3.Row) -> ApprovalQuestion:
    """One question to the owner."""
    answered = row["answered_at"]
    return ApprovalQuestion(
        id=ApprovalId(row["id"]),
        decision_event_id=EventId(row["decision_event_id"]),
        summary=Bilingual(row["summary_ja"], row["summary_en"]),
        impact=Bilingual(row["impact_ja"], row["impact_en"]),
        risk=row["risk"],
        asked_at=datetime.fromisoformat(row["asked_at"]),
        status=ApprovalStatus(row["status"]),
        answered_by=row["answered_by"],
        answered_at=None if answered is None else datetime.fromisoformat(answered),
        shown_hash=row["shown_hash"],
    )
