"""Log lines: make one row of the activity log (PAGE.md, A line of the log)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from companion.home.device_group import ways_back
from companion.ports.approvals import ApprovalBook
from companion.ports.house import House
from companion.ports.record import Record
from companion.web.because import trigger_id
from companion.web.quotation import plain_json
from companion.web.sentences import EventRows, Sentences
from companion.web.standing import Standing, standing
from companion.web.texts import Words
from companion.web.times import Age, age
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.decision import BY_MIND, ActionDecision, DeliveryKind
from companion.words.event import Event, EventSource
from companion.words.facts import MessageSaid, Ruled, fact_of
from companion.words.ids import EventId
from companion.words.observation import Certainty, Observation
from companion.words.result import ActionResult, ResultStatus

_KINDS = {
    EventSource.USER_INPUT: "input",
    EventSource.OBSERVATION: "observation",
    EventSource.DEVICE_STATE: "device",
    EventSource.DELIBERATION_DECISION: "decision",
    EventSource.GM_JUDGEMENT: "ruling",
    EventSource.APPROVAL_QUESTION: "question",
    EventSource.APPROVAL_ANSWER: "answer",
    EventSource.ACTION_RESULT: "action",
    EventSource.AUTONOMY_MESSAGE: "message",
    EventSource.CONVERSATION_REPLY: "message",
    EventSource.INTERRUPT: "stop",
    EventSource.SCHEDULE: "schedule",
}
FILTERS: Mapping[str, tuple[EventSource, ...]] = {
    "main": (
        EventSource.USER_INPUT,
        EventSource.OBSERVATION,
        EventSource.SCHEDULE,
        EventSource.GM_JUDGEMENT,
        EventSource.APPROVAL_QUESTION,
        EventSource.APPROVAL_ANSWER,
        EventSource.ACTION_RESULT,
        EventSource.AUTONOMY_MESSAGE,
        EventSource.CONVERSATION_REPLY,
        EventSource.INTERRUPT,
        EventSource.SYSTEM,
    ),
    "all": (),
    "observation": (EventSource.OBSERVATION, EventSource.DEVICE_STATE),
    "decision": (EventSource.DELIBERATION_DECISION, EventSource.GM_JUDGEMENT),
    "action": (EventSource.ACTION_RESULT,),
    "message": (EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY),
}
"""The filters of the log; `garden` is told apart by `origin`, see `LogReader.page`."""
_TONE = {
    "success": "done",
    "granted": "done",
    "allowed": "quiet",
    "not_needed": "quiet",
    "partial": "waiting",
    "pending": "waiting",
    "no_effect": "waiting",
    "defer": "quiet",
    "skip": "quiet",
    "failed": "failed",
    "denied": "failed",
    "forbidden": "failed",
    "refused": "failed",
    "danger": "failed",
    "unknown": "unknown",
    "estimate": "estimate",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A result mark: always a colour, a sign and a word together."""

    name: str
    word: str
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One row: time, sign of its kind, plain sentence, result mark, undo, one clause of why."""

    id: int
    kind: str
    kind_word: str
    time: Age
    text: str
    why: str = ""
    mark: Mark | None = None
    undo: bool = False
    undone: bool = False
    teach: bool = False
    """Whether the owner can say of it that it was wrong, or never to be done again: an act that
    it did of its own accord."""
    speaker: str = ""
    """The persona's name, only on its own messages."""
    notice: bool = False
    """Notify style: the sender is still the persona."""

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return {name: plain_json(value) for name, value in asdict(self).items()}


