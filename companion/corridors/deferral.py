"""Deferral 先送り: what was put off is kept, and thought about again when its condition comes true.

`defer` is a decision to think later. Code says what it waits for, from what it can tell: a moment,
somebody in a room, a device that has come to stand. Then the trigger walks the act corridor again,
with its first evidence and its first label of trust and no wish of its own; whatever comes of it is
judged like anything else. What is put off is bounded in age, in number and in how often.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.ports.clock import Clock, Ids
from companion.ports.house import House
from companion.ports.intents import IntentBook
from companion.ports.policy import TriggerSink
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.words.context import DeliberationContextPack
from companion.words.device_report import MOVING
from companion.words.event import Event, EventSource
from companion.words.facts import (
    Decided,
    IntentDropped,
    IntentMoved,
    IntentPutOff,
    IntentTakenUp,
    TriggerFacts,
    fact_of,
)
from companion.words.ids import DeviceId, EventId, IntentId, TriggerId
from companion.words.intent import Intent, IntentStatus, Waiting, WaitsFor
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.text import LabelledText
from companion.words.trigger import Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""How often it is looked whether a condition has come true."""
LATER = timedelta(minutes=10)
"""How long it waits where nothing but time can change the answer: two heartbeats."""
LONGEST = timedelta(hours=6)
"""What is older is not worth a thought any more."""
MOST = 16
"""Open intents at once; more are a storm, and the oldest gives way."""
MOST_TIMES = 3
"""How often one thing is put off: who says "later" for the fourth time means no."""
WALKED_WITHIN = timedelta(minutes=2)
"""A trigger that was raised and not walked by then is raised again: the line was full."""
TAKEN_UP = "intent_taken_up"
_LOOKED_THROUGH = 200

_PRESENT = "present"
_SAID = {
    WaitsFor.TIME: Bilingual("{at}まで待ちます", "until {at}"),
    WaitsFor.SOMEBODY: Bilingual("{place}に人が来るまで待ちます", "until somebody is in {place}"),
    WaitsFor.DEVICE_AT_REST: Bilingual("動いているものが止まるまで待ちます", "until it stands"),
}
_PUT_OFF = Bilingual("あとで考えることにしました: {}", "Put off {}")
_AGAIN = Bilingual("あとで考えることにしていたことを考えます", "What was put off is taken up again")
_LET_GO = Bilingual("あとで考えるのをやめました: {}", "What was put off is let go: {}")
_EARLIER = Bilingual("（先送りしていたこと）{}", "(put off earlier) {}")
REASONS: Mapping[str, Bilingual] = {
    "too_old": Bilingual("古くなったため", "it is too old by now"),
    "too_many": Bilingual("先送りが多すぎるため", "too much was put off"),
    "too_often": Bilingual("何度も先送りしたため", "it was put off too often"),
    "superseded": Bilingual("新しいきっかけがあったため", "something newer took its place"),
    "stopped": Bilingual("止められたため", "Stop was pressed"),
    "erased": Bilingual("もとの記録が消されたため", "what it rested on was erased"),
}


