"""The link by itself: bounds, errors and quiet."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt
import pytest

from companion.links import mqtt
from companion.links.broker import Broker, BrokerKind, free_port, start_broker
from companion.links.message import MqttMessage
from companion.links.mqtt import MOST_PACKET_BYTES, BrokerAddress, MqttLink
from companion.links.wire_log import wire_log
from companion.ports.house import HouseUnreachable
from companion.service.log_limit import LINES_PER_KIND, LogLimit
from companion.service.supervision import until


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    found = await start_broker(None, tmp_path, kind=BrokerKind.AMQTT)
    yield found
    await found.stop()


async def test_publishing_without_a_connection_is_refused_at_once() -> None:
    """F15: fail fast, queue nothing."""
    link = MqttLink(BrokerAddress(host="127.0.0.1", port=free_port()))
    with pytest.raises(HouseUnreachable):
        await link.publish("a", "b")
    await link.start()
    assert not await link.wait_connected(0.3)
    with pytest.raises(HouseUnreachable):
        await link.publish("a", "b")
    assert link.last_error
    await link.stop()
    await link.stop()


async def test_a_server_that_says_nothing_is_given_up_and_leaves_no_socket() -> None:
    """A port that accepts and stays silent is no broker."""
    ended = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()
        ended.set()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    link = MqttLink(BrokerAddress(host="127.0.0.1", port=port))
    await link.start()
    assert not await link.wait_connected(0.5)
    await link.stop()
    await asyncio.wait_for(ended.wait(), 5)
    server.close()
    await server.wait_closed()


@pytest.mark.real("mosquitto")
async def test_a_broker_keeps_a_message_over_the_largest_packet_to_itself(tmp_path: Path) -> None:
    """T7: on MQTT 3.1.1 a whole message of up to 256 MB was held before it was dropped."""
    broker = await start_broker(None, tmp_path, kind=BrokerKind.MOSQUITTO)
    link, heard = MqttLink(broker.address), list[MqttMessage]()
    link.on_message = heard.append
    link.subscribe(["t/#"])
    await link.start()
    assert await link.wait_connected(10)
    async with aiomqtt.Client(broker.host, broker.port) as other:
        await other.publish("t/large", b"x" * (MOST_PACKET_BYTES + 1), qos=1)
        await other.publish("t/small", "1", qos=1)
    await until(lambda: bool(heard))
    assert [m.topic for m in heard] == ["t/small"]
    assert link.counts.oversized == 0, "it did not come at all"
    await link.stop()
    await broker.stop()


@pytest.mark.parametrize("answer", [b"\x20\x02\x00\x01", b""], ids=["refuses", "is silent"])
async def test_a_broker_without_mqtt_5_is_spoken_to_in_3_1_1(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A home's old broker is not lost; its owner is told that it bounds no message."""
    monkeypatch.setattr(mqtt, "ANSWER_S", 0.2)
    versions: list[int] = []

    async def old(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        version = (await reader.read(64))[8]
        versions.append(version)
        writer.write(answer if version == 5 else b"\x20\x02\x00\x00")
        await reader.read()
        writer.close()

    server = await asyncio.start_server(old, "127.0.0.1", 0)
    link = MqttLink(BrokerAddress(host="127.0.0.1", port=server.sockets[0].getsockname()[1]))
    link._pause = no_pause
    await link.start()
    await until(lambda: link.counts.connects > 0)
    assert versions == [5, 4]
    assert "set a limit to the size of a message" in caplog.text
    await link.stop()
    server.close()
    await server.wait_closed()


async def no_pause(pause_s: float) -> None:
    """Leave the waiting between two tries out."""


@pytest.mark.real("broker")
async def test_it_is_left_also_where_leaving_ends_in_an_error(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM to exit <= 3 s: an error on the way out takes the place of the cancellation."""
    leave = aiomqtt.Client.__aexit__

    async def badly(client: aiomqtt.Client, *why: None) -> None:
        await leave(client, *why)
        raise aiomqtt.MqttError("Operation timed out")

    monkeypatch.setattr(aiomqtt.Client, "__aexit__", badly)
    link = MqttLink(broker.address)
    await link.start()
    assert await link.wait_connected(5)
    async with asyncio.timeout(30):
        await link.stop()
    assert not link.connected()


@pytest.mark.real("broker")
async def test_a_burst_stays_bounded_and_arrives_whole(
    broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    """limits 2.4: aiomqtt logs a line per message above 10 pending; ours stay quiet."""
    got: list[str] = []
    link = MqttLink(broker.address, max_inflight=16)
    link.on_message = lambda m: got.append(m.payload.decode())
    link.subscribe(("burst",))
    await link.start()
    assert await link.wait_connected(5)
    with caplog.at_level(logging.DEBUG):
        await asyncio.gather(*(link.publish("burst", str(i)) for i in range(300)))
        async with asyncio.timeout(60):
            while len(got) < 300:
                await asyncio.sleep(0.01)
    await link.stop()
    assert sorted(got, key=int) == [str(i) for i in range(300)]
    assert link.counts.published == 300
    assert [r for r in caplog.records if r.name.startswith("companion.mqtt")] == []


@pytest.mark.real("broker")
async def test_subscriptions_come_and_go(broker: Broker) -> None:
    """Asking again brings the retained message again; leaving ends it."""
    got: list[MqttMessage] = []
    link = MqttLink(broker.address)
    link.on_message = got.append
    await link.start()
    assert await link.wait_connected(5)
    await link.publish("kept", "1", retain=True)
    for expected in (1, 2):
        link.subscribe(("kept",))
        async with asyncio.timeout(30):
            while len(got) < expected:
                await asyncio.sleep(0.01)
    assert all(m.retained for m in got)
    link.unsubscribe(("kept",))
    await asyncio.sleep(0.2)
    await link.publish("kept", "2")
    await asyncio.sleep(0.2)
    assert len(got) == 2
    await link.stop()


def test_the_wire_log_is_limited() -> None:
    """32,000 warnings in one run were seen without it."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    ear = Ear()
    limit = LogLimit(ear)
    ear.addFilter(limit)
    wire_log.addHandler(ear)
    try:
        for pending in range(100):
            wire_log.warning("There are %d pending test calls.", pending)
        limit.flush()
    finally:
        wire_log.removeHandler(ear)
    assert heard[0] == "There are 0 pending test calls."
    assert len(heard) == LINES_PER_KIND + 1
    assert heard[-1].startswith(f"{100 - LINES_PER_KIND} more suppressed")


class _Answering(aiomqtt.Client):
    """A client whose broker answers when the test says so, awaited as aiomqtt awaits it."""

    def __init__(self) -> None:
        super().__init__("127.0.0.1")
        self.asked = asyncio.Event()
        self.answer = asyncio.get_running_loop().create_future()

    async def subscribe(self, *_: object, **__: object) -> tuple[int, ...]:
        self.asked.set()
        answer: tuple[int, ...] = await asyncio.wait_for(self.answer, 5)
        return answer


async def test_a_stop_that_meets_the_answer_of_the_broker_is_not_lost() -> None:
    """The suite hung on it twice: the stop waited for ever for the task that subscribes."""
    link, client = MqttLink(BrokerAddress(host="127.0.0.1")), _Answering()
    link.subscribe(["a"])
    asking = asyncio.create_task(link._subscribing(client))
    await client.asked.wait()

    client.answer.set_result((0,))
    asking.cancel()

    done, _ = await asyncio.wait({asking}, timeout=5)
    asking.cancel()
    assert done