class LogReader:
    """Reads events with what belongs to them and turns them into lines for one reader."""

    def __init__(
        self,
        record: Record,
        approvals: ApprovalBook,
        words: Words,
        sentences: Sentences,
        persona: str,
        house: House,
    ) -> None:
        self._record = record
        self._approvals = approvals
        self._words = words
        self._sentences = sentences
        self._persona = persona
        self._house = house

    async def lines(self, events: Iterable[Event], now: datetime) -> tuple[LogLine, ...]:
        """Lines in the order of the events; `now` is the household's moment."""
        listed = tuple(events)
        how = await self.standing(listed)
        return tuple([self.line(await self.told(e), now, how) for e in listed])

    async def standing(self, events: Sequence[Event]) -> Standing:
        """The acts among these that can still be taken back."""
        return await standing(self._record, events)

    async def told(self, event: Event) -> EventRows:
        """The event with its decision, result and causes."""
        if event.source is EventSource.DELIBERATION_DECISION:
            decision = await self._record.decision(event.id)
            trigger = await self._trigger(event.id, decision)
            return EventRows(event=event, decision=decision, trigger=trigger)
        if event.source is EventSource.APPROVAL_QUESTION:
            return EventRows(event=event, answered=await self._answered(event))
        if event.source is not EventSource.ACTION_RESULT:
            return EventRows(event=event)
        result = await self._record.result(event.id)
        behind = result.decision_event_id if result else EventId(0)
        decision = await self._record.decision(behind) if behind else None
        trigger = await self._trigger(behind, decision)
        return EventRows(event=event, decision=decision, result=result, trigger=trigger)

    async def _trigger(self, behind: EventId, decision: ActionDecision | None) -> Event | None:
        """The event that caused the decision."""
        if decision is None:
            return None
        found = trigger_id(await self._record.event(behind), decision)
        return await self._record.event(EventId(found)) if found else None

    async def _answered(self, event: Event) -> str:
        """How a question stands now: an answered one no longer waits."""
        asked = fact_of(event, ApprovalQuestion) or fact_of(event, Approval)
        found = await self._approvals.get(asked.id) if asked and asked.id is not None else None
        return found.status.value if found else "pending"

    def line(self, told: EventRows, now: datetime, how: Standing) -> LogLine:
        """One line."""
        event = told.event
        kind = _KINDS.get(event.source, "system")
        spoken = kind == "message" and not event.erased
        return LogLine(
            id=event.id,
            kind=kind,
            kind_word=self._words(f"kind.{_kind_word(event, kind)}"),
            time=age(event.at, now, self._words.language),
            text=event.assistant_text if spoken else self._sentences.of(told),
            why=self._sentences.why(told),
            mark=self._mark(told),
            undo=self._undoable(told, how),
            undone=event.id in how.undone,
            teach=_of_its_own_accord(told),
            speaker=self._persona if spoken else "",
            notice=_is_notice(event),
        )

    def _undoable(self, told: EventRows, how: Standing) -> bool:
        result = told.result
        return (
            result is not None and can_undo(result) and how.holds(told.event, result, self._house)
        )

    def _mark(self, told: EventRows) -> Mark | None:
        name = mark_name(told)
        if not name:
            return None
        return Mark(
            name=name,
            word=self._words.either(f"mark.{name}", name),
            tone=_TONE.get(name, "quiet"),
        )


def _of_its_own_accord(told: EventRows) -> bool:
    decision = told.decision
    if told.result is None or decision is None or decision.decided_by not in BY_MIND:
        return False
    return decision.risk > RiskTier.TALK


def _is_notice(event: Event) -> bool:
    said = fact_of(event, MessageSaid)
    return said is not None and said.delivery == DeliveryKind.NOTIFY


def _approval(event: Event) -> ApprovalStatus | None:
    """How an approval stood when this event was written."""
    found = fact_of(event, ApprovalQuestion) or fact_of(event, Approval)
    return None if found is None else found.status


def _kind_word(event: Event, kind: str) -> str:
    """An approval nobody had to give is no answer."""
    free = kind == "answer" and _approval(event) is ApprovalStatus.NOT_NEEDED
    return "approval" if free else kind


def mark_name(told: EventRows) -> str:
    """The status word of an event; "" for those that have none."""
    source = told.event.source
    if told.result is not None:
        return told.result.status.value
    if source is EventSource.GM_JUDGEMENT:
        ruled = fact_of(told.event, Ruled)
        return "allowed" if ruled is not None and ruled.allowed else "refused"
    if source is EventSource.APPROVAL_QUESTION:
        return told.answered or "pending"
    if source is EventSource.APPROVAL_ANSWER:
        status = _approval(told.event)
        return "" if status is None else status.value
    if source is EventSource.DELIBERATION_DECISION and told.decision is not None:
        outcome = told.decision.decision_outcome.value
        return "" if outcome == "do_action" else outcome
    if source is EventSource.SYSTEM and told.event.kind == "danger":
        return "danger"
    if source is EventSource.OBSERVATION:
        seen = fact_of(told.event, Observation)
        unsure = seen is not None and seen.certainty is not Certainty.FACT
        return seen.certainty.value if seen is not None and unsure else ""
    return ""


def can_undo(result: ActionResult) -> bool:
    """Only what was seen to change and declared an inverse."""
    changed = {ResultStatus.SUCCESS, ResultStatus.PARTIAL}
    return result.status in changed and bool(ways_back(result))


def is_main(event: Event) -> bool:
    """Whether an event belongs to the highlights: an approval nobody had to give does not, nor the
    clock's own note of a snooze beside the line that tells of it, nor that an answer took time. A
    ruling does where it refused
    what a person asked for."""
    if event.kind in ("snoozed", "still_thinking"):
        return False
    if event.origin == "garden":
        return event.source is EventSource.CONVERSATION_REPLY
    if event.source is EventSource.GM_JUDGEMENT:
        ruled = fact_of(event, Ruled)
        return ruled is not None and ruled.wished
    if event.source is EventSource.APPROVAL_ANSWER:
        return _approval(event) is not ApprovalStatus.NOT_NEEDED
    if event.source is EventSource.APPROVAL_QUESTION:
        return fact_of(event, ApprovalQuestion) is not None
    return True
