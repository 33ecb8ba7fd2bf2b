"""Approval room: the one gate before every execution; it allows, asks or forbids."""

import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.home.request import DEVICES
from companion.home.taught import TAUGHT, Lesson, strictest, taught_keys
from companion.ports.approvals import ApprovalBook
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.approval.grants import GRANT, StandingGrant, covering, standing, task_mark
from companion.rooms.approval.question_queue import QuestionAsked, QuestionQueue, Ration, Wanted
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.approval.shown import shown_hash
from companion.rooms.approval.verdict import Case, Verdict, verdict
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.areas import TaughtValue, value_in
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.decision import ActionDecision, DecisionOutcome, MenuEntry
from companion.words.device import Device, devices_in
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.mood import Mood
from companion.words.result import ResultStatus
from companion.words.text import data_line
from companion.words.trigger import OWN_IDEAS, Priority, Trigger
from companion.words.trust import Authority, TrustLabel, authority_of, least_trusted

_RESULTS_LOOKED_AT = 20
"""How many of the newest results are searched for a failure of the same action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Idea:
    """Possible decision, reduced to what a verdict reads."""

    action_type: str
    action_payload: Mapping[str, Any]
    risk: RiskTier
    trust: TrustLabel
    prompted_by: str = ""
    asks_first: bool = False


class ApprovalRoom:
    """Room that judges decisions, asks through the approval book, and knows who may answer."""

    def __init__(
        self,
        *,
        book: ApprovalBook,
        rules: ApprovalRules,
        catalogue: Catalogue,
        house: House,
        record: Record | None = None,
        ration: Ration | None = None,
        state: StateReader | None = None,
        clock: Clock | None = None,
        withdrawn: Callable[[ApprovalQuestion], Awaitable[object]] | None = None,
    ) -> None:
        """`state`: where the owner's lessons and grants are kept; None where nobody can teach.
        `clock`: by which grants end; None: by the moment of the trigger. `withdrawn`
        hears of a question that gave way to a person's own wish."""
        self._book = book
        self._queue = QuestionQueue(book, record, ration=ration, withdrawn=self._tell_withdrawn)
        self._withdrawn = withdrawn
        self._rules = rules
        self._catalogue = catalogue
        self._house = house
        self._record = record
        self._state = state
        self._clock = clock

    async def judge(
        self, decision: ActionDecision, decision_event_id: EventId, *, mood: Mood, trigger: Trigger
    ) -> Approval:
        """Give the verdict; a question is written down before this returns."""
        if decision.decision_outcome is not DecisionOutcome.DO_ACTION:
            return Approval(status=ApprovalStatus.NOT_NEEDED, rule="no_action")
        # What a person asks for is done however it ended last time: then nobody has to look.
        failed = not _is_command(decision, trigger) and await self._failed_before(decision)
        lesson = _lesson_for(decision, await self._taught())
        grants = await self._grants(trigger)
        cases = self._cases(decision, mood, trigger, failed, lesson, grants)
        case, found = max(((c, verdict(c, self._rules)) for c in cases), key=_strictness)
        if found.status is not ApprovalStatus.PENDING:
            return Approval(status=found.status, rule=found.rule, grant=found.grant)
        turn = await self._ask(decision, decision_event_id, case, trigger)
        if turn.put_off:
            return Approval(status=ApprovalStatus.PUT_OFF, rule=turn.put_off)
        return Approval(
            status=ApprovalStatus.PENDING,
            rule=found.rule,
            id=turn.question.id if turn.question else None,
        )

    async def askable(
        self, menu: tuple[MenuEntry, ...], *, mood: Mood, trigger: Trigger, trust: TrustLabel
    ) -> tuple[MenuEntry, ...]:
        """The menu without ideas of the companion's own that would only be put off: they need a
        question, and another one waits. Thought over again at each heartbeat they would come
        to nothing each time. `trust`: of the least trusted text that is read for it."""
        if trigger.priority not in OWN_IDEAS or trigger.occasion:
            return menu
        waiting = await self._book.pending()
        if not any(question.is_in_front(trigger.at) for question in waiting):
            return menu
        taught, grants = await self._taught(), await self._grants(trigger)
        kept = tuple(
            e for e in menu if not self._would_ask(e, mood, trigger, trust, taught, grants)
        )
        if any(entry.risk >= RiskTier.ASK for entry in kept):
            return kept
        # Nothing is left that thinking about it later would be worth.
        return tuple(e for e in kept if e.outcome is not DecisionOutcome.DEFER)

    async def _taught(self) -> Mapping[str, str]:
        """The owner's lessons by their keys."""
        rows = () if self._state is None else await self._state.rows(TAUGHT)
        values = ((row.key, value_in(row, TaughtValue)) for row in rows)
        return {key: taught.value for key, taught in values if taught is not None}

    async def _grants(self, trigger: Trigger) -> tuple[StandingGrant, ...]:
        """Grants that hold now."""
        rows = () if self._state is None else await self._state.rows(GRANT)
        now = trigger.at if self._clock is None else self._clock.now()
        return standing(rows, now)

    def _would_ask(
        self,
        entry: MenuEntry,
        mood: Mood,
        trigger: Trigger,
        trust: TrustLabel,
        taught: Mapping[str, str],
        grants: tuple[StandingGrant, ...],
    ) -> bool:
        if entry.outcome is not DecisionOutcome.DO_ACTION:
            return False
        idea = _Idea(
            action_type=entry.action_type,
            action_payload=entry.payload,
            risk=entry.risk,
            trust=trust,
        )
        lesson = _lesson_for(idea, taught)
        cases = self._cases(idea, mood, trigger, failed_before=False, taught=lesson, grants=grants)
        return any(verdict(c, self._rules).status is ApprovalStatus.PENDING for c in cases)

    async def newly_asked(
        self, approval: Approval, decision_event_id: EventId
    ) -> ApprovalQuestion | None:
        """The question that this decision put; None where none was, or it waited already."""
        found = await self._book.get(approval.id) if approval.id is not None else None
        return found if found and found.decision_event_id == decision_event_id else None

    def named(self, decision: ActionDecision) -> ActionDecision:
        """The decision with the hash of what a question about it shows."""
        return replace(decision, shown_hash=shown_hash(decision, self._house.device))

    def is_as_shown(self, decision: ActionDecision) -> bool:
        """Whether it is still the act that its question showed, with the devices as they are now.
        A decision of an older record, without a hash, is not."""
        now = shown_hash(decision, self._house.device)
        return hmac.compare_digest(decision.shown_hash, now)

    def is_there(self, decision: ActionDecision) -> bool:
        """Whether each of its devices is known now; after a restart they come one by one."""
        return all(map(self._house.device, devices_in(decision.action_payload)))

    def may_answer(self, question: ApprovalQuestion, trust: TrustLabel) -> bool:
        """Tier 2 and above need the owner; tier 1 also a voice of the household."""
        if trust is TrustLabel.OWNER:
            return True
        return trust is TrustLabel.HOUSEHOLD and question.risk <= RiskTier.REVERSIBLE

    def _cases(
        self,
        decision: "ActionDecision | _Idea",
        mood: Mood,
        trigger: Trigger,
        failed_before: bool,
        taught: Lesson,
        grants: tuple[StandingGrant, ...],
    ) -> tuple[Case, ...]:
        """One for each device it acts on: several together may do what each may alone, and the
        strictest verdict is that of all."""
        ids = devices_in(decision.action_payload)
        devices = [self._house.device(one) for one in ids] or [None]
        found = [(one, self._case(decision, mood, trigger, failed_before, one)) for one in devices]
        mark = trigger.task and task_mark(
            trigger.task, decision.action_type, decision.action_payload, self._house.device
        )
        return tuple(
            replace(
                case,
                taught=taught,
                grant=covering(grants, case.action_type, one, int(case.risk), mark),
            )
            for one, case in found
        )

    def _case(
        self,
        decision: "ActionDecision | _Idea",
        mood: Mood,
        trigger: Trigger,
        failed_before: bool,
        device: Device | None,
    ) -> Case:
        capability, spec = self._spec(decision)
        trust = least_trusted((decision.trust, trigger.about.trust))
        return Case(
            action_type=decision.action_type,
            risk=_risk(decision, spec),
            trust=trust,
            command=_is_command(decision, trigger),
            public_input=_is_public_input(trigger),
            prompted=bool(decision.prompted_by),
            routine=_is_asked_for(decision, trigger) and trigger.priority is Priority.ROUTINE,
            physical=_is_physical(decision, capability),
            read_only=spec is not None and spec.read_only,
            domain=device.domain.value if device else "",
            by_itself=device is not None and device.by_itself,
            failed_before=failed_before,
            dominance=mood.long_mood_state.d,
            asks_first=decision.asks_first,
        )

    def _spec(
        self, decision: "ActionDecision | _Idea"
    ) -> tuple[CapabilitySpec | None, OperationSpec | None]:
        name, _, operation = decision.action_type.partition(".")
        capability = self._catalogue.get(name)
        if capability is None:
            return None, None
        return capability.SPEC, capability.SPEC.operation(operation)

    async def _failed_before(self, decision: ActionDecision) -> bool:
        """Whether the newest result of this very action and payload was a failure."""
        if self._record is None:
            return False
        events = await self._record.recent(
            limit=_RESULTS_LOOKED_AT, sources=(EventSource.ACTION_RESULT,)
        )
        for event in events:
            result = await self._record.result(event.id)
            if result is None or f"{result.capability}.{result.operation}" != decision.action_type:
                continue
            earlier = await self._record.decision(result.decision_event_id)
            if earlier and dict(earlier.action_payload) == dict(decision.action_payload):
                return result.status is ResultStatus.FAILED
        return False

    async def _ask(
        self, decision: ActionDecision, decision_event_id: EventId, case: Case, trigger: Trigger
    ) -> QuestionAsked:
        wanted = Wanted(
            decision=decision,
            decision_event_id=decision_event_id,
            summary=_prompted(_one_line(decision.summary), decision.prompted_by),
            impact=_one_line(decision.impact),
            risk=int(case.risk),
            at=trigger.at,
            by_person=case.command or trigger.is_remark,
            prompted_by=decision.prompted_by,
        )
        return await self._queue.put(wanted)

    async def _tell_withdrawn(self, question: ApprovalQuestion) -> None:
        if self._withdrawn is not None:
            await self._withdrawn(question)


