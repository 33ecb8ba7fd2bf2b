"""A home that talks faster than we listen: bounded, and every message accounted for (F18)."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import aiomqtt
import pytest

from companion.links.backlog import MERGE_FROM, MOST, Backlog, BacklogQueue
from companion.links.broker import BrokerKind, start_broker
from companion.links.mqtt import MqttLink
from companion.links.reports import MERGE_FROM as REPORTS_MERGE_FROM
from companion.links.reports import Reports
from companion.words.device import DeviceState
from companion.words.ids import DeviceId


def test_the_newest_of_a_topic_stays_in_the_place_of_the_older() -> None:
    backlog = Backlog[str]()
    for number in range(MERGE_FROM):
        backlog.put(f"t/{number}", "first")
    backlog.put("t/0", "newest")
    backlog.put("t/new", "x")
    assert backlog.merged == 1
    assert len(backlog) == MERGE_FROM + 1
    assert backlog.get() == "newest"
    backlog.put("t/0", "again")
    assert backlog.merged == 1


def test_below_the_threshold_every_message_comes_in_order() -> None:
    backlog = Backlog[str]()
    for number in range(MERGE_FROM):
        backlog.put("t", str(number))
    got = [backlog.get() for _ in range(MERGE_FROM)]
    assert got == [str(n) for n in range(MERGE_FROM)]
    assert (backlog.merged, backlog.dropped, len(backlog)) == (0, 0, 0)


def test_too_many_topics_push_out_the_oldest_and_are_counted() -> None:
    backlog = Backlog[str]()
    for number in range(MOST + 10):
        backlog.put(f"t/{number}", f"of t/{number}")
    assert (len(backlog), backlog.dropped) == (MOST, 10)
    assert backlog.get() == "of t/10"


def test_what_goes_first_takes_every_other_turn_and_no_more() -> None:
    """A smoke detector is heard at once in the storm; one that storms itself drowns nobody."""
    first = {"smoke"}
    backlog = Backlog[str](first)
    for number in range(MERGE_FROM):
        backlog.put(f"t/{number}", f"t/{number}")
    backlog.put("smoke", "smoke")
    assert backlog.get() == "smoke"
    for _ in range(2 * MERGE_FROM):
        backlog.put("smoke", "smoke")
    assert backlog.merged == MERGE_FROM
    assert [backlog.get() for _ in range(4)] == ["t/0", "smoke", "t/1", "smoke"]
    first.clear()
    backlog.put("smoke", "one of many")
    heard = [backlog.get() for _ in range(len(backlog))]
    assert heard[-1] == "one of many"


def _came(topic: str, payload: bytes) -> aiomqtt.Message:
    return aiomqtt.Message(topic, payload, qos=1, retain=False, mid=1, properties=None)


async def test_a_message_that_is_not_wanted_is_not_kept_and_wakes_nobody() -> None:
    """A payload longer than its topic's cap goes before anything looks inside."""
    queue = BacklogQueue(Backlog(), wanted=lambda m: len(m.payload) < 4, rest_s=lambda: 0.0)
    waiting = asyncio.create_task(queue.get())
    queue.put_nowait(_came("a", b"much too long"))
    queue.put_nowait(_came("a", b"on"))
    assert (await waiting).payload == b"on"
    assert queue.empty()
    assert queue.qsize() == 0


async def test_nobody_is_given_a_message_before_the_rest_is_over() -> None:
    """So the rest ends with the wait for a message, which aiomqtt ends with the connection."""
    queue = BacklogQueue(Backlog(), wanted=lambda _: True, rest_s=lambda: 60.0)
    queue.put_nowait(_came("a", b"on"))
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    assert await asyncio.gather(waiting, return_exceptions=True)
    assert queue.qsize() == 1


async def test_a_listener_that_is_behind_keeps_each_devices_newest() -> None:
    reports = Reports()
    slow = reports.listen()

    def state(device: int, value: int) -> DeviceState:
        return DeviceState(
            device_id=DeviceId(f"sensor.{device}"), value=str(value), at=datetime.now(UTC)
        )

    for value in range(1000):
        for device in range(4):
            reports.tell(state(device, value))
    heard: list[DeviceState] = []
    async with asyncio.timeout(30):
        while not heard or heard[-1].value != "999" or len(heard) < REPORTS_MERGE_FROM:
            heard.append(await anext(slow))
    assert len(heard) == REPORTS_MERGE_FROM
    assert [s.value for s in heard[-4:]] == ["999"] * 4


@pytest.mark.real("broker")
async def test_in_a_storm_received_merged_and_dropped_add_up(tmp_path: Path) -> None:
    """F18: drops are counted exactly, and the last word of every topic is heard."""
    broker = await start_broker(None, tmp_path, kind=BrokerKind.AMQTT)
    last: dict[str, bytes] = {}
    link, home = MqttLink(broker.address), MqttLink(broker.address)

    def heard(topic: str, payload: bytes) -> None:
        last[topic] = payload

    link.on_message = lambda m: heard(m.topic, m.payload)
    link.subscribe(("s/+",))
    await link.start()
    await home.start()
    assert await link.wait_connected(5)
    assert await home.wait_connected(5)
    await asyncio.sleep(0.2)
    sent = 600
    await asyncio.gather(*(home.publish(f"s/{n % 4}", str(n)) for n in range(sent)))
    counts = link.counts
    async with asyncio.timeout(60):
        while counts.received + counts.merged + counts.dropped < sent:
            await asyncio.sleep(0.01)
    assert counts.received + counts.merged + counts.dropped == sent
    assert sorted(int(v) for v in last.values()) == [sent - 4, sent - 3, sent - 2, sent - 1]
    await home.stop()
    await link.stop()
    await broker.stop()
