"""The follow-up corridor does the rest of an act, once its result stands in the record.

A person hears what became of their wish; an open outcome is looked at again, and a late result
corrects the first; what had no effect is thought about anew (Act -> Observe -> Update -> Replan).
An act that was put off is taken up again. The world model is updated by the remember corridor.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from companion.ports.part import ResidentSpec, Stage, Tick
from companion.ports.policy import TriggerSink
from companion.rooms.context.home_now import HomeNow
from companion.rooms.deliberation.replan import Replanning
from companion.rooms.execution.room import Execution
from companion.rooms.journal.room import Journal
from companion.service.intents.put_off import PutOff
from companion.service.messages import Done, Messages
from companion.service.side_by_side import SideBySide
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.facts import StillNotKnown
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult
from companion.words.trigger import Priority, Trigger

log = logging.getLogger(__name__)

MOST_OPEN = 32
"""Open outcomes that wait for a second look; more than devices that can fail at once in a home."""
PUT_OFF_LOOK_S = 5.0
"""How often it is looked whether the condition of a put-off thought has come true."""


@dataclass(frozen=True, kw_only=True)
class FollowUp:
    """The corridor and what stands along it."""

    execution: Execution
    journal: Journal
    messages: Messages
    home: HomeNow
    replanning: Replanning
    put_off: PutOff
    triggers: TriggerSink
    deed_words: Callable[[ActionResult], Bilingual | None] = lambda result: None
    """Words by which an act is remembered; None for one that is not."""
    late: Callable[[ActionDecision, ActionResult], Awaitable[object]] | None = None
    """Tells a person what became of their own wish after they were answered."""
    explain: Callable[[Event, Sequence[EventId]], Awaitable[object]] | None = None
    """Tells the people behind these events why nothing was done about what they said."""
    ask_back: Callable[[ActionDecision, Sequence[EventId]], Awaitable[object]] | None = None
    """Tells the people behind these events that an act waits for a yes."""
    open: SideBySide[Done] = field(default_factory=lambda: SideBySide(MOST_OPEN))

    def residents(self) -> tuple[ResidentSpec, ...]:
        """Second looks."""
        return (ResidentSpec("second looks", partial(self.open.run, self.look_again), Stage.ACT),)

    def ticks(self) -> tuple[Tick, ...]:
        """The look at what is put off."""
        return (Tick("what was put off", PUT_OFF_LOOK_S, self.take_up),)

    async def follow(self, done: Done, *, answer_waits: bool = False) -> None:
        """Was that all? Is it settled? Is there another means? `answer_waits`: who asked was told
        so far only that it needs a yes."""
        if answer_waits or done.decision.answers_remark:
            await self._tell_asker(done)
        name = f"second look at {done.acted.id}"
        if done.result.unsettled and not self.open.put(done, name):
            log.warning("too many open outcomes: no %s", name)
        again = await self.replanning.trigger_for(
            done.decision, done.result, done.acted, self.home.persona
        )
        if again is not None:
            self.triggers.raise_trigger(again)

    async def look_again(self, done: Done) -> None:
        """A later word of the device corrects the result by a new event, and is told."""
        found = await self.execution.look_again(done.decision, done.result)
        if found is None:
            fact = StillNotKnown(action_type=done.decision.action_type)
            await self.journal.noted(fact, evidence=(done.acted.id,))
            return
        late = {**found.result_payload, "corrects": done.acted.id}
        found = replace(found, result_payload=late)
        acted = await self.journal.acted(
            found, done.decision, evidence=(done.acted.id,), words=self.deed_words(found)
        )
        now = Done(done.decision, found, acted)
        await self.messages.tell(now)
        await self._tell_asker(now)

    async def _tell_asker(self, done: Done) -> None:
        """A person hears what became of their own wish, where no message of ours told it."""
        if self.late is not None and not done.decision.is_told:
            await self.late(done.decision, done.result)

    async def refused(self, ruled: Event, trigger: Trigger) -> None:
        """Tell the asker why nothing was done. The refusal of an act that nobody asked for stays in
        the log."""
        if self.explain is not None and trigger.priority is Priority.USER:
            await self.explain(ruled, trigger.event_ids)

    async def held_up(self, decision: ActionDecision, judged: Event, trigger: Trigger) -> None:
        """Tell who made a remark that the act about it needs a yes, or may not be."""
        if not decision.answers_remark:
            return
        if judged.source is EventSource.APPROVAL_QUESTION:
            if self.ask_back is not None:
                await self.ask_back(decision, trigger.event_ids)
        elif self.explain is not None:
            await self.explain(judged, trigger.event_ids)

    async def refused_late(self, ruled: Event, decision: ActionDecision) -> None:
        """Tell the asker why an act that got its yes was not done after all."""
        if self.explain is not None:
            await self.explain(ruled, decision.evidence_event_ids)

    async def take_up(self) -> None:
        """Walk the act corridor again with deferred triggers whose condition has come true."""
        if (trigger := await self.put_off.due()) is not None:
            self.triggers.raise_trigger(trigger)
