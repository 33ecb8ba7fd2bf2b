"""Run of the plan: keeps whether it goes on, was interrupted, or waits for a person."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.words.event import Event
from companion.words.facts import (
    PlanHalted,
    PlanInterrupted,
    PlanResumed,
    PurposeDropped,
    PurposeSet,
    fact_of,
    payload_of,
)
from companion.words.plan import NOW, PLAN_RUN, PlanRun, PlanStand
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange

ORDER = 52


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The run after this event."""
    run = _run_after(event)
    if run is None:
        return ()
    return (
        StateChange(
            kind=PLAN_RUN,
            key=NOW,
            value=payload_of(run),
            confidence=1.0,
            trust=TrustLabel.SELF,
            observed_at=event.at,
            evidence_event_ids=(event.id,),
        ),
    )


def _run_after(event: Event) -> PlanRun | None:
    if (halted := fact_of(event, PlanHalted)) is not None:
        return PlanRun(
            stand=PlanStand.HALTED,
            reason=halted.reason.value,
            task=halted.task,
            summary=halted.summary,
            since=event.at,
        )
    if (stopped := fact_of(event, PlanInterrupted)) is not None:
        return PlanRun(
            stand=PlanStand.INTERRUPTED,
            task=stopped.task,
            summary=stopped.summary,
            since=event.at,
        )
    again = (PlanResumed, PurposeSet, PurposeDropped)
    if any(fact_of(event, fact) is not None for fact in again):
        return PlanRun(since=event.at)
    return None
