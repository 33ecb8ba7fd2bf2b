"""Trigger queue: bounded, most urgent first, coalescing; what is shed is counted (T-41)."""

import asyncio
from dataclasses import dataclass, replace

from companion.ports.clock import Clock
from companion.words.trigger import Priority, Trigger


@dataclass(slots=True)
class QueueCounters:
    """What never came out, and why."""

    raised: int = 0
    coalesced: int = 0
    shed: int = 0
    expired: int = 0
    cleared: int = 0


class TriggerQueue:
    """`TriggerSink` of the house and the one place triggers are taken from (T-06).

    Equal priorities leave in the order they came; a coalesced trigger keeps its place in
    the line. When full, the least urgent and newest is shed, never a person's before others'.
    """

    def __init__(self, clock: Clock, *, capacity: int = 64) -> None:
        self._clock, self._capacity = clock, capacity
        self._line: list[Trigger] = []
        self._something = asyncio.Event()
        self.counters = QueueCounters()

    def raise_trigger(self, trigger: Trigger) -> bool:
        """Queue it; False when it was coalesced into a waiting one or shed."""
        self.counters.raised += 1
        if trigger.coalesce_key and self._coalesce(trigger):
            return False
        self._line.append(trigger)
        self._line.sort(key=lambda t: t.priority)
        kept = True
        if len(self._line) > self._capacity:
            kept = self._line.pop() is not trigger
            self.counters.shed += 1
        self._something.set()
        return kept

    async def next(self) -> Trigger:
        """The most urgent trigger that has not expired; waits for one."""
        while True:
            self._drop_expired()
            if self._line:
                return self._line.pop(0)
            self._something.clear()
            await self._something.wait()

    def clear_below_user(self) -> int:
        """Stop: only what a person asked for stays. Gives how many went."""
        kept = [t for t in self._line if t.priority <= Priority.USER]
        gone = len(self._line) - len(kept)
        self._line = kept
        self.counters.cleared += gone
        return gone

    def depth(self) -> int:
        """How many wait now, expired ones left out."""
        self._drop_expired()
        return len(self._line)

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
