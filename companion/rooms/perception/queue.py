"""Trigger queue: a bounded priority queue that joins equal triggers and counts what it holds
back."""

import asyncio
from dataclasses import dataclass, replace
from typing import Protocol

from companion.ports.clock import Clock
from companion.rooms.perception.budget import SourceBuckets
from companion.words.ids import EventId, TriggerId
from companion.words.trigger import Priority, Trigger

NEVER_HELD = Priority.ROUTINE
"""People, approvals and routines (from here to more urgent) are never refused, only counted."""
PEOPLE = Priority.APPROVAL
CALLS_A_WALK = 3
"""The most model calls one trigger leads to: thought, decision, message."""
NARROW_S = 0.001
"""Least wait before looking again; a clock's rounding must not make the wait a spin."""


class Budget(Protocol):
    """Limit on the model's calls in an hour."""

    def left(self) -> int:
        """How many more there may be now."""

    def renews_in_s(self, calls: int) -> float:
        """Seconds until so many are free."""


@dataclass(slots=True)
class QueueCounters:
    """Counters of triggers that never came out, or came late, and why."""

    raised: int = 0
    coalesced: int = 0
    shed: int = 0
    """The queue was full."""
    suppressed: int = 0
    """Its source had no token left, and a newer one of that source took its place."""
    over_budget: int = 0
    """Had to wait because the hour's model calls were spent."""
    expired: int = 0
    cleared: int = 0


def source_of(trigger: Trigger) -> str:
    """Source of a trigger: the first part of its key (a camera, a rule), else its kind."""
    return trigger.coalesce_key.partition("|")[0] or trigger.kind.value


class TriggerQueue:
    """Trigger queue of the house: implements `TriggerSink`, and is the one place triggers are taken
    from.

    Equal priorities leave in the order they came; a coalesced trigger keeps its place in
    the line. When full, the least urgent and newest is shed, never a person's before others'.
    A source without a token leaves its newest trigger at the door until it has one again.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        capacity: int = 64,
        per_minute: int = 6,
        budget: Budget | None = None,
    ) -> None:
        """`per_minute`: triggers of one source, and its burst; people and routines not counted."""
        self._clock, self._capacity, self._budget = clock, capacity, budget
        self._buckets = SourceBuckets(clock, per_minute)
        self._line: list[Trigger] = []
        self._at_the_door: dict[str, Trigger] = {}
        self._over_budget: set[TriggerId] = set()
        self._something = asyncio.Event()
        self._person = asyncio.Event()
        self.counters = QueueCounters()

    def raise_trigger(self, trigger: Trigger) -> bool:
        """Queue it; False when it was coalesced into a waiting one, held back or shed."""
        self.counters.raised += 1
        if trigger.coalesce_key and self._coalesce(trigger):
            return False
        if trigger.priority > NEVER_HELD and not self._buckets.take(source_of(trigger)):
            self.counters.suppressed += source_of(trigger) in self._at_the_door
            self._at_the_door[source_of(trigger)] = trigger
            self._something.set()
            return False
        return self._let_in(trigger)

    async def next(self) -> Trigger:
        """The most urgent trigger that has not expired; waits for one."""
        while True:
            self._open_door()
            self._drop_expired()
            if (trigger := self._first()) is not None:
                return trigger
            self._something.clear()
            await self._wait()

    async def person_came(self) -> None:
        """Wait until a person's trigger was raised: less urgent walks give way."""
        await self._person.wait()
        self._person.clear()

    def clear_below_user(self) -> int:
        """Stop: only what a person asked for stays. Gives how many went."""
        kept = [t for t in self._line if t.priority <= Priority.USER]
        gone = len(self._line) - len(kept) + len(self._at_the_door)
        self._line = kept
        self._at_the_door.clear()
        self.counters.cleared += gone
        return gone

    def drop(self, event_ids: frozenset[EventId]) -> int:
        """Triggers about these events go: their content was erased. Gives how many went."""
        kept = [t for t in self._line if not event_ids & set(t.event_ids)]
        door = {s: t for s, t in self._at_the_door.items() if not event_ids & set(t.event_ids)}
        gone = len(self._line) - len(kept) + len(self._at_the_door) - len(door)
        self._line, self._at_the_door = kept, door
        self.counters.cleared += gone
        return gone

    def depth(self) -> int:
        """How many wait now, expired ones left out."""
        self._drop_expired()
        return len(self._line)

    def _let_in(self, trigger: Trigger) -> bool:
        self._line.append(trigger)
        self._line.sort(key=lambda t: t.priority)
        kept = True
        if len(self._line) > self._capacity:
            kept = self._line.pop() is not trigger
            self.counters.shed += 1
        if trigger.priority <= PEOPLE:
            self._person.set()
        self._something.set()
        return kept

    def _open_door(self) -> None:
        """Let in the waiting triggers whose source has a token again."""
        for source in tuple(self._at_the_door):
            if self._buckets.take(source):
                self._let_in(self._at_the_door.pop(source))

    def _first(self) -> Trigger | None:
        """The first in the line, unless the hour's calls are spent and nobody asked for it."""
        if not self._line:
            return None
        first = self._line[0]
        if first.priority <= NEVER_HELD or self._calls_left() >= CALLS_A_WALK:
            self._over_budget.discard(first.id)
            return self._line.pop(0)
        fresh = {trigger.id for trigger in self._line} - self._over_budget
        self.counters.over_budget += len(fresh)
        self._over_budget |= fresh
        return None

    def _calls_left(self) -> int:
        return self._budget.left() if self._budget is not None else CALLS_A_WALK

    async def _wait(self) -> None:
        """Until something is raised, a source has a token, or the budget has calls again."""
        waits = [self._buckets.next_in_s(source) for source in self._at_the_door]
        if self._line and self._budget is not None:
            waits.append(self._budget.renews_in_s(CALLS_A_WALK))
        if not waits:
            await self._something.wait()
            return
        try:
            await self._clock.wait_for(self._something.wait(), max(NARROW_S, min(waits)))
        except TimeoutError:
            return

    def _coalesce(self, trigger: Trigger) -> bool:
        for i, waiting in enumerate(self._line):
            if waiting.coalesce_key == trigger.coalesce_key:
                self._line[i] = replace(
                    trigger,
                    priority=min(waiting.priority, trigger.priority),
                    event_ids=tuple(dict.fromkeys((*waiting.event_ids, *trigger.event_ids))),
                )
                self._line.sort(key=lambda t: t.priority)
                self.counters.coalesced += 1
                return True
        return False

    def _drop_expired(self) -> None:
        now = self._clock.now()
        fresh = [t for t in self._line if t.expires_at is None or t.expires_at > now]
        self.counters.expired += len(self._line) - len(fresh)
        self._line = fresh
        self._over_budget &= {t.id for t in fresh}
