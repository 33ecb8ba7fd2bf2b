"""Turns entries and firings into rows and back."""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.ports.schedule_book import NEVER_US, SavedRow
from companion.store import codec, seal
from companion.words.ids import EventId
from companion.words.language import Bilingual
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
    one_moment,
)
from companion.words.timing_form import from_plain, to_plain
from companion.words.trust import TrustLabel

MISSED_OUTCOME = "missed"


def entry_json(entry: Entry) -> str:
    """The whole entry but its id."""
    facts = {f.name: getattr(entry, f.name) for f in fields(entry) if f.name not in _APART}
    return codec.dumps({**codec.encode(facts), "timing": to_plain(entry.timing)})


_APART = frozenset({"id", "timing"})
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def due_us(entry: Entry) -> int | None:
    """The moment that stands beside an entry."""
    if not entry.enabled or entry.state is not EntryState.WAITING:
        return NEVER_US
    moment = one_moment(entry)
    return None if moment is None or moment <= _EPOCH else (moment - _EPOCH) // _MICROSECOND


def entry_values(entry: Entry) -> tuple[Any, ...]:
    """Its columns, in the order of `insert_entry`."""
    values = (entry.kind.value, entry_json(entry))
    return (*values, seal.checksum(values), due_us(entry))


def read_row(row: SavedRow) -> Entry:
    """The entry of a row. Raises `ValueError`."""
    try:
        return entry_of(row.id, row.text)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


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
    """One text for one moment, in any time zone."""
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
        _outcome_text(firing),
        codec.stamp(firing.closed_at) if firing.closed_at else None,
        firing.event_id,
    )


def _outcome_text(firing: Firing) -> str:
    """The outcome; why in both languages on lines of its own, so that the row needs no more."""
    if firing.why is None:
        return firing.outcome
    return "\n".join((firing.outcome, *(text.replace("\n", " ") for text in _both(firing.why))))


def _both(text: Bilingual) -> tuple[str, str]:
    return text.ja, text.en


def firing_of(row: Mapping[str, Any]) -> Firing:
    """One row."""
    outcome, *why = row["outcome"].split("\n")
    return Firing(
        id=FiringId(row["id"]),
        entry_id=EntryId(row["entry_id"]),
        due=datetime.fromisoformat(row["due"]),
        state=FiringState(row["state"]),
        step=row["step"],
        claimed_at=datetime.fromisoformat(row["claimed_at"]),
        again_at=_time(row["again_at"]),
        outcome=outcome,
        why=Bilingual(*why) if len(why) == len(("ja", "en")) else None,
        closed_at=_time(row["closed_at"]),
        event_id=EventId(row["event_id"]),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