_PROMPT = Bilingual("{0}（きっかけ: 「{1}」）", "{0} (prompted by: “{1}”)")
_PROMPT_CHARS = 90


def _prompted(summary: Bilingual, words: str) -> Bilingual:
    """The first line says whose words suggested it, as data, in quotes that they cannot close."""
    if not words:
        return summary
    told = data_line(words, _PROMPT_CHARS).translate(_QUOTES)
    return _PROMPT.filled(summary, told)


_QUOTES = str.maketrans({"“": "'", "”": "'", "「": "'", "」": "'"})


_STRICT = (ApprovalStatus.NOT_NEEDED, ApprovalStatus.PENDING, ApprovalStatus.FORBIDDEN)


def _lesson_for(decision: ActionDecision | _Idea, taught: Mapping[str, str]) -> Lesson:
    keys = taught_keys(decision.action_type, decision.action_payload)
    return strictest(taught[key] for key in keys if key in taught)


def _strictness(judged: tuple[Case, Verdict]) -> int:
    return _STRICT.index(judged[1].status)


def _risk(decision: ActionDecision | _Idea, spec: OperationSpec | None) -> RiskTier:
    """The tier of the code's table; a decision may raise it, never lower it."""
    declared = spec.risk if spec is not None else RiskTier.NEVER_BY_ITSELF
    return max(declared, decision.risk)


