"""Habits: keeps the proposals, the answers to them, and the routines that came of them."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.areas import HabitValue, value_in
from companion.words.event import Event, EventSource
from companion.words.facts import (
    Acted,
    Decided,
    HabitOver,
    HabitProposed,
    fact_of,
    payload_of,
)
from companion.words.habit import HABIT, HabitStanding
from companion.words.ids import EventId
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.writeplan import StateChange

ORDER = 90
_ANSWERED = {
    ("habit_proposed", ApprovalStatus.GRANTED.value): HabitStanding.ACCEPTED,
    ("habit_proposed", ApprovalStatus.DENIED.value): HabitStanding.REFUSED,
    ("habit_over", ApprovalStatus.GRANTED.value): HabitStanding.ENDED,
    ("habit_over", ApprovalStatus.DENIED.value): HabitStanding.KEPT,
}


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The row of the habit that the event is about."""
    if event.origin != "home" or known.record is None:
        return ()
    if (proposed := fact_of(event, HabitProposed)) is not None:
        value = HabitValue(
            standing=HabitStanding.PROPOSED, ja=proposed.words.ja, en=proposed.words.en
        )
        return (_row(proposed.key, value, event),)
    if (over := fact_of(event, HabitOver)) is not None:
        return await _stands(over.key, HabitStanding.ENDING, event, known)
    if event.source is EventSource.APPROVAL_ANSWER:
        return await _answered(event, known)
    if event.source is EventSource.ACTION_RESULT and event.kind.endswith(".set_routine"):
        return await _became_routine(event, known)
    return ()


async def _answered(event: Event, known: Known) -> Sequence[StateChange]:
    question = fact_of(event, ApprovalQuestion)
    about = None if question is None else await _about(question.decision_event_id, known)
    if about is None or authority_of(event.trust) is not Authority.USER:
        return ()
    standing = _ANSWERED.get((about.kind, event.kind))
    fact = fact_of(about, HabitProposed) or fact_of(about, HabitOver)
    return (
        () if standing is None or fact is None else await _stands(fact.key, standing, event, known)
    )


async def _became_routine(event: Event, known: Known) -> Sequence[StateChange]:
    result = await known.record.result(event.id) if known.record is not None else None
    about = None if result is None else await _about(result.decision_event_id, known)
    proposed = None if about is None else fact_of(about, HabitProposed)
    acted = fact_of(event, Acted)
    if proposed is None or acted is None or not acted.alarm_id:
        return ()
    value = HabitValue(
        standing=HabitStanding.ACCEPTED,
        ja=proposed.words.ja,
        en=proposed.words.en,
        alarm_id=acted.alarm_id,
    )
    return (_row(proposed.key, value, event),)


async def _about(decision_id: EventId, known: Known) -> Event | None:
    """The proposal that a decision came of."""
    if known.record is None:
        return None
    decided = await known.record.event(decision_id)
    facts = None if decided is None else fact_of(decided, Decided)
    causes = () if facts is None else facts.trigger.event_ids
    return await known.record.event(causes[0]) if causes else None


async def _stands(
    key: str, standing: HabitStanding, event: Event, known: Known
) -> Sequence[StateChange]:
    row = await known.state.row(HABIT, key)
    held = None if row is None else value_in(row, HabitValue)
    if held is None:
        return ()
    value = HabitValue(standing=standing, ja=held.ja, en=held.en, alarm_id=held.alarm_id)
    return (_row(key, value, event),)


def _row(key: str, value: HabitValue, event: Event) -> StateChange:
    return StateChange(
        kind=HABIT,
        key=key,
        value=payload_of(value),
        confidence=1.0,
        trust=TrustLabel.SELF,
        observed_at=event.at,
        evidence_event_ids=(event.id,),
    )
