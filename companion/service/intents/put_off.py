"""Put off: keeps thoughts for later, and takes each up again when its condition comes true.

`defer` is a decision to think later. Code says what it waits for. Then the trigger walks the act
corridor again, with its first evidence and its first label of trust and no wish of its own;
whatever comes of it is judged like anything else. It is bounded in age, in number and in how often.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from companion.phrases.put_off import EARLIER
from companion.phrases.put_off import TAKEN_UP as TAKEN_UP_SAID
from companion.ports.clock import Clock, Ids
from companion.ports.record import Record
from companion.service.intents.conditions import LATER, LONGEST, WaitConditions
from companion.service.intents.cut_off import was_decided, without_intent
from companion.service.intents.open_intents import OpenIntent, OpenIntents, trigger_of
from companion.words.context import DeliberationContextPack
from companion.words.event import Event
from companion.words.facts import IntentTakenUp, TriggerFacts
from companion.words.ids import EventId, IntentId, TriggerId
from companion.words.intent import Intent, IntentStatus
from companion.words.language import Language
from companion.words.text import LabelledText
from companion.words.trigger import Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

MOST_TIMES = 3
"""How often one thing is put off: who says "later" for the fourth time means no."""
WALKED_WITHIN = timedelta(minutes=2)
"""A trigger that was raised and not walked by then is raised again: the line was full."""


@dataclass(kw_only=True)
class PutOff:
    """Keeps, takes up and lets go of intents. `begin` before anything is walked."""

    intents: OpenIntents
    conditions: WaitConditions
    record: Record
    clock: Clock
    ids: Ids
    language: Language
    _raised: tuple[TriggerId, IntentId] | None = None
    """The trigger that was raised last, and its intent."""

    def waiting(self) -> tuple[Intent, ...]:
        """Open intents, oldest first."""
        return tuple(one.intent for one in self.intents)

    async def begin(self) -> None:
        """Take up what the last process left: nothing is thought about twice, nothing is lost."""
        book = self.intents.book
        for intent in await book.open():
            decided = await self.record.event(intent.decision_event_id)
            one = self.intents.take(intent, decided)
            if intent.status is IntentStatus.PROPOSED:
                await self.intents.block(one, decided)
            elif intent.status is not IntentStatus.BLOCKED:
                again = await was_decided(self.record, intent)
                await self.intents.move(one, IntentStatus.DONE if again else IntentStatus.BLOCKED)
        since = self.clock.now() - LONGEST
        async for event in without_intent(self.record, book, since):
            await self.intents.keep(event, self.conditions.for_a_while(1))

    async def put_off(
        self, decided: Event, trigger: Trigger, pack: DeliberationContextPack
    ) -> None:
        """Keep it, and what it waits for. An intent that was put off before is put off once more,
        or dropped."""
        before = self._walked_for(trigger)
        times = 1 if before is None else before.intent.waiting.times + 1
        if before is not None and times > MOST_TIMES:
            await self.intents.drop(before, "too_often")
            return
        if before is not None:
            await self.intents.move(before, IntentStatus.DONE)
        await self.intents.keep(decided, self.conditions.of(trigger, pack, times))

    async def due(self) -> Trigger | None:
        """The trigger of one whose condition has come true; one is taken up at a time, and what is
        too old is let go."""
        now = self.clock.now()
        for one in self.intents:
            if now - one.intent.created_at > LONGEST:
                await self.intents.drop(one, "too_old")
            elif one.intent.status is IntentStatus.QUEUED and not _is_in_line(one, now):
                await self.intents.move(one, IntentStatus.BLOCKED)
        busy = (IntentStatus.QUEUED, IntentStatus.RUNNING)
        if any(one.intent.status in busy for one in self.intents):
            return None
        for one in self.intents:
            may = one.not_before is None or one.not_before <= now
            if may and await self.conditions.has_come_true(one.intent.waiting):
                return await self._take_up(one)
        return None

    async def _take_up(self, one: OpenIntent) -> Trigger | None:
        """Its trigger again: the same words, the same evidence, the same label of trust."""
        decided = await self.record.event(one.intent.decision_event_id)
        facts = trigger_of(decided)
        if decided is None or facts is None:
            await self.intents.drop(one, "erased")
            return None
        await self.intents.move(one, IntentStatus.QUEUED)
        taken_up = await self.intents.note(IntentTakenUp, one, TAKEN_UP_SAID)
        now = one.queued_at = self.clock.now()
        trigger = Trigger(
            id=TriggerId(self.ids.new()),
            kind=TriggerKind.EVENT,
            priority=facts.priority,
            at=now,
            about=_about(facts, self.language),
            event_ids=(*decided.evidence_event_ids, taken_up.id),
            coalesce_key="intent",
            place=facts.place,
            occasion=facts.occasion,
            instead_of=facts.instead_of,
            expires_at=now + WALKED_WITHIN,
        )
        self._raised = trigger.id, one.intent.id
        return trigger

    @asynccontextmanager
    async def walking(self, trigger: Trigger) -> AsyncIterator[None]:
        """While a trigger is walked; one that was put off is done once it led to a decision, unless
        it was put off once more or let go meanwhile. Without a decision it is kept for later."""
        one = self._walked_for(trigger)
        if one is None:
            yield
            return
        await self.intents.move(one, IntentStatus.RUNNING)
        try:
            yield
        finally:
            if one.intent.status is IntentStatus.RUNNING:
                await self._walked(one)

    async def _walked(self, one: OpenIntent) -> None:
        if one.decided:
            await self.intents.move(one, IntentStatus.DONE)
            return
        one.not_before = self.clock.now() + LATER
        await self.intents.move(one, IntentStatus.BLOCKED)

    def decided(self, trigger: Trigger) -> None:
        """Its walk came as far as a decision."""
        if (one := self._walked_for(trigger)) is not None:
            one.decided = True

    def called_back(self, trigger: Trigger) -> None:
        """Its thought gave way to a person, and its trigger is in the line again."""
        if (one := self._walked_for(trigger)) is not None:
            one.intent = replace(one.intent, status=IntentStatus.QUEUED)
            one.queued_at = self.clock.now()

    async def stop(self) -> None:
        """Stop: nothing that was put off comes back by itself."""
        for one in self.intents:
            await self.intents.drop(one, "stopped")

    async def forget(self, erased: frozenset[EventId]) -> None:
        """Drop intents that rest on erased events."""
        for one in self.intents:
            if one.intent.decision_event_id in erased:
                await self.intents.drop(one, "erased")

    def _walked_for(self, trigger: Trigger) -> OpenIntent | None:
        """The intent that this trigger brings back, if any."""
        if self._raised is None or self._raised[0] != trigger.id:
            return None
        return self.intents.get(self._raised[1])


def _is_in_line(one: OpenIntent, now: datetime) -> bool:
    return now - (one.queued_at or one.intent.updated_at) <= WALKED_WITHIN


def _about(facts: TriggerFacts, language: Language) -> LabelledText:
    """The trigger's own words with the label they had, marked as old."""
    earlier = EARLIER.get(language)
    foreign = facts.trust in UNTRUSTED and facts.foreign
    plain = facts.plain if foreign else ""
    return LabelledText(
        earlier.format(facts.about),
        facts.trust,
        None,
        foreign,
        earlier.format(plain) if plain else "",
    )