def _is_asked_for(decision: ActionDecision | _Idea, trigger: Trigger) -> bool:
    """The trigger carries a structured wish, and the decision is exactly that wish."""
    wish = trigger.requested
    return (
        wish is not None
        and wish.action_type == decision.action_type
        and dict(wish.payload) == dict(decision.action_payload)
    )


def _is_command(decision: ActionDecision | _Idea, trigger: Trigger) -> bool:
    """True if a person with user authority asked for exactly this."""
    trust = least_trusted((decision.trust, trigger.about.trust))
    return _is_asked_for(decision, trigger) and authority_of(trust) is Authority.USER


def _is_public_input(trigger: Trigger) -> bool:
    """True if a person without user authority speaks or asks; a sight or a sensor does not ask."""
    trust = trigger.about.trust
    if authority_of(trust) is not Authority.PUBLIC:
        return False
    asks = trigger.requested is not None or trigger.priority <= Priority.APPROVAL
    return asks or trust is TrustLabel.GUEST


def _is_physical(decision: ActionDecision | _Idea, capability: CapabilitySpec | None) -> bool:
    """True unless the act is known to be harmless."""
    if capability is None or devices_in(decision.action_payload):
        return True
    return capability.name == DEVICES or "body" in capability.resources


def _one_line(text: Bilingual) -> Bilingual:
    """Two lines are two lines, whatever a device calls itself."""
    return Bilingual(" ".join(text.ja.split()), " ".join(text.en.split()))
