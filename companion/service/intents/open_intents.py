"""Open intents: hold in memory the rows of the intent book, and tell the record each move."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.phrases.put_off import dropped_because, put_off_until
from companion.ports.clock import Clock
from companion.ports.intents import IntentBook
from companion.rooms.journal.room import Journal
from companion.words.event import Event
from companion.words.facts import (
    Decided,
    IntentDropped,
    IntentMoved,
    IntentPutOff,
    TriggerFacts,
    fact_of,
)
from companion.words.ids import IntentId
from companion.words.intent import Intent, IntentStatus, Waiting
from companion.words.language import Bilingual
from companion.words.place import Place

log = logging.getLogger(__name__)

MOST = 16
"""Open intents at once; more are a storm, and the oldest gives way."""


@dataclass(slots=True)
class OpenIntent:
    """One intent, and what only this process knows of it."""

    intent: Intent
    cause: str
    """Cause, so that a newer intent with the same cause takes its place."""
    queued_at: datetime | None = None
    """When its trigger was raised."""
    not_before: datetime | None = None
    """When it is tried again after a walk without a decision: the model was away, for example."""
    decided: bool = False
    """Its walk came as far as a decision."""


@dataclass(kw_only=True)
class OpenIntents:
    """Bounded list of open intents, oldest first."""

    book: IntentBook
    journal: Journal
    clock: Clock
    places: tuple[Place, ...]
    _open: dict[IntentId, OpenIntent] = field(default_factory=dict)

    def __iter__(self) -> Iterator[OpenIntent]:
        """A copy: an intent may end while they are looked through."""
        return iter([self._open[i] for i in sorted(self._open)])

    def get(self, intent_id: IntentId | None) -> OpenIntent | None:
        """None where it is not open any more."""
        return None if intent_id is None else self._open.get(intent_id)

    def take(self, intent: Intent, decided: Event | None) -> OpenIntent:
        """Have one in memory that the book has."""
        return self._open.setdefault(intent.id, OpenIntent(intent, _cause(decided)))

    async def keep(self, decided: Event, waiting: Waiting) -> None:
        """Write a new one down; an older one of the same cause, and the oldest of too many, go."""
        cause = _cause(decided)
        for older in [one for one in self if one.cause == cause]:
            await self.drop(older, "superseded")
        for oldest in [*self][: max(0, len(self._open) + 1 - MOST)]:
            await self.drop(oldest, "too_many")
        facts = trigger_of(decided)
        priority = 0 if facts is None else int(facts.priority)
        try:
            intent = await self.book.propose(decided.id, waiting, priority)
        except OSError as error:
            # With a full disk nothing is thought of by itself; the decision's event is held and
            # written later, and a restart then finds that its intent is missing.
            log.warning("what was put off is not kept: %s", error)
            return
        await self.block(self.take(intent, decided), decided)

    async def block(self, one: OpenIntent, decided: Event | None) -> None:
        """From now on it waits; the record tells for what."""
        if decided is None or decided.erased:
            await self.drop(one, "erased")
            return
        await self.move(one, IntentStatus.BLOCKED)
        waiting = one.intent.waiting
        at = f"{waiting.until.astimezone(self.clock.now().tzinfo):%H:%M}"
        name = next((p.name for p in self.places if p.id == waiting.place), None)
        place = name or Bilingual(waiting.place, waiting.place)
        await self.note(IntentPutOff, one, put_off_until(waiting.waits_for, at, place))

    async def drop(self, one: OpenIntent, reason: str) -> None:
        """It is not thought about any more, and the record tells why."""
        await self.move(one, IntentStatus.DROPPED, reason)
        await self.note(IntentDropped, one, dropped_because(reason), reason)

    async def move(self, one: OpenIntent, status: IntentStatus, reason: str = "") -> None:
        """In memory first: a disk that takes nothing must not make it come back."""
        one.intent = replace(
            one.intent, status=status, dropped_reason=reason, updated_at=self.clock.now()
        )
        number = one.intent.id
        if status in (IntentStatus.DONE, IntentStatus.DROPPED):
            self._open.pop(number, None)
        try:
            await self.book.move(number, status, reason)
        except OSError as error:
            log.warning("intent %s is %s, and the disk does not know: %s", number, status, error)

    async def note(
        self, moved: type[IntentMoved], one: OpenIntent, summary: Bilingual, why: str = ""
    ) -> Event:
        """The record's line about a move."""
        intent = one.intent
        fact = moved(
            intent=intent.id,
            waits_for=intent.waiting.waits_for.value,
            until=intent.waiting.until.isoformat(),
            summary=summary,
            why=why,
        )
        return await self.journal.noted(fact, evidence=(intent.decision_event_id,), durable=True)


def trigger_of(decided: Event | None) -> TriggerFacts | None:
    """The trigger that set a decision off; None where it was erased."""
    facts = None if decided is None else fact_of(decided, Decided)
    return None if facts is None else facts.trigger


def _cause(decided: Event | None) -> str:
    """Cause of a decision, by which two are the same: reason and place."""
    facts = trigger_of(decided)
    if facts is None:
        return ""
    return "|".join((facts.kind.value, facts.occasion, facts.place, facts.about))
