"""Cut off: finds decisions to think later whose intent the end of the last process prevented."""

from collections.abc import AsyncIterator
from datetime import datetime

from companion.ports.intents import IntentBook
from companion.ports.record import Record
from companion.words.event import Event, EventSource
from companion.words.intent import Intent

TAKEN_UP = "intent_taken_up"
"""Kind of the event with which an intent's trigger was raised."""
_LOOKED_THROUGH = 200
_DECISIONS = (EventSource.DELIBERATION_DECISION,)


async def was_decided(record: Record, intent: Intent) -> bool:
    """Whether the walk that the last process began came as far as a decision."""
    taken_up = [
        e.id
        for e in (await record.chain(intent.decision_event_id)).events
        if e.kind == TAKEN_UP and intent.decision_event_id in e.evidence_event_ids
    ]
    if not taken_up:
        return False
    decided = await record.recent(
        limit=_LOOKED_THROUGH, after=taken_up[-1], sources=_DECISIONS, origin="home"
    )
    return any(taken_up[-1] in e.evidence_event_ids for e in decided)


async def without_intent(record: Record, book: IntentBook, since: datetime) -> AsyncIterator[Event]:
    """Decisions to think later that have no intent, oldest first."""
    decided = await record.recent(limit=_LOOKED_THROUGH, sources=_DECISIONS, origin="home")
    for event in reversed(decided):
        fresh = event.kind == "defer" and event.at >= since and not event.erased
        if fresh and await book.of_decision(event.id) is None:
            yield event
