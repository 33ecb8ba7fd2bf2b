"""Event facts: turn facts into plain JSON, short summaries, and evidence without repeats."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.facts import TriggerFacts
from companion.words.ids import EventId
from companion.words.trigger import Trigger


def event_facts(event: Event) -> dict[str, Any]:
    """An event as JSON for the stream and `log --json`."""
    return {**plain(event), "authority": event.authority.value}


def decision_summary(decision: ActionDecision) -> str:
    """The short text to find a decision by: intent, action, reason, influences."""
    parts = (
        decision.intent,
        decision.action_type or decision.decision_outcome.value,
        decision.reason,
        decision.persona_influence,
        decision.mood_influence,
    )
    return " / ".join(part for part in parts if part)


def trigger_facts(trigger: Trigger) -> TriggerFacts:
    """The facts of a trigger. A deliberation that is put off is resumed from them, with all its
    limits."""
    foreign = trigger.about.foreign
    return TriggerFacts(
        id=trigger.id,
        kind=trigger.kind,
        priority=trigger.priority,
        about=trigger.about.text,
        event_ids=tuple(trigger.event_ids),
        trust=trigger.about.trust,
        place=trigger.place,
        occasion=trigger.occasion,
        foreign=foreign,
        plain=trigger.about.plain if foreign else "",
        instead_of=trigger.instead_of,
        requested=trigger.requested is not None,
    )


def unique(*groups: Iterable[EventId]) -> tuple[EventId, ...]:
    """Every id once, in order, 0 (no event) left out."""
    return tuple(dict.fromkeys(event_id for group in groups for event_id in group if event_id))


def plain(value: Any) -> Any:
    """JSON form of words: enums by value, times as ISO 8601, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return float(value) if isinstance(value, float) else value  # numpy's floats are plain here
