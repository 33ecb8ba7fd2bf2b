"""What joins the trigger queue and the model: who gives way to a person, and what was held back."""

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.scheduler.room import Tick
from companion.words.facts import TriggersHeldBack

NOTE_EVERY_S = 600.0
"""A storm leaves one line in ten minutes, not one for each trigger."""


class Thinking:
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

    async def give_way(self) -> None:
        """A resident: a person's trigger never waits for a deliberation of lesser urgency; that
        one's own trigger goes back into the line."""
        while True:
            await self._thoughts.person_came()
            await self._llm.call_back_deliberations()

    def counts(self) -> dict[str, int]:
        """What the model was asked and what was held back from it, since the start."""
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

    def note(self) -> Tick:
        """What was held back goes into the record, where it has become more."""

        async def write() -> None:
            counts = self.counts()
            if counts["held_back"] > self._noted:
                self._noted = counts["held_back"]
                await self._journal.noted(TriggersHeldBack(**counts))

        return Tick("held back", NOTE_EVERY_S, write)
