"""A storm of triggers wakes the model no oftener than its budget, and the owner waits for none of
it (F19): the real queues, budget and deliberation, with an engine that takes its time."""

import asyncio
from dataclasses import replace
from pathlib import Path

from companion.engines.llm.scripted import ScriptedLlm, Settings
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.llm_runtime.traffic import ModelTraffic
from companion.ports.llm import ModelPreempted
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.queue import TriggerQueue
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.web.sparkline import gauges
from companion.web.texts import Words
from companion.web.vitals import VitalsGauge
from companion.words.context import DeliberationContextPack
from companion.words.ids import TriggerId
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock
from tests.unit.rooms.deliberation.minds import Shelf, pack_of

THINKS_S = 12.0
"""A decision of the 1.5 B on a Pi 5 that is busy otherwise."""
MINUTES = 10
STORM_A_MINUTE = 1000
BUDGET = 30


class Thinker(ScriptedLlm):
    """Takes its time by the test's clock, and stops at the next token when asked to."""

    def __init__(self, clock: JumpClock) -> None:
        super().__init__(Settings())
        self._clock = clock
        self._stop = asyncio.Event()
        self.asked: list[Priority] = []

    async def preempt(self) -> None:
        self._stop.set()

    async def complete(self, request: LlmRequest) -> LlmReply:
        self._stop.clear()
        self.asked.append(request.priority)
        try:
            await self._clock.wait_for(self._stop.wait(), THINKS_S)
        except TimeoutError:
            return await super().complete(request)
        raise ModelPreempted("stopped at the next token")


class House:
    """Two lines, the model's queue, a budget, a walker, as the composition root joins them."""

    def __init__(self) -> None:
        self.clock = clock = JumpClock()
        self.calls = CallBudget(clock, BUDGET)
        self.thinker = Thinker(clock)
        self.llm = LlmQueue(self.thinker, clock, budget=self.calls, holds_time=False)
        self.triggers = TriggerQueue(clock)
        self.thoughts = TriggerQueue(clock, per_minute=64 * 60, budget=self.calls)
        room = {"llm": self.llm, "clock": clock, "catalogue": Shelf(), "language": Language.EN}
        self.deliberation = Deliberation(**room)  # type: ignore[arg-type]
        self.store = Store.in_memory(clock)
        self.thinking = ModelTraffic(
            self.llm,
            self.triggers,
            self.thoughts,
            self.calls,
            Journal(self.store.events, Hub(clock.now), clock),
        )
        self.waited_s: list[float] = []
        self.walked = 0

    async def settle_each(self, pack: DeliberationContextPack) -> None:
        """As `act.settle_each` does: without a ranker each of them needs the model."""
        while True:
            trigger = await self.triggers.next()
            assert await self.deliberation.settle(replace(pack, trigger=trigger)) is None
            self.thoughts.raise_trigger(trigger)

    async def walk_each(self, pack: DeliberationContextPack) -> None:
        """As `act.walk_each` does, up to the decision."""
        while True:
            trigger = await self.thoughts.next()
            if trigger.priority is Priority.USER:
                self.waited_s.append((self.clock.now() - trigger.at).total_seconds())
            decision = await self.deliberation.decide(replace(pack, trigger=trigger))
            if isinstance(decision, Dropped) and decision.called_back:
                self.triggers.raise_trigger(trigger)
            else:
                self.walked += 1

    def raised(self, name: str, priority: Priority, source: str) -> Trigger:
        return Trigger(
            id=TriggerId(name),
            kind=TriggerKind.EVENT,
            priority=priority,
            at=self.clock.now(),
            about=LabelledText(name, TrustLabel.OBSERVED),
            coalesce_key=f"{source}|{name}" if source else "",
        )


async def test_a_thousand_triggers_a_minute() -> None:
    """F19: LLM calls <= budget; oldest owner trigger <= 5 s wait, though a thought takes 12 s."""
    house = House()
    await house.llm.start()
    pack = pack_of("home_after_dark")
    running = [
        asyncio.create_task(house.settle_each(pack)),
        asyncio.create_task(house.walk_each(pack)),
        asyncio.create_task(house.thinking.give_way()),
    ]
    asked = 0
    for i in range(MINUTES * STORM_A_MINUTE):
        house.triggers.raise_trigger(house.raised(f"t{i}", Priority.OBSERVATION, f"cam{i % 7}"))
        if i % 1250 == 700:
            house.triggers.raise_trigger(house.raised(f"said{i}", Priority.USER, ""))
            asked += 1
        await house.clock.sleep(60 / STORM_A_MINUTE)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    assert asked == len(house.waited_s) == 8
    assert max(house.waited_s) <= 5.0
    unasked = [p for p in house.thinker.asked if p > Priority.APPROVAL]
    assert 0 < len(unasked) <= BUDGET
    assert len(house.thinker.asked) - len(unasked) == asked
    counts = house.thinking.counts()
    assert counts["llm_calls_hour"] == len(house.thinker.asked)
    assert counts["gave_way"] > 0, "deliberations in hand did give way"
    assert counts["suppressed"] + counts["coalesced"] + counts["shed"] > 9_000
    assert counts["over_budget"] > 0
    for _ in range(3):
        await house.thinking.note()
    (line,) = await house.store.record.recent()
    assert line.kind == "triggers_held_back"
    assert line.payload["suppressed"] == counts["suppressed"]


async def test_the_page_can_read_what_was_held_back(tmp_path: Path) -> None:
    """F19: in the vitals, with a label in either language."""
    house = House()
    for i in range(9):
        house.triggers.raise_trigger(house.raised(f"t{i}", Priority.OBSERVATION, "cam"))
    gauge = VitalsGauge(
        house.clock, Hub(house.clock.now), disk_path=tmp_path, thinking=house.thinking.counts
    )
    sample = gauge.sample()
    assert sample.as_json()["thinking"]["suppressed"] == 2
    for language, label in ((Language.EN, "Triggers put aside"), (Language.JA, "見送ったきっかけ")):
        shown = {g.name: g for g in gauges([sample], Words(language))}
        assert (shown["held"].label, shown["held"].value) == (label, "2")
        assert shown["calls"].value == "0"