@dataclass(kw_only=True)
class Deferral:
    """Keeps open intents in memory as the book has them. `begin` before anything is walked."""

    book: IntentBook
    journal: Journal
    record: Record
    house: House
    people: Callable[[], Awaitable[Mapping[str, str | None]]]
    """Place -> `present`, `absent` or None, as it is held now."""
    triggers: TriggerSink
    clock: Clock
    ids: Ids
    language: Language
    places: tuple[Place, ...]
    _open: dict[IntentId, Intent] = field(default_factory=dict)
    _causes: dict[IntentId, str] = field(default_factory=dict)
    """What each is about, so that a newer one of the same takes its place."""
    _raised: dict[TriggerId, IntentId] = field(default_factory=dict)
    _queued_at: dict[IntentId, datetime] = field(default_factory=dict)
    _not_before: dict[IntentId, datetime] = field(default_factory=dict)
    """When one is tried again whose walk came to no decision: the model was away, for example."""
    _decided: set[IntentId] = field(default_factory=set)

    def waiting(self) -> tuple[Intent, ...]:
        """Open intents, oldest first."""
        return tuple(self._open[i] for i in sorted(self._open))

    async def begin(self) -> None:
        """Take up what the last process left: nothing is thought about twice, nothing is lost."""
        for intent in await self.book.open():
            self._open[intent.id] = intent
            decided = await self.record.event(intent.decision_event_id)
            self._causes[intent.id] = _cause(decided)
            if intent.status is IntentStatus.PROPOSED:
                await self._block(intent, decided)
            elif intent.status is not IntentStatus.BLOCKED:
                again = await self._was_decided(intent)
                await self._move(intent, IntentStatus.DONE if again else IntentStatus.BLOCKED)
        await self._adopt()

    async def _adopt(self) -> None:
        """A decision to put off whose intent the end of the process cut off."""
        sources = (EventSource.DELIBERATION_DECISION,)
        since = self.clock.now() - LONGEST
        for event in reversed(await self.record.recent(limit=_LOOKED_THROUGH, sources=sources)):
            fresh = event.kind == "defer" and event.at >= since and not event.erased
            if fresh and await self.book.of_decision(event.id) is None:
                await self._keep(event, self._for_a_while(1))

    async def _was_decided(self, intent: Intent) -> bool:
        """Whether the walk that the last process began came as far as a decision."""
        taken_up = [
            e.id
            for e in (await self.record.chain(intent.decision_event_id)).events
            if e.kind == TAKEN_UP and intent.decision_event_id in e.evidence_event_ids
        ]
        if not taken_up:
            return False
        decided = await self.record.recent(
            limit=_LOOKED_THROUGH, after=taken_up[-1], sources=(EventSource.DELIBERATION_DECISION,)
        )
        return any(taken_up[-1] in e.evidence_event_ids for e in decided)

    async def put_off(
        self, decided: Event, trigger: Trigger, pack: DeliberationContextPack
    ) -> None:
        """Keep it, and what it waits for. What was put off before is put off once more, or no
        longer."""
        before = self._open.get(self._raised.get(trigger.id, IntentId(0)))
        times = 1 if before is None else before.waiting.times + 1
        if before is not None and times > MOST_TIMES:
            await self._drop(before, "too_often")
            return
        if before is not None:
            await self._move(before, IntentStatus.DONE)
        await self._keep(decided, self._waits_for(trigger, pack, times))

    async def _keep(self, decided: Event, waiting: Waiting) -> None:
        cause = _cause(decided)
        for older in [i for i in self.waiting() if self._causes.get(i.id) == cause]:
            await self._drop(older, "superseded")
        for oldest in self.waiting()[: max(0, len(self._open) + 1 - MOST)]:
            await self._drop(oldest, "too_many")
        try:
            intent = await self.book.propose(decided.id, waiting, _priority(decided))
        except OSError as error:
            # With a full disk nothing is thought of by itself; the decision's event is held and
            # written later, and a restart then finds that its intent is missing.
            log.warning("what was put off is not kept: %s", error)
            return
        self._open[intent.id], self._causes[intent.id] = intent, cause
        await self._block(intent, decided)

    async def _block(self, intent: Intent, decided: Event | None) -> None:
        if decided is None or decided.erased:
            await self._drop(intent, "erased")
            return
        await self._move(intent, IntentStatus.BLOCKED)
        said = self._said(intent.waiting)
        summary = Bilingual(_PUT_OFF.ja.format(said.ja), _PUT_OFF.en.format(said.en))
        await self._note(IntentPutOff, intent, summary)

    def _waits_for(self, trigger: Trigger, pack: DeliberationContextPack, times: int) -> Waiting:
        """What code can tell that would change the answer; else it is only time."""
        latest = self.clock.now() + LONGEST
        moving = next((e.object_id for e in pack.menu if self._moves(e.object_id)), "")
        if moving:
            return Waiting(
                waits_for=WaitsFor.DEVICE_AT_REST, until=latest, device_id=moving, times=times
            )
        if trigger.place and pack.people.get(trigger.place, _PRESENT) != _PRESENT:
            return Waiting(
                waits_for=WaitsFor.SOMEBODY, until=latest, place=trigger.place, times=times
            )
        return self._for_a_while(times)

    def _for_a_while(self, times: int) -> Waiting:
        return Waiting(waits_for=WaitsFor.TIME, until=self.clock.now() + LATER, times=times)

    def _moves(self, device_id: str) -> bool:
        state = self.house.state(DeviceId(device_id)) if device_id else None
        return state is not None and state.available and state.value in MOVING

    async def look(self) -> None:
        """Has a condition come true? One is taken up at a time; what is too old is let go."""
        now = self.clock.now()
        for intent in self.waiting():
            if now - intent.created_at > LONGEST:
                await self._drop(intent, "too_old")
            elif intent.status is IntentStatus.QUEUED and not self._is_in_line(intent, now):
                await self._move(intent, IntentStatus.BLOCKED)
        busy = (IntentStatus.QUEUED, IntentStatus.RUNNING)
        if any(intent.status in busy for intent in self._open.values()):
            return
        for intent in self.waiting():
            may = self._not_before.get(intent.id, now) <= now
            if may and await self._has_come_true(intent.waiting, now):
                await self._take_up(intent)
                return

    def _is_in_line(self, intent: Intent, now: datetime) -> bool:
        return now - self._queued_at.get(intent.id, intent.updated_at) <= WALKED_WITHIN

    async def _has_come_true(self, waiting: Waiting, now: datetime) -> bool:
        if waiting.waits_for is WaitsFor.TIME:
            return now >= waiting.until
        if waiting.waits_for is WaitsFor.SOMEBODY:
            return (await self.people()).get(waiting.place) == _PRESENT
        state = self.house.state(DeviceId(waiting.device_id))
        return state is not None and state.available and state.value not in MOVING

    async def _take_up(self, intent: Intent) -> None:
        """Raise its trigger again: the same words, the same evidence, the same label of trust."""
        decided = await self.record.event(intent.decision_event_id)
        facts = _trigger(decided)
        if decided is None or facts is None:
            await self._drop(intent, "erased")
            return
        await self._move(intent, IntentStatus.QUEUED)
        taken_up = await self._note(IntentTakenUp, intent, _AGAIN)
        now = self.clock.now()
        self._queued_at[intent.id] = now
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
        self._raised = {trigger.id: intent.id}
        self.triggers.raise_trigger(trigger)

    @asynccontextmanager
    async def walking(self, trigger: Trigger) -> AsyncIterator[None]:
        """While a trigger is walked; one that was put off is done once it led to a decision, unless
        it was put off once more or let go meanwhile. Without a decision it is kept for later."""
        intent = self._open.get(self._raised.get(trigger.id, IntentId(0)))
        if intent is None:
            yield
            return
        await self._move(intent, IntentStatus.RUNNING)
        try:
            yield
        finally:
            running = self._open.get(intent.id)
            if running is not None and running.status is IntentStatus.RUNNING:
                await self._walked(running)

    async def _walked(self, intent: Intent) -> None:
        if intent.id in self._decided:
            await self._move(intent, IntentStatus.DONE)
            return
        self._not_before[intent.id] = self.clock.now() + LATER
        await self._move(intent, IntentStatus.BLOCKED)

    def decided(self, trigger: Trigger) -> None:
        """Its walk came as far as a decision."""
        self._decided.add(self._raised.get(trigger.id, IntentId(0)))

    def called_back(self, trigger: Trigger) -> None:
        """Its thought gave way to a person, and its trigger is in the line again."""
        intent = self._open.get(self._raised.get(trigger.id, IntentId(0)))
        if intent is not None:
            self._open[intent.id] = replace(intent, status=IntentStatus.QUEUED)
            self._queued_at[intent.id] = self.clock.now()

    async def stop(self) -> None:
        """Stop: nothing that was put off comes back by itself."""
        for intent in self.waiting():
            await self._drop(intent, "stopped")

    async def forget(self, erased: frozenset[EventId]) -> None:
        """What rests on erased events goes."""
        for intent in self.waiting():
            if intent.decision_event_id in erased:
                await self._drop(intent, "erased")

    async def _drop(self, intent: Intent, reason: str) -> None:
        await self._move(intent, IntentStatus.DROPPED, reason)
        why = REASONS[reason]
        told = Bilingual(_LET_GO.ja.format(why.ja), _LET_GO.en.format(why.en))
        await self._note(IntentDropped, intent, told, reason)

    async def _move(self, intent: Intent, status: IntentStatus, reason: str = "") -> None:
        """In memory first: a disk that takes nothing must not make it come back."""
        moved = replace(intent, status=status, dropped_reason=reason, updated_at=self.clock.now())
        if status in (IntentStatus.DONE, IntentStatus.DROPPED):
            self._open.pop(intent.id, None)
            self._causes.pop(intent.id, None)
            self._queued_at.pop(intent.id, None)
            self._not_before.pop(intent.id, None)
            self._decided.discard(intent.id)
        else:
            self._open[intent.id] = moved
        try:
            await self.book.move(intent.id, status, reason)
        except OSError as error:
            log.warning("intent %s is %s, and the disk does not know: %s", intent.id, status, error)

    async def _note(
        self, moved: type[IntentMoved], intent: Intent, summary: Bilingual, why: str = ""
    ) -> Event:
        fact = moved(
            intent=intent.id,
            waits_for=intent.waiting.waits_for.value,
            until=intent.waiting.until.isoformat(),
            summary=summary,
            why=why,
        )
        return await self.journal.noted(fact, evidence=(intent.decision_event_id,), durable=True)

    def _said(self, waiting: Waiting) -> Bilingual:
        """`until somebody is in the hall`."""
        at = f"{waiting.until.astimezone(self.clock.now().tzinfo):%H:%M}"
        name = next((p.name for p in self.places if p.id == waiting.place), None)
        place = name or Bilingual(waiting.place, waiting.place)
        said = _SAID[waiting.waits_for]
        ja = said.ja.replace("{at}", at).replace("{place}", place.ja)
        en = said.en.replace("{at}", at).replace("{place}", f"the {place.en.lower()}")
        return Bilingual(ja, en)


def _trigger(decided: Event | None) -> TriggerFacts | None:
    """What set a decision off; None where it was erased."""
    facts = None if decided is None else fact_of(decided, Decided)
    return None if facts is None else facts.trigger


def _about(facts: TriggerFacts, language: Language) -> LabelledText:
    """The trigger's own words with the label they had, marked as old."""
    text = _EARLIER.get(language).format(facts.about)
    foreign = facts.trust in UNTRUSTED and facts.foreign
    plain = facts.plain if foreign else ""
    return LabelledText(
        text, facts.trust, None, foreign, _EARLIER.get(language).format(plain) if plain else ""
    )


def _cause(decided: Event | None) -> str:
    """What makes two of them the same: why, and where."""
    facts = _trigger(decided)
    if facts is None:
        return ""
    return "|".join((facts.kind.value, facts.occasion, facts.place, facts.about))


def _priority(decided: Event) -> int:
    facts = _trigger(decided)
    return 0 if facts is None else int(facts.priority)
