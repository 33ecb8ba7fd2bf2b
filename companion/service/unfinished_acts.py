"""Unfinished acts: take up once each act that the end of the last process cut off.

`look` is asked before anything new begins, `run` settles what it found once the home answers:

- an act that was begun and has no result is *unknown*: it is observed and never done again;
- a granted act that was not begun is done, if the answer is fresh, else it is let go, with a line;
- a wish that was acknowledged is walked again, if fresh, else let go, with a line;
- a sentence that came to nothing is told as unanswered: its speaker may ask again.

Every one of them ends in the record: nothing acknowledged is lost, nothing is done twice.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from companion.ports.acts import ActBook
from companion.ports.approvals import ApprovalBook
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import ActDropped, CutOff, Decided, WishDropped, fact_of
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

FRESH = timedelta(seconds=60)
"""Most delay of an act that a person asked for, also across a restart: nobody wants the door
unlocked an hour after saying yes."""
HOME_WAIT_S = 10.0
"""Real seconds the home has to come up before its devices count as unseen."""
LOOK_EVERY_S = 0.05
THOUGHT_OF = 50
"""Newest sentences and answers among which one without an answer is looked for."""
JUST_SAID = timedelta(seconds=10)
"""A sentence this close to the end of the record may have met the end of the process before
anything came of it; what is thought about for longer has a line of its own."""
AT_ONCE = 64
"""Wishes looked at together: most are too late by now, and their lines share one sync."""


@dataclass
class UnfinishedActs:
    """Built before the rooms are; used once, at the start."""

    acts: ActBook
    approvals: ApprovalBook
    record: Record
    journal: Journal
    house: House
    clock: Clock
    interrupted: tuple[str, ...]
    """Tasks that ran at the last snapshot."""
    walk_on: Callable[[ApprovalQuestion], Awaitable[None]]
    take_up: Callable[[Event], None]
    _unknown: tuple[EventId, ...] = ()
    _unsettled: tuple[EventId, ...] = ()
    _unwalked: tuple[EventId, ...] = ()
    _unanswered: tuple[EventId, ...] = ()
    _again: set[EventId] = field(default_factory=set)

    async def look(self) -> None:
        """Find what was cut off. Before anything new begins: later it would be mistaken for it."""
        self._unknown = await self.acts.unfinished()
        self._unsettled = await self.acts.unsettled()
        self._unwalked = await self.acts.unwalked()
        self._unanswered = await self._without_answer()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("unfinished acts", self.run, Stage.ACT, finishes=True),)

    async def run(self) -> None:
        """Settle each, once; a resident that ends by itself."""
        if self.interrupted:
            await self.journal.noted(CutOff(running=tuple(self.interrupted)))
            self.interrupted = ()
        for sentence in self._unanswered:
            if (said := await self.record.event(sentence)) is not None:
                await self.journal.unanswered(said, "restarted")
        if not (self._unknown or self._unsettled or self._unwalked):
            return
        await self._home_answers()
        while self._unknown:
            await self._observe(self._unknown[0])
            self._unknown = self._unknown[1:]
        while self._unsettled:
            await self._settle(self._unsettled[0])
            self._unsettled = self._unsettled[1:]
        while self._unwalked:
            await self._walk_again(*self._unwalked[:AT_ONCE])
            self._unwalked = self._unwalked[AT_ONCE:]

    async def _without_answer(self) -> tuple[EventId, ...]:
        """Sentences that were told to be thought about and never answered or given up, and those
        just said of which nothing came."""
        found = dict.fromkeys((*await self._thought_of(), *await self._just_said()))
        return tuple(said for said in found if said not in self._unwalked)

    async def _thought_of(self) -> dict[EventId, None]:
        system, replied = (EventSource.SYSTEM,), (EventSource.CONVERSATION_REPLY,)
        # A reply may tell of the garden; what the garden writes by itself is much, and is none.
        notes = await self.record.recent(limit=THOUGHT_OF, sources=system, origin="home")
        replies = await self.record.recent(limit=THOUGHT_OF, sources=replied)
        thinking: dict[EventId, None] = {}
        for event in sorted((*notes, *replies), key=lambda event: event.id):
            if event.kind == "still_thinking":
                thinking |= dict.fromkeys(event.evidence_event_ids)
            elif event.kind == "reply_failed" or event.source is EventSource.CONVERSATION_REPLY:
                for sentence in event.evidence_event_ids:
                    thinking.pop(sentence, None)
        return thinking

    async def _just_said(self) -> dict[EventId, None]:
        newest = await self.record.recent(limit=THOUGHT_OF)
        said: dict[EventId, None] = {}
        for event in reversed(newest):
            if _waits_for_answer(event) and newest[0].at - event.at <= JUST_SAID:
                said[event.id] = None
            for sentence in event.evidence_event_ids:
                said.pop(sentence, None)
        return said

    async def _home_answers(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOME_WAIT_S):
                while not (self.house.connected() and self.house.devices()):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_EVERY_S)

    async def _observe(self, about: EventId) -> None:
        """Begun, no result: say what is seen now, and that nobody saw it happen."""
        decided = await self.record.event(about)
        if decided is None:
            return
        decision = await self.record.decision(about)
        facts = fact_of(decided, Decided)
        capability, _, operation = (facts.action_type if facts else "").partition(".")
        devices = devices_in(decision.action_payload) if decision else ()
        state = self.house.state(devices[0]) if len(devices) == 1 else None
        device_id = ", ".join(devices)
        after = None if state is None or not state.available else {"value": state.value}
        result = ActionResult(
            capability=capability,
            operation=operation,
            status=ResultStatus.FAILED,
            failure_class="outcome_unknown",
            summary_text=f"{capability}.{operation} was cut off by the end of the process; "
            f"{device_id or 'it'} is {after['value'] if after else 'not seen'} now",
            observed_at=self.clock.now(),
            result_payload={
                **({"device_ids": list(devices)} if len(devices) > 1 else {"device_id": device_id}),
                "why": "cut_off",
                "after": after,
                "observed": after is not None,
            },
        )
        await self.journal.acted(result, decided)

    async def _settle(self, about: EventId) -> None:
        """Decided and not begun: a fresh yes is followed, all else is let go with a line."""
        question = await self.approvals.of_decision(about)
        if question is not None and question.status is ApprovalStatus.GRANTED:
            if self._is_fresh_answer(question):
                await self.walk_on(question)
            else:
                await self._let_go(about, "too_late")
            return
        await self._let_go(about, "cut_off")
        decided = await self.record.event(about)
        for cause in decided.evidence_event_ids if decided is not None else ():
            await self._walk_again(cause)

    async def _let_go(self, about: EventId, why: str) -> None:
        await self.acts.drop(about, why)
        await self.journal.noted(ActDropped(why=why), evidence=(about,), durable=True)

    async def _walk_again(self, *wishes: EventId) -> None:
        """Fresh ones are taken up in their order; of the others the record says that they are not
        done any more."""
        late = []
        for wish in wishes:
            event = await self.record.event(wish)
            if event is None or event.source is not EventSource.USER_INPUT or wish in self._again:
                continue
            self._again.add(wish)
            if timedelta() <= self.clock.now() - event.at <= FRESH:
                self.take_up(event)
            else:
                late.append(wish)
        note, fact = self.journal.noted, WishDropped(why="too_late")
        notes = (note(fact, evidence=(wish,), durable=True) for wish in late)
        await asyncio.gather(*notes)

    def _is_fresh_answer(self, question: ApprovalQuestion) -> bool:
        answered = question.answered_at
        return answered is not None and timedelta() <= self.clock.now() - answered <= FRESH


def _waits_for_answer(event: Event) -> bool:
    """Whether a person said it; what a loudspeaker says is not answered."""
    return event.kind == "said" and event.trust is not TrustLabel.OBSERVED
