"""What follows an act: it is told, looked at again while it is open, and thought about anew.

Act -> Observe -> Update -> Replan. The act corridor ends where the result stands in the
record; here it goes on. The update of the world model walks the remember corridor by itself, for
every result is an event.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from companion.ports.policy import TriggerSink
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.replan import Replanning
from companion.rooms.execution.room import Execution
from companion.rooms.expression.room import Expression
from companion.rooms.journal.room import Journal
from companion.service.blackboard import Blackboard
from companion.words.approval import ApprovalQuestion
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.facts import StillNotKnown, fact_of
from companion.words.ids import EventId
from companion.words.result import ActionResult
from companion.words.trigger import Priority, Trigger
from companion.words.utterance import Utterance

log = logging.getLogger(__name__)

MOST_OPEN = 32
"""Open outcomes watched at once; more than devices that can fail at once in a home."""

MOST_UNTOLD = 32
"""Acts that wait for their words at most; with more the next act waits for them."""


@dataclass(frozen=True, slots=True)
class Done:
    """One act whose result stands in the record."""

    decision: ActionDecision
    result: ActionResult
    acted: Event


@dataclass(frozen=True, kw_only=True)
class FollowUp:
    """The rooms an act goes through once it was done and looked at."""

    execution: Execution
    journal: Journal
    expression: Expression
    context: ContextRoom
    blackboard: Blackboard
    replanning: Replanning
    triggers: TriggerSink
    speak: Callable[[Event, EventId], None]
    late: Callable[[ActionDecision, ActionResult], Awaitable[object]] | None = None
    """Tells a person what became of their own wish after they were answered; joined in `app`."""
    explain: Callable[[Event, Trigger], Awaitable[object]] | None = None
    """Tells a person why nothing was done about what they said; joined in `app`."""
    open: "asyncio.Queue[Done]" = field(default_factory=lambda: asyncio.Queue(MOST_OPEN))
    untold: "asyncio.Queue[Done]" = field(default_factory=lambda: asyncio.Queue(MOST_UNTOLD))

    def follow_later(self, done: Done) -> bool:
        """Leave it to `follow_each`; False: too much waits there already."""
        try:
            self.untold.put_nowait(done)
        except asyncio.QueueFull:
            return False
        return True

    async def follow_each(self) -> None:
        """Resident: what was done without a model is told and followed up, in the order done."""
        while True:
            done = await self.untold.get()
            async with self.journal.mistakes((done.acted.id,)):
                await self.follow(done)

    async def follow(self, done: Done, *, answer_waits: bool = False) -> None:
        """What do I say, as me? Is it settled? Is there another means? `answer_waits`: who asked
        was told so far only that it needs a yes."""
        await self.tell(done)
        if answer_waits:
            await self._tell_asker(done)
        if done.result.unsettled:
            try:
                self.open.put_nowait(done)
            except asyncio.QueueFull:
                log.warning("too many open outcomes: %s is not looked at again", done.acted.id)
        again = await self.replanning.trigger_for(
            done.decision, done.result, done.acted, self.context.persona
        )
        if again is not None:
            self.triggers.raise_trigger(again)

    async def tell(self, done: Done) -> None:
        """One message from the observed result; where none could be made, that is noted."""
        decided = done.result.decision_event_id
        utterance = await self._render(
            done.decision, decided, result=done.result, result_event=done.acted
        )
        if utterance is not None:
            self.speak(await self.journal.said(utterance), decided)
        elif done.decision.is_told:
            await self.journal.unsaid(done.acted)

    async def ask(self, decision: ActionDecision, asked: Event) -> None:
        """One message that a question waits; of a wish of somebody's own the reply tells it. What
        somebody else's words led to is asked on the page, with whose words they were, and is not
        said aloud: a sign at the door is not given the persona's voice."""
        if not decision.is_told or decision.prompted_by:
            return
        question = fact_of(asked, ApprovalQuestion)
        if question is None:
            return
        decided = question.decision_event_id
        utterance = await self._render(decision, decided, asked=asked)
        if utterance is not None:
            self.speak(await self.journal.said(utterance), decided)
        else:
            await self.journal.unsaid(asked)

    async def _render(
        self,
        decision: ActionDecision,
        decided: EventId,
        *,
        result: ActionResult | None = None,
        result_event: Event | None = None,
        asked: Event | None = None,
    ) -> Utterance | None:
        return await self.expression.render(
            decision,
            decided,
            result=result,
            result_event=result_event,
            asked=asked,
            persona=self.context.persona,
            mood=await self.context.mood(),
            preferences=await self.context.preferences(),
            blackboard_words=self.blackboard.attention_targets(),
        )

    async def refused(self, ruled: Event, trigger: Trigger) -> None:
        """Nothing was done: whoever asked for it hears why. What nobody asked for stays in the
        log, with its refusal."""
        if self.explain is not None and trigger.priority is Priority.USER:
            await self.explain(ruled, trigger)

    async def look_again_each(self) -> None:
        """Resident: every open outcome is watched beside the others, until it settles; one that
        ends in an error takes none of the others with it."""
        async with asyncio.TaskGroup() as looking:
            while True:
                looking.create_task(self._look(await self.open.get()), name="second look")

    async def _look(self, done: Done) -> None:
        try:
            await self.look_again(done)
        # The edge of one look; the result stays what was seen at first.
        except Exception:
            log.exception("the second look at %s was not carried out", done.acted.id)

    async def look_again(self, done: Done) -> None:
        """A later word of the device corrects the result by a new event, and is told."""
        found = await self.execution.look_again(done.decision, done.result)
        if found is None:
            fact = StillNotKnown(action_type=done.decision.action_type)
            await self.journal.noted(fact, evidence=(done.acted.id,))
            return
        late = {**found.result_payload, "corrects": done.acted.id}
        found = replace(found, result_payload=late)
        acted = await self.journal.acted(found, done.decision, evidence=(done.acted.id,))
        now = Done(done.decision, found, acted)
        await self.tell(now)
        await self._tell_asker(now)

    async def _tell_asker(self, done: Done) -> None:
        """A person hears what became of their own wish, where no message of ours told it."""
        if self.late is not None and not done.decision.is_told:
            await self.late(done.decision, done.result)
