"""Model traffic: joins the trigger queues and the model's queue, and holds background work back for
a person."""

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.ports.part import ResidentSpec, Stage, Tick
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.queue import TriggerQueue
from companion.words.facts import TriggersHeldBack

NOTE_EVERY_S = 600.0
"""A storm leaves one line in ten minutes, not one for each trigger."""


class ModelTraffic:
    """Stands between the lines of triggers and the model's queue and knows them all."""

    def __init__(
        self,
        llm: LlmQueue,
        triggers: TriggerQueue,
        thoughts: TriggerQueue,
        calls: CallBudget,
        journal: Journal,
    ) -> None:
        """`triggers`: every reason to think; `thoughts`: those of them that need the model."""
        self._llm, self._triggers, self._thoughts = llm, triggers, thoughts
        self._calls, self._journal = calls, journal
        self._noted = 0

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("giving way", self.give_way, Stage.ACT),)

    def ticks(self) -> tuple[Tick, ...]:
        """The line in the record."""
        return (Tick("held back", NOTE_EVERY_S, self.note),)

    async def give_way(self) -> None:
        """A person's trigger never waits for a deliberation of lesser urgency; that one's own
        trigger goes back into the line."""
        while True:
            await self._thoughts.person_came()
            await self._llm.call_back_deliberations()

    def counts(self) -> dict[str, int]:
        """Counts of model calls and of triggers held back, since the start."""
        lines, asked = (self._triggers.counters, self._thoughts.counters), self._llm.counts()
        held = {
            "coalesced": sum(line.coalesced for line in lines),
            "suppressed": sum(line.suppressed for line in lines),
            "shed": sum(line.shed for line in lines) + asked.shed,
            "over_budget": sum(line.over_budget for line in lines) + asked.over_budget,
        }
        return {
            **held,
            "held_back": sum(held.values()),
            "expired": sum(line.expired for line in lines),
            "gave_way": asked.preempted,
            "llm_calls": asked.calls,
            "llm_calls_hour": self._calls.made(),
        }

    async def note(self) -> None:
        """Write what was held back into the record, where it has become more."""
        counts = self.counts()
        if counts["held_back"] > self._noted:
            self._noted = counts["held_back"]
            await self._journal.noted(TriggersHeldBack(**counts))
