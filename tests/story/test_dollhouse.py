"""The doll's house whole: real broker, real detector, and a simple stand-in for the product.

The stand-in looks through the camera with the shipped detector, switches the hall lamp over
MQTT and says so. What the judge makes of it must not depend on the speed (ADR 0008).
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import Fault
from companion.dollhouse.house import DollHouse
from companion.dollhouse.scenario import Scenario, parse_scenario
from companion.dollhouse.wire import NODELAY
from companion.links.broker import Broker, start_broker
from companion.ports.eyes import Eyes
from companion.service import plugins
from companion.service.clock import SystemChance
from companion.web.hub import Hub
from companion.words.activity import StreamKind, StreamMessage
from tests.proof.judge.stage import Stagehand, perform
from tests.proof.judge.truth import LlmUse
from tests.proof.judge.verdict import Report

LAMP = "dollhouse/light/hall"

STORY = """
name: two_arrivals
about: {ja: 二度の帰宅, en: two arrivals}
starts_at: 2026-11-20T18:00:00+09:00
lasts_s: 90
people: [{id: resident, name: {ja: 住人, en: the resident}}]
timeline:
  - {at_s: 5, who: resident, does: come_home}
  - {at_s: 25, who: resident, does: go, to: kitchen}
  - {at_s: 60, who: resident, does: go, to: hall}
"""


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    own = await start_broker(None, tmp_path)
    yield own
    await own.stop()


@pytest.fixture
async def eyes() -> AsyncIterator[Eyes]:
    """The detector that ships."""
    detector = plugins.build("companion.engines.eyes", "coco_ssd", {}, {})
    yield detector
    await detector.close()


class StandIn:
    """Sees a person come or go in the hall, switches the lamp, says so; knows nothing else."""

    def __init__(self, house: DollHouse, eyes: Eyes, client: aiomqtt.Client, *, lies: bool) -> None:
        self.house, self.eyes, self.client, self.lies = house, eyes, client, lies
        self.hub = Hub(house.clock.now)
        self.state = "OFF"

    async def run(self) -> None:
        """Look twice a second, as the policy does in motion."""
        there = False
        while True:
            frame = await self.house.scenery.next_frame("hall")
            with self.house.clock.hold():
                found = await self.eyes.detect(frame)
            seen = any(d.label == "person" and d.score >= 0.6 for d in found)
            if seen != there:
                there = seen
                await self.act("ON" if seen else "OFF")
            await self.house.clock.sleep(0.5)

    async def listen(self) -> None:
        async for message in self.client.messages:
            assert isinstance(message.payload, bytes)
            self.state = json.loads(message.payload)["state"]

    async def act(self, wish: str) -> None:
        self.publish(StreamKind.EVENT, {"source": "deliberation_decision", "kind": "do_action"})
        with self.house.clock.hold():
            await self.client.publish(f"{LAMP}/set", json.dumps({"state": wish}), qos=1)
        await self.house.clock.sleep(1.0)
        verb = {"ON": "turned on", "OFF": "turned off"}[wish]
        done = self.state == wish or self.lies
        text = f"I {verb} the hall light." if done else "I could not switch the hall light."
        claims = [{"event_id": 1, "kind": "done" if done else "no_effect"}]
        self.publish(StreamKind.MESSAGE, {"text": text, "claims": claims})

    def publish(self, kind: StreamKind, data: dict[str, Any]) -> None:
        self.hub.publish(StreamMessage(kind=kind, at=self.house.clock.now(), data=data))


@asynccontextmanager
async def played(broker: Broker, scenario: Scenario, speed: float) -> AsyncIterator[DollHouse]:
    clock = SimClock(scenario.starts_at, speed=speed)
    house = await DollHouse.prepare(scenario, clock, SystemChance(scenario.seed))
    await house.start(broker.host, broker.port)
    try:
        yield house
    finally:
        await house.stop()
        await clock.stop()


async def play(
    broker: Broker,
    eyes: Eyes,
    speed: float,
    *,
    fault: Fault = Fault.NONE,
    lies: bool = False,
) -> tuple[Report, list[tuple[float, str, str, str]]]:
    """One story with the stand-in; the verdict and the whole truth."""
    scenario = parse_scenario(STORY, "story")
    async with (
        played(broker, scenario, speed) as house,
        aiomqtt.Client(broker.host, broker.port, socket_options=NODELAY) as client,
    ):
        house.device("light.hall").fault = fault
        await client.subscribe(f"{LAMP}/state", qos=1)
        stand_in = StandIn(house, eyes, client, lies=lies)
        tasks = [asyncio.create_task(c) for c in (stand_in.run(), stand_in.listen())]
        stagehand = Stagehand(
            house=house, clock=house.clock, stream=stand_in.hub, llm_use=lambda: LlmUse()
        )
        try:
            report = await perform(stagehand)
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
        truth = [(round(h.t, 3), h.kind.value, h.subject, h.value) for h in house.chronicle.all()]
        return report, truth


@pytest.mark.real("broker", "detector")
async def test_whole_loops_are_seen_and_the_speed_changes_nothing(
    broker: Broker, eyes: Eyes
) -> None:
    """Issue 2.8: the real detector fires on the rendered person, in the dark and in the light;
    outcomes do not depend on speed."""
    slow, slow_truth = await play(broker, eyes, 40)
    fast, fast_truth = await play(broker, eyes, 1000)
    assert slow_truth == fast_truth
    assert slow.notes == fast.notes
    assert fast.complete_loops == 3
    assert fast.actions["success"] == 3
    assert (fast.false_claims, fast.unauthorised_actions, fast.annoyances) == (0, 0, 0)


@pytest.mark.real("broker", "detector")
async def test_a_deaf_lamp_makes_no_loop_and_a_lie_is_found(broker: Broker, eyes: Eyes) -> None:
    """DESIGN 1.2: it never says it did what it did not observe; the judge knows."""
    honest, _ = await play(broker, eyes, 1000, fault=Fault.IGNORE)
    assert (honest.complete_loops, honest.false_claims) == (0, 0)
    assert honest.actions["no_effect"] == 3
    lying, _ = await play(broker, eyes, 1000, fault=Fault.IGNORE, lies=True)
    assert lying.complete_loops == 0
    assert lying.false_claims >= 2
