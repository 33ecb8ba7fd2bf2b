"""WritePlan 書込計画: the only way from events to `state`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.words.ids import EventId
from companion.words.trust import TrustLabel


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """状態の変更: one row of `state` to be; each leaves a revision."""

    kind: str
    """`world_item`, `mood`, `persona_interest_state`, `preference` ..."""
    key: str
    value: Mapping[str, Any]
    confidence: float
    trust: TrustLabel
    observed_at: datetime
    evidence_event_ids: tuple[EventId, ...]
    refresh_only: bool = False
    """Same value seen again: freshness moves, no revision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """書込計画: the changes one event leads to."""

    event_id: EventId
    changes: tuple[StateChange, ...] = field(default_factory=tuple)


WITHDRAWN = "withdrawn"
"""Kind of the rows that name withdrawn events, by id: what nothing is remembered of any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """取り消された記憶: what went when an event was no longer to be believed."""

    events: tuple[EventId, ...]
    """The event and all that followed from it alone; still in the record, for audit."""
    removed: int
    """Rows of state that rested on nothing else."""
    restored: int
    """Rows set back to what was held before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRow:
    """状態の行: semantic memory as it stands."""

    kind: str
    key: str
    value: Mapping[str, Any]
    confidence: float
    trust: TrustLabel
    observed_at: datetime
    since: datetime
    revision: int
    evidence_event_ids: tuple[EventId, ...]
