"""Model traffic: what is counted, and the one line that a storm leaves in the record."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.engines.llm_runtime.request_queue import LlmCounts
from companion.engines.llm_runtime.traffic import ModelTraffic
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.queue import TriggerQueue
from companion.words.facts import Fact, TriggersHeldBack
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.contract.house_parts import until
from tests.twins.clock import JumpClock
from tests.twins.home import trigger


@dataclass
class Queue:
    """The model's queue as far as it is asked here."""

    counted: LlmCounts = field(default_factory=LlmCounts)
    called_back: int = 0

    def counts(self) -> LlmCounts:
        return self.counted

    async def call_back_deliberations(self) -> None:
        self.called_back += 1


class Lines:
    """Two lines of triggers before one model."""

    def __init__(self) -> None:
        clock = JumpClock()
        self.triggers = TriggerQueue(clock, capacity=2)
        self.thoughts = TriggerQueue(clock)
        self.queue, self.calls = Queue(), CallBudget(clock, 10)
        self.told: list[Fact] = []
        self.traffic = ModelTraffic(
            cast(Any, self.queue), self.triggers, self.thoughts, self.calls, cast(Any, self)
        )

    async def noted(self, fact: Fact) -> None:
        self.told.append(fact)


async def test_what_each_line_and_the_model_held_back_is_added_up() -> None:
    lines = Lines()
    lines.triggers.counters.coalesced = 2
    lines.thoughts.counters.coalesced = 1
    lines.triggers.counters.suppressed = 4
    lines.queue.counted = replace(LlmCounts(), shed=1, over_budget=2, calls=9, preempted=3)
    lines.calls.spend()
    counts = lines.traffic.counts()
    assert (counts["coalesced"], counts["shed"], counts["over_budget"]) == (3, 1, 2)
    assert counts["held_back"] == 3 + 4 + 1 + 2
    assert (counts["llm_calls"], counts["llm_calls_hour"], counts["gave_way"]) == (9, 1, 3)


async def test_a_storm_leaves_a_line_only_where_more_was_held_back() -> None:
    lines = Lines()
    await lines.traffic.note()
    assert lines.told == []
    lines.triggers.counters.suppressed = 5
    await lines.traffic.note()
    await lines.traffic.note()
    assert [fact.held_back for fact in lines.told if isinstance(fact, TriggersHeldBack)] == [5]


async def test_a_person_calls_a_deliberation_back() -> None:
    lines = Lines()
    task = asyncio.create_task(lines.traffic.give_way())
    lines.thoughts.raise_trigger(trigger(TrustLabel.OBSERVED, Priority.OBSERVATION))
    for _ in range(10):
        await asyncio.sleep(0)
    assert lines.queue.called_back == 0, "what was only seen waits its turn"
    lines.thoughts.raise_trigger(trigger(TrustLabel.OWNER, Priority.USER))
    await until(lambda: lines.queue.called_back == 1)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
