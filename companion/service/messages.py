"""Messages: word, record and speak the persona's sentences about an act or a question."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.rooms.attention.room import Verdict
from companion.rooms.context.home_now import HomeNow
from companion.rooms.expression.room import Expression
from companion.rooms.journal.room import Journal
from companion.service.attention import Attention
from companion.service.blackboard import Blackboard
from companion.words.approval import ApprovalQuestion
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.event import Event
from companion.words.facts import fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.utterance import Utterance


@dataclass(frozen=True, slots=True)
class Done:
    """One act whose result stands in the record."""

    decision: ActionDecision
    result: ActionResult
    acted: Event


@dataclass(frozen=True, kw_only=True)
class Messages:
    """One message for one result or question; where none could be made, that is noted."""

    expression: Expression
    journal: Journal
    home: HomeNow
    """As whom, and in which mood."""
    blackboard: Blackboard
    speak: Callable[[Event, EventId], None]
    announce: Callable[[Event], object]
    """Speaks in every room, in quiet hours too: for what is urgent."""
    wordless: Callable[[ResultStatus], None]
    """Told how an act ended for which no words could be made."""
    attention: Attention
    """Asked whether an act is worth words, and whether they are said aloud."""
    deed_words: Callable[[ActionResult], Bilingual | None]
    """The act in words for the activity view."""

    async def tell(self, done: Done) -> None:
        """Word the message of an act from its observed result, as the persona."""
        decided = done.result.decision_event_id
        verdict = await self.attention.of(done.decision, done.result)
        if done.decision.is_told and verdict.kind is DeliveryKind.ACTIVITY_ONLY:
            shown = self.deed_words(done.result)
            await self.journal.kept_silent(done.acted, verdict.reason, shown)
            return
        words = await self._words(done.decision, decided, result=done.result, acted=done.acted)
        if words is not None:
            await self._say(await self.journal.said(words), decided, verdict)
        elif done.decision.is_told:
            await self.journal.unsaid(done.acted)
            self.wordless(done.result.status)

    async def _say(self, message: Event, decided: EventId, verdict: Verdict) -> None:
        """Aloud, or on the page alone with the reason."""
        if not verdict.spoken:
            await self.journal.kept_silent(message, verdict.reason)
            return
        if verdict.from_purse:
            self.attention.purse.spent()
        if verdict.urgent:
            self.announce(message)
        else:
            self.speak(message, decided)

    async def ask(self, decision: ActionDecision, asked: Event) -> None:
        """That a question waits; of a wish of somebody's own the reply tells it. A question that
        somebody else's words led to stands on the page, with whose words they were, and is not
        said aloud: a sign at the door is not given the persona's voice."""
        if not decision.is_told or decision.prompted_by:
            return
        question = fact_of(asked, ApprovalQuestion)
        if question is None:
            return
        decided = question.decision_event_id
        words = await self._words(decision, decided, asked=asked)
        if words is not None:
            self.speak(await self.journal.said(words), decided)
        else:
            await self.journal.unsaid(asked)

    async def _words(
        self,
        decision: ActionDecision,
        decided: EventId,
        *,
        result: ActionResult | None = None,
        acted: Event | None = None,
        asked: Event | None = None,
    ) -> Utterance | None:
        return await self.expression.render(
            decision,
            decided,
            result=result,
            result_event=acted,
            asked=asked,
            persona=self.home.persona,
            mood=await self.home.mood(),
            preferences=await self.home.preferences(),
            blackboard_words=self.blackboard.attention_targets(),
        )
