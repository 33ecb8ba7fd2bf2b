"""The act corridor walks a trigger from its cause to the message about its result. Read this file
to know the house.

| room | question |
|---|---|
| context | what matters? |
| deliberation | what do I want? |
| referee | is it possible here? |
| approval | may I? |
| execution | do it, then look |
| journal | write it down |
| expression | what do I say, as me? |

A pending approval ends the walk; the answer enters again at the referee.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeGuard

from companion.corridors.follow_up import FollowUp
from companion.phrases.rulings import refused as refused_by_gm
from companion.ports.part import ResidentSpec, Stage
from companion.ports.policy import TriggerSink
from companion.ports.record import Record
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.rooms.execution.room import Execution, Look, NoLongerSo
from companion.rooms.journal.room import Journal
from companion.rooms.referee.room import Referee
from companion.service.blackboard import Blackboard
from companion.service.intents.put_off import PutOff
from companion.service.messages import Done, Messages
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.context import DeliberationContextPack
from companion.words.decision import BY_MIND, ActionDecision, DecisionOutcome
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.ruling import Ruling
from companion.words.scene import SceneState
from companion.words.trigger import Trigger
from companion.words.trust import least_trusted

FACT_GONE, NOT_AS_SHOWN = "fact_gone", "not_as_shown"
NO_OTHER_MEANS = frozenset({"already_so", FACT_GONE})
"""The GM's reasons where what was wanted is so, or is wanted no more: no other means is looked
for."""
MOST_UNTOLD = 32
"""Acts that wait for their words at most; with more the next act waits for them."""


Tell = Callable[[Done], Awaitable[None]]
"""Tells an act and follows it up, now or beside the walk."""


@dataclass(frozen=True, slots=True)
class _Refused:
    """A decided act that the GM refused, and the event of the refusal."""

    decision: ActionDecision
    ruled: Event


@dataclass(frozen=True, kw_only=True)
class Act:
    """The corridor and the rooms along it, in the order they are entered."""

    context: ContextRoom
    deliberation: Deliberation
    referee: Referee
    approval: ApprovalRoom
    execution: Execution
    journal: Journal
    messages: Messages
    follow_up: FollowUp
    put_off: PutOff
    triggers: TriggerSink
    record: Record
    blackboard: Blackboard
    hushed: Callable[[], bool]
    """Whether quiet hours hold now for what sounds in the home."""
    deed_words: Callable[[ActionResult], Bilingual | None]
    """Words by which an act is remembered; None for one that is not."""
    untold: "asyncio.Queue[Done]" = field(default_factory=lambda: asyncio.Queue(MOST_UNTOLD))

    async def walk(self, trigger: Trigger) -> None:
        """One trigger through the whole house."""
        async with self._entered(trigger), self.put_off.walking(trigger):
            pack = await self._pack(trigger)
            decision = await self.deliberation.decide(pack)
            if isinstance(decision, Dropped) and decision.called_back:
                self.put_off.called_back(trigger)
                self.triggers.raise_trigger(trigger)
                return
            await self._carry_out(decision, pack, self._tell)

    async def walk_at_once(self, trigger: Trigger) -> bool:
        """One trigger through the house where no model is needed for its decision; False: one is,
        and nothing was done. Its message is worded beside it: no lamp waits for words."""
        async with self._entered(trigger):
            pack = await self._pack(trigger)
            decision = await self.deliberation.settle(pack)
            if decision is None:
                return False
            async with self.put_off.walking(trigger):
                await self._carry_out(decision, pack, self._tell_beside)
        return True

    async def answered(self, question: ApprovalQuestion) -> None:
        """The walk goes on after a wait: the referee looks once more (combined turn, 7)."""
        decision = await self.record.decision(question.decision_event_id)
        decided = await self.record.event(question.decision_event_id)
        if decision is None or decided is None or question.status is not ApprovalStatus.GRANTED:
            return
        with self.blackboard.running(decision.intent):
            async with self.journal.mistakes((decided.id,)):
                await self._do_approved(decision, decided)

    async def _do_approved(self, decision: ActionDecision, decided: Event) -> None:
        """Do what was said yes to, and nothing else: what is not as it was shown is refused and
        told, right before it would be done."""
        ruling = self.referee.rule(decision, await self.context.now.scene())
        if not ruling.allowed:
            ruled = await self.journal.ruled(ruling, decided)
            await self.follow_up.refused_late(ruled, decision)
            return
        await self.journal.ruled(ruling, decided)
        try:
            done = await self._do(decision, decided.id, partial(self._no_longer_as_shown, decision))
        except NoLongerSo as changed:
            ruled = await self.journal.ruled(refused_by_gm(NOT_AS_SHOWN, changed.reason), decided)
            await self.follow_up.refused_late(ruled, decision)
            return
        await self._tell(done, answer_waits=True)

    async def _no_longer_as_shown(self, decision: ActionDecision) -> Bilingual | None:
        """The act in words where its device or payload changed since the question; else None."""
        return None if self.approval.is_as_shown(decision) else decision.summary

    async def _carry_out(
        self, decision: ActionDecision | Dropped, pack: DeliberationContextPack, tell: Tell
    ) -> None:
        """Settle a decision. If the GM refuses a thought, that is input of one more thought, never
        of a third; then the asker is told why nothing was done."""
        refused = await self._through(decision, pack, tell)
        if refused is None or pack.trigger.requested is not None:
            return
        by_mind = refused.decision.decided_by in BY_MIND
        if by_mind and refused.ruled.kind not in NO_OTHER_MEANS:
            pack = self.context.after_refusal(pack, refused.decision, refused.ruled)
            decision = await self.deliberation.decide(pack)
            again = await self._through(decision, pack, tell)
            if again is None and _does_something(decision):
                return
            refused = again or refused
        await self.follow_up.refused(refused.ruled, pack.trigger)

    async def _through(
        self, decision: ActionDecision | Dropped, pack: DeliberationContextPack, tell: Tell
    ) -> _Refused | None:
        """From what was decided to what is told; gives the GM's refusal."""
        if not isinstance(decision, Dropped):
            decision = self.approval.named(decision)
        decided = await self._written(decision, pack)
        if decided is None or not _does_something(decision):
            return None
        scene, last_look = pack.scene, None
        if decision.decided_by in BY_MIND:
            # A model may have thought for many seconds: it is ruled on as things are now.
            scene = await self.context.now.scene()
            last_look = partial(self.context.now.turned_round, decision, pack)
        ruling = await self._ruling(decision, scene, pack.trigger, last_look)
        ruled = await self.journal.ruled(ruling, decided)
        if not ruling.allowed:
            return _Refused(decision, ruled)
        if not await self._approved(decision, decided, pack.trigger):
            return None
        try:
            done = await self._do(decision, decided.id, last_look)
        except NoLongerSo as turned:
            ruling = refused_by_gm(FACT_GONE, turned.reason)
            return _Refused(decision, await self.journal.ruled(ruling, decided))
        await tell(done)
        return None

    async def _pack(self, trigger: Trigger) -> DeliberationContextPack:
        """What matters? And what could be done, or at least asked for, now?"""
        pack = await self.context.gather(trigger)
        home = pack.home_trust or trigger.about
        trust = least_trusted((home.trust, trigger.about.trust))
        menu = await self.approval.askable(pack.menu, mood=pack.mood, trigger=trigger, trust=trust)
        return replace(pack, menu=menu)

    async def _written(
        self, decision: ActionDecision | Dropped, pack: DeliberationContextPack
    ) -> Event | None:
        """What do I want? It is written down, or put off. None: nothing was decided."""
        if isinstance(decision, Dropped):
            await self.journal.dropped(decision.reason, pack.trigger, decision.detail)
            return None
        decided = await self.journal.decided(decision, pack.trigger)
        self.put_off.decided(pack.trigger)
        if decision.decision_outcome is DecisionOutcome.DEFER:
            await self.put_off.put_off(decided, pack.trigger, pack)
        return decided

    async def _ruling(
        self,
        decision: ActionDecision,
        scene: SceneState,
        trigger: Trigger,
        last_look: Look | None,
    ) -> Ruling:
        """Is it possible here, and do the facts that carried it still hold?"""
        # The one door for every sound: who asked, what the owner saved, a danger and a call for
        # help may be heard.
        delivery = decision.console_delivery
        urgent = delivery is not None and delivery.urgent
        hushed = trigger.requested is None and not urgent and self.hushed()
        ruling = self.referee.rule(decision, scene, hushed=hushed)
        gone = await last_look() if last_look is not None else None
        return refused_by_gm(FACT_GONE, gone) if ruling.allowed and gone is not None else ruling

    async def _approved(self, decision: ActionDecision, decided: Event, trigger: Trigger) -> bool:
        """May I? A new question is told; its answer enters at `answered`."""
        mood = await self.context.now.mood()
        approval = await self.approval.judge(decision, decided.id, mood=mood, trigger=trigger)
        judged = await self.journal.judged(approval, decided)
        if (question := await self.approval.newly_asked(approval, decided.id)) is not None:
            await self.messages.ask(decision, await self.journal.asked(question))
        if approval.status is not ApprovalStatus.NOT_NEEDED:
            await self.follow_up.held_up(decision, judged, trigger)
        return approval.status is ApprovalStatus.NOT_NEEDED

    async def _do(
        self, decision: ActionDecision, decided: EventId, last_look: Look | None = None
    ) -> Done:
        """Do it, then look. Write down what was seen. Raises `NoLongerSo`."""
        result = await self.execution.perform(decision, decided, last_look)
        return Done(decision, result, await self._acted(result, decision))

    async def _acted(self, result: ActionResult, decision: ActionDecision) -> Event:
        return await self.journal.acted(result, decision, words=self.deed_words(result))

    async def _tell(self, done: Done, *, answer_waits: bool = False) -> None:
        """What do I say, as me? And was that all?"""
        await self.messages.tell(done)
        await self.follow_up.follow(done, answer_waits=answer_waits)

    async def _tell_beside(self, done: Done) -> None:
        """The walk ends with the result; `tell_each` tells it, unless too much waits there."""
        try:
            self.untold.put_nowait(done)
        except asyncio.QueueFull:
            await self._tell(done)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """Task for messages beside the walk."""
        return (ResidentSpec("words", self.tell_each, Stage.ACT, needed=True),)

    async def tell_each(self) -> None:
        """Resident: what was done without a model is told and followed up, in the order done."""
        while True:
            done = await self.untold.get()
            async with self.journal.mistakes((done.acted.id,)):
                await self._tell(done)

    async def possible(self, decision: ActionDecision) -> Ruling:
        """The referee's ruling about it now; nothing is recorded or done."""
        return self.referee.rule(decision, await self.context.now.scene())

    @asynccontextmanager
    async def _entered(self, trigger: Trigger) -> AsyncIterator[None]:
        """The blackboard shows the walk, and a mistake on it leaves its event."""
        with self.blackboard.running(trigger.about.text):
            async with self.journal.mistakes(trigger.event_ids):
                yield


def _does_something(decision: ActionDecision | Dropped) -> TypeGuard[ActionDecision]:
    if isinstance(decision, Dropped):
        return False
    return decision.decision_outcome is DecisionOutcome.DO_ACTION
