"""Provenance 出所: no memory is worth more than what it rests on.

A write plan may come from rules or, later, from a model that read anything. Whatever it claims,
code bounds each change here by the labels of the events behind it, and what would steer the house
for good (a preference, a rule, a goal) or is told of its people needs a person with user authority
behind all of it.
"""

from dataclasses import replace

from companion.ports.record import Record
from companion.words.event import Event
from companion.words.trust import Authority, TrustLabel, authority_of, least_trusted
from companion.words.writeplan import StateChange, WritePlan

STEERING = frozenset(
    {"preference", "rule", "routine", "goal", "purpose", "told_fact", "standing_wish"}
)
"""Kinds that change what the companion will do or takes for a fact about people; nothing observed
or said by a guest makes one."""
OWN_FIGURES = frozenset({"mood"})
"""Figures that our code alone sets, a fixed amount for a kind of event; no text is in them."""


async def bounded(plan: WritePlan, event: Event, record: Record | None) -> WritePlan:
    """The plan with each change's label at most that of its evidence; steering changes without
    user authority behind them are left out."""
    kept = []
    for change in plan.changes:
        label = least_trusted((change.trust, *await _labels(change, event, record)))
        if event.origin == "garden" and change.kind not in OWN_FIGURES:
            continue  # An invented life is evidence of nothing in the house.
        if change.kind in STEERING and authority_of(label) is not Authority.USER:
            continue
        kept.append(change if change.kind in OWN_FIGURES else replace(change, trust=label))
    return replace(plan, changes=tuple(kept))


async def _labels(
    change: StateChange, event: Event, record: Record | None
) -> tuple[TrustLabel, ...]:
    """Of everything it rests on; what cannot be looked up is `observed`."""
    labels = [event.trust]
    for event_id in change.evidence_event_ids:
        if event_id == event.id:
            continue
        found = await record.event(event_id) if record is not None else None
        labels.append(found.trust if found is not None else TrustLabel.OBSERVED)
    return tuple(labels)
