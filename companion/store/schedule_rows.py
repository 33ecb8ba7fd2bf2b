"""How entries and firings lie in their tables; also what the in-memory twin stores."""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from companion.store import codec
from companion.words.ids import EventId
from companion.words.schedule import (
    Comparison,
    Entry,
    EntryId,
    EntryKind,
    EntryState,
    FactCondition,
    Firing,
    FiringId,
    FiringState,
    Manner,
    MissedPolicy,
    SavedAction,
)
from companion.words.timing_form import from_plain, to_plain
from companion.words.trust import TrustLabel

MISSED_OUTCOME = "missed"


def entry_json(entry: Entry) -> str:
    """The whole entry but its id."""
    facts = {f.name: getattr(entry, f.name) for f in fields(entry) if f.name not in _APART}
    return codec.dumps({**codec.encode(facts), "timing": to_plain(entry.timing)})


_APART = frozenset({"id", "timing"})


def entry_of(entry_id: int, text: str) -> Entry:
    """Read one. Raises `ValueError` or `KeyError` where the row is not what was written."""
    facts: Mapping[str, Any] = json.loads(text)
    condition, missed = facts.get("condition"), facts.get("missed")
    return Entry(
        id=EntryId(entry_id),
        kind=EntryKind(facts["kind"]),
        timing=from_plain(facts["timing"]),
        zone=facts["zone"],
        created_at=datetime.fromisoformat(facts["created_at"]),
        label=facts["label"],
        enabled=bool(facts["enabled"]),
        skip=_time(facts["skip"]),
        missed=MissedPolicy(missed) if missed else None,
        place=facts["place"],
        actions=tuple(codec.decode(SavedAction, action) for action in facts["actions"]),
        condition=_condition(condition) if condition else None,
        manners=tuple(Manner(manner) for manner in facts["manners"]),
        trust=TrustLabel(facts["trust"]),
        channel=facts["channel"],
        event_id=EventId(facts["event_id"]),
        state=EntryState(facts["state"]),
        settled_until=_time(facts["settled_until"]),
    )


def _condition(facts: Mapping[str, Any]) -> FactCondition:
    return FactCondition(facts["thing"], Comparison(facts["comparison"]), facts["value"])


def due_text(due: datetime) -> str:
    """One text for one moment, whatever zone it was told in."""
    return due.astimezone(UTC).isoformat(timespec="microseconds")


def firing_values(firing: Firing) -> tuple[Any, ...]:
    """Its columns in the order of `CHECKED`."""
    return (
        firing.entry_id,
        due_text(firing.due),
        firing.state.value,
        firing.step,
        codec.stamp(firing.claimed_at),
        codec.stamp(firing.again_at) if firing.again_at else None,
        firing.outcome,
        codec.stamp(firing.closed_at) if firing.closed_at else None,
        firing.event_id,
    )


def firing_of(row: Mapping[str, Any]) -> Firing:
    """One row."""
    return Firing(
        id=FiringId(row["id"]),
        entry_id=EntryId(row["entry_id"]),
        due=datetime.fromisoformat(row["due"]),
        state=FiringState(row["state"]),
        step=row["step"],
        claimed_at=datetime.fromisoformat(row["claimed_at"]),
        again_at=_time(row["again_at"]),
        outcome=row["outcome"],
        closed_at=_time(row["closed_at"]),
        event_id=EventId(row["event_id"]),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
