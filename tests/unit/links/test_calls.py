"""Several companions hear one call and one answers, over a real broker (issue 13, point 7)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.links.broker import Broker, start_broker
from companion.links.calls import TOPIC, Calls
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.service.clock import SystemClock
from companion.voice.ceding import SETTLED_S, Ceding
from companion.words.call import CallHeard

pytestmark = pytest.mark.real("broker")
CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    found = await start_broker(None, tmp_path)
    yield found
    await found.stop()


@asynccontextmanager
async def companion(broker: Broker, device: str, place: str = "hall") -> AsyncIterator[Ceding]:
    """One companion's ear for the others, as the house wires it."""
    link = MqttLink(broker.address, client_id=f"{device}_calls")
    calls = Calls(link)
    ceding = Ceding(device, place, calls.tell, CLOCK)
    calls.hear = ceding.heard_elsewhere
    task = asyncio.create_task(calls.run())
    try:
        assert await link.wait_connected(10)
        yield ceding
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_of_three_that_hear_a_call_the_loudest_answers(broker: Broker) -> None:
    async with (
        companion(broker, "one") as one,
        companion(broker, "two", "kitchen") as two,
        companion(broker, "three") as three,
    ):
        for loud in ((12.0, 20.0, 5.0), (25.0, 20.0, 5.0), (5.0, 6.0, 7.0)):
            ears = (one, two, three)
            answers = await asyncio.gather(
                *(ear.answers(db) for ear, db in zip(ears, loud, strict=True))
            )
            assert answers == [db == max(loud) for db in loud]
        assert (one.ceded, two.ceded, three.ceded) == (2, 2, 2)


async def test_equally_loud_calls_are_answered_once(broker: Broker) -> None:
    async with companion(broker, "one") as one, companion(broker, "two") as two:
        assert sorted(await asyncio.gather(one.answers(9.0), two.answers(9.0))) == [False, True]


async def test_who_hears_it_late_leaves_it_to_the_first(broker: Broker) -> None:
    """However loud: the first has nearly decided. The next call is weighed anew."""
    async with companion(broker, "one") as one, companion(broker, "two") as two:
        first = asyncio.create_task(one.answers(6.0))
        async with asyncio.timeout(60):
            while not two._others:
                await asyncio.sleep(0.005)
        await asyncio.sleep(SETTLED_S + 0.02)
        assert not await two.answers(40.0)
        assert await first
        answers = await asyncio.gather(one.answers(6.0), two.answers(40.0))
        assert list(answers) == [False, True]


async def test_without_a_broker_it_answers_alone(broker: Broker) -> None:
    async with companion(broker, "one") as one:
        await broker.stop()
        assert await one.answers(6.0)
        assert await one.answers(6.0)


def test_what_is_no_call_is_left_out(broker: Broker) -> None:
    heard: list[CallHeard] = []
    calls = Calls(MqttLink(broker.address))
    calls.hear = heard.append
    good = {"device": "x", "place": "hall", "loudness_db": 1e9}
    for payload, retained in (
        (b"", False),
        (b"[1]", False),
        (b'{"device": "x"}', False),
        (json.dumps({**good, "device": 7}).encode(), False),
        (json.dumps({**good, "loudness_db": "loud"}).encode(), False),
        (json.dumps({**good, "place": "x" * 600}).encode(), False),
        (json.dumps(good).encode(), True),
        (json.dumps(good).encode(), False),
    ):
        calls._take(MqttMessage(TOPIC, payload, retained))
    assert heard == [CallHeard("x", "hall", 60.0)]
