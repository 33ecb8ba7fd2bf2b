"""A home that talks faster than we listen: bounded, and every message accounted for (F18)."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.links.backlog import MERGE_FROM, MOST, Backlog
from companion.links.broker import BrokerKind, start_broker
from companion.links.mqtt import MqttLink
from companion.links.packets import MqttMessage
from companion.links.reports import MERGE_FROM as REPORTS_MERGE_FROM
from companion.links.reports import Reports
from companion.words.device import DeviceState
from companion.words.ids import DeviceId


def _message(topic: str, payload: str) -> MqttMessage:
    return MqttMessage(topic, payload.encode(), retained=False)


def test_the_newest_of_a_topic_stays_in_the_place_of_the_older() -> None:
    backlog = Backlog()
    for number in range(MERGE_FROM):
        backlog.put(_message(f"t/{number}", "first"))
    backlog.put(_message("t/0", "newest"))
    backlog.put(_message("t/new", "x"))
    assert backlog.merged == 1
    assert len(backlog) == MERGE_FROM + 1
    assert backlog.get().payload == b"newest"
    backlog.put(_message("t/0", "again"))
    assert backlog.merged == 1


def test_below_the_threshold_every_message_comes_in_order() -> None:
    backlog = Backlog()
    for number in range(MERGE_FROM):
        backlog.put(_message("t", str(number)))
    got = [backlog.get().payload for _ in range(MERGE_FROM)]
    assert got == [str(n).encode() for n in range(MERGE_FROM)]
    assert (backlog.merged, backlog.dropped, len(backlog)) == (0, 0, 0)


def test_too_many_topics_push_out_the_oldest_and_are_counted() -> None:
    backlog = Backlog()
    for number in range(MOST + 10):
        backlog.put(_message(f"t/{number}", "x"))
    assert (len(backlog), backlog.dropped) == (MOST, 10)
    assert backlog.get().topic == "t/10"


def test_what_goes_first_takes_every_other_turn_and_no_more() -> None:
    """A smoke detector is heard at once in the storm; one that storms itself drowns nobody."""
    first = {"smoke"}
    backlog = Backlog(first)
    for number in range(MERGE_FROM):
        backlog.put(_message(f"t/{number}", "x"))
    backlog.put(_message("smoke", "ON"))
    assert backlog.get().topic == "smoke"
    for number in range(2 * MERGE_FROM):
        backlog.put(_message("smoke", str(number)))
    assert backlog.merged == MERGE_FROM
    assert [backlog.get().topic for _ in range(4)] == ["t/0", "smoke", "t/1", "smoke"]
    first.clear()
    backlog.put(_message("smoke", "one of many"))
    heard = [backlog.get().payload for _ in range(len(backlog))]
    assert heard[-1] == b"one of many"
    assert not backlog.something.is_set()


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
    async with asyncio.timeout(2):
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
    async with asyncio.timeout(10):
        while counts.received + counts.merged + counts.dropped < sent:
            await asyncio.sleep(0.01)
    assert counts.received + counts.merged + counts.dropped == sent
    assert sorted(int(v) for v in last.values()) == [sent - 4, sent - 3, sent - 2, sent - 1]
    await home.stop()
    await link.stop()
    await broker.stop()
