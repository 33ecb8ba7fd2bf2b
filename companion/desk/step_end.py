"""Outcome of one saved action of a routine, read from the record of its walk."""

from dataclasses import dataclass

from companion.ports.record import Record
from companion.rooms.expression.claims import Names, claim_of_result
from companion.words.approval import ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.schedule import Firing, SavedAction, StepEnd

MOST_EVENTS = 64
"""Looked through for those of one walk, which ended a moment ago."""
ALREADY_SO = "already_so"
_ASKED = Bilingual("先に承認が必要です", "it needs an approval first")
_FORBIDDEN = Bilingual("してはいけないことになっています", "it is not allowed")
_NOT_DONE = Bilingual("できませんでした", "it could not be done")
_SOURCES = (
    EventSource.ACTION_RESULT,
    EventSource.GM_JUDGEMENT,
    EventSource.APPROVAL_QUESTION,
    EventSource.APPROVAL_ANSWER,
)


@dataclass(frozen=True)
class StepEnds:
    """Reads the record."""

    record: Record
    names: Names

    async def of(self, firing: Firing, action: SavedAction) -> StepEnd | None:
        """The outcome of this action at this moment; None where the record does not tell."""
        if not firing.event_id:
            return None
        newest = await self.record.recent(
            limit=MOST_EVENTS, after=firing.event_id, sources=_SOURCES
        )
        for event in newest:
            if await self._is_of(event, firing, action):
                end = await self._end(event)
                if end is not None:
                    return end
        return None

    async def _is_of(self, event: Event, firing: Firing, action: SavedAction) -> bool:
        for evidence in event.evidence_event_ids:
            decision = await self.record.decision(EventId(evidence))
            if decision is not None:
                mine = firing.event_id in decision.evidence_event_ids
                same = decision.action_type == action.action_type
                return mine and same and dict(decision.action_payload) == dict(action.payload)
        return False

    async def _end(self, event: Event) -> StepEnd | None:
        if event.source is EventSource.ACTION_RESULT:
            result = await self.record.result(event.id)
            return self._of_result(result, event.id) if result is not None else None
        if event.source is EventSource.GM_JUDGEMENT:
            return _of_ruling(event)
        if event.source is EventSource.APPROVAL_QUESTION:
            return StepEnd("failed", _ASKED)
        forbidden = event.kind == ApprovalStatus.FORBIDDEN
        return StepEnd("failed", _FORBIDDEN) if forbidden else None

    def _of_result(self, result: ActionResult, event_id: EventId) -> StepEnd:
        already = result.result_payload.get("reason") == ALREADY_SO
        if result.status is ResultStatus.SUCCESS or already:
            return StepEnd("done")
        claim = claim_of_result(result, event_id, self.names)
        why = claim.slots.get("outcome") if claim is not None else None
        partial = result.status is ResultStatus.PARTIAL
        return StepEnd("partly" if partial else "failed", why or _NOT_DONE)


def _of_ruling(event: Event) -> StepEnd | None:
    if event.kind == "ok":
        return None
    if event.kind == ALREADY_SO:
        return StepEnd("done")
    reason = event.payload.get("reason")
    told = reason if isinstance(reason, dict) else {}
    ja, en = str(told.get("ja", "")), str(told.get("en", ""))
    return StepEnd("failed", Bilingual(ja, en) if ja and en else _NOT_DONE)
