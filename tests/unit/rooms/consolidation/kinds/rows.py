"""A change as the row of state that it makes."""

from companion.words.writeplan import StateChange, StateRow


def as_row(change: StateChange) -> StateRow:
    return StateRow(
        kind=change.kind,
        key=change.key,
        value=change.value,
        confidence=change.confidence,
        trust=change.trust,
        observed_at=change.observed_at,
        since=change.observed_at,
        evidence_event_ids=change.evidence_event_ids,
        revision=1,
    )
