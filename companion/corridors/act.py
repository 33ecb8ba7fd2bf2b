"""The act corridor: from what happened to what is told. Read this file to know the house. A
pending approval ends the walk; the answer enters again at the referee."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from companion.corridors.deferral import Deferral
from companion.corridors.follow_up import Done, FollowUp
from companion.ports.policy import TriggerSink
from companion.ports.record import Record
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.rooms.execution.room import Execution, Look, NoLongerSo
from companion.rooms.journal.room import Journal
from companion.rooms.referee.reasons import refused as refused_by_gm
from companion.rooms.referee.room import Referee
from companion.service.blackboard import Blackboard
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.context import DeliberationContextPack
from companion.words.decision import BY_MIND, ActionDecision, DecisionOutcome
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.scene import SceneState
from companion.words.trigger import Trigger
from companion.words.trust import least_trusted

FACT_GONE = "fact_gone"
NO_OTHER_MEANS = frozenset({"already_so", FACT_GONE})
"""The GM's reasons where what was wanted is so, or is wanted no more: no other means is looked
for."""


@dataclass(frozen=True, slots=True)
class _Refused:
    """A decided act that the GM refused, and the event of the refusal."""

    decision: ActionDecision
    ruled: Event


@dataclass(frozen=True, slots=True)
class _Walk:
    """How one decision came about, and how it is carried on."""

    trigger: Trigger
    scene: SceneState
    last_look: Look | None
    """Whether the facts that carried it still hold; None where a person asked for exactly this."""
    words_beside: bool
    """Whether the walk ends with the result, and its message is worded beside."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """The corridor and the rooms along it, in the order they are entered."""

    context: ContextRoom
    deliberation: Deliberation
    referee: Referee
    approval: ApprovalRoom
    execution: Execution
    journal: Journal
    follow_up: FollowUp
    deferral: Deferral
    triggers: TriggerSink
    record: Record
    blackboard: Blackboard
    hushed: Callable[[], bool]
    """Whether quiet hours hold now for what sounds in the home."""

    async def settle_each(
        self, take: Callable[[], Awaitable[Trigger]], thoughts: TriggerSink
    ) -> None:
        """Resident: what needs no model is walked at once, one trigger at a time, so that an act
        sees what the one before it did. The others go into the model's own line."""
        while True:
            trigger = await take()
            if not await self.walk_at_once(trigger):
                thoughts.raise_trigger(trigger)

    async def walk_each(self, take: Callable[[], Awaitable[Trigger]]) -> None:
        """Triggers that need the model are walked one at a time."""
        while True:
            await self.walk(await take())

    async def walk_at_once(self, trigger: Trigger) -> bool:
        """One trigger through the house where no model is needed for its decision; False: one is,
        and nothing was done. What is told of it is worded beside: no lamp waits for words."""
        with self.blackboard.running(trigger.about.text):
            async with self.journal.mistakes(trigger.event_ids):
                pack = await self._pack(trigger)
                decision = await self.deliberation.settle(pack)
                if decision is None:
                    return False
                async with self.deferral.walking(trigger):
                    await self._decided(decision, pack, words_beside=True)
        return True

    async def walk(self, trigger: Trigger) -> None:
        """One trigger through the whole house."""
        with self.blackboard.running(trigger.about.text):
            async with self.journal.mistakes(trigger.event_ids), self.deferral.walking(trigger):
                pack = await self._pack(trigger)
                decision = await self.deliberation.decide(pack)
                if isinstance(decision, Dropped) and decision.called_back:
                    self.deferral.called_back(trigger)
                    self.triggers.raise_trigger(trigger)
                    return
                await self._decided(decision, pack, words_beside=False)

    async def _decided(
        self,
        decision: ActionDecision | Dropped,
        pack: DeliberationContextPack,
        *,
        words_beside: bool,
    ) -> None:
        """What the GM refuses of a thought is input of one more thought, never of a third; then
        whoever asked is told why nothing was done."""
        trigger = pack.trigger
        refused = await self._settle(decision, pack, words_beside=words_beside)
        if refused is None or trigger.requested is not None:
            return
        by_mind = refused.decision.decided_by in BY_MIND
        if refused.ruled.kind not in NO_OTHER_MEANS and by_mind:
            pack = self.context.after_refusal(pack, refused.decision, refused.ruled)
            decision = await self.deliberation.decide(pack)
            again = await self._settle(decision, pack, words_beside=words_beside)
            if again is None and _does_something(decision):
                return
            refused = again or refused
        await self.follow_up.refused(refused.ruled, trigger)

    async def _pack(self, trigger: Trigger) -> DeliberationContextPack:
        """What is known, and what could be done or at least asked for now."""
        pack = await self.context.gather(trigger)
        home = pack.home_trust or trigger.about
        trust = least_trusted((home.trust, trigger.about.trust))
        menu = await self.approval.askable(pack.menu, mood=pack.mood, trigger=trigger, trust=trust)
        return replace(pack, menu=menu)

    async def _settle(
        self,
        decision: ActionDecision | Dropped,
        pack: DeliberationContextPack,
        *,
        words_beside: bool,
    ) -> "_Refused | None":
        """Write down what was decided, then do it or keep it for later; gives the GM's refusal."""
        trigger, scene = pack.trigger, pack.scene
        if isinstance(decision, Dropped):
            await self.journal.dropped(decision.reason, trigger, decision.detail)
            return None
        decided = await self.journal.decided(decision, trigger)
        self.deferral.decided(trigger)
        if decision.decision_outcome is DecisionOutcome.DEFER:
            await self.deferral.put_off(decided, trigger, pack)
        if decision.decision_outcome is not DecisionOutcome.DO_ACTION:
            return None
        last_look = None
        if decision.decided_by in BY_MIND:
            # A model may have thought for many seconds: it is ruled on as things are now.
            scene = await self.context.scene()
            last_look = partial(self.context.turned_round, decision, pack)
        walk = _Walk(trigger, scene, last_look, words_beside=words_beside)
        return await self._ask_and_do(decision, decided, walk)

    async def _ask_and_do(
        self, decision: ActionDecision, decided: Event, walk: "_Walk"
    ) -> "_Refused | None":
        """Is it possible here, and does what it rests on still hold? May I?"""
        # The one door for every sound: who asked, and what the owner saved, may be heard.
        hushed = walk.trigger.requested is None and self.hushed()
        ruling = self.referee.rule(decision, walk.scene, hushed=hushed)
        gone = await walk.last_look() if walk.last_look is not None else None
        if ruling.allowed and gone is not None:
            ruling = refused_by_gm(FACT_GONE, gone)
        ruled = await self.journal.ruled(ruling, decided)
        if not ruling.allowed:
            return _Refused(decision, ruled)
        mood = await self.context.mood()
        approval = await self.approval.judge(decision, decided.id, mood=mood, trigger=walk.trigger)
        await self.journal.judged(approval, decided)
        if (question := await self.approval.newly_asked(approval, decided.id)) is not None:
            await self.follow_up.ask(decision, await self.journal.asked(question))
        if approval.status is ApprovalStatus.NOT_NEEDED:
            try:
                await self._do_and_tell(decision, decided.id, walk=walk)
            except NoLongerSo as turned:
                ruling = refused_by_gm(FACT_GONE, turned.reason)
                return _Refused(decision, await self.journal.ruled(ruling, decided))
        return None

    async def answered(self, question: ApprovalQuestion) -> None:
        """The walk goes on after a wait: the referee looks once more (combined turn, 7)."""
        decision = await self.record.decision(question.decision_event_id)
        decided = await self.record.event(question.decision_event_id)
        if decision is None or decided is None or question.status is not ApprovalStatus.GRANTED:
            return
        with self.blackboard.running(decision.intent):
            async with self.journal.mistakes((decided.id,)):
                ruling = self.referee.rule(decision, await self.context.scene())
                await self.journal.ruled(ruling, decided)
                if ruling.allowed:
                    await self._do_and_tell(decision, decided.id, answer_waits=True)

    async def _do_and_tell(
        self,
        decision: ActionDecision,
        decided: EventId,
        *,
        walk: "_Walk | None" = None,
        answer_waits: bool = False,
    ) -> None:
        """Do it, then look. Write it down. Then tell it, and see whether that was all."""
        last_look = walk.last_look if walk is not None else None
        result = await self.execution.perform(decision, decided, last_look)
        done = Done(decision, result, await self.journal.acted(result, decision))
        if walk is not None and walk.words_beside and self.follow_up.follow_later(done):
            return
        await self.follow_up.follow(done, answer_waits=answer_waits)


def _does_something(decision: ActionDecision | Dropped) -> bool:
    if isinstance(decision, Dropped):
        return False
    return decision.decision_outcome is DecisionOutcome.DO_ACTION
