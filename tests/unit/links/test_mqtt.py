"""The link by itself: bounds, errors and quiet."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt
import pytest

from companion.links.broker import Broker, BrokerKind, free_port, start_broker
from companion.links.message import MqttMessage
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.links.wire_log import wire_log
from companion.ports.house import HouseUnreachable
from companion.service.log_limit import LINES_PER_KIND, LogLimit


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
    async with asyncio.timeout(5):
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
        async with asyncio.timeout(10):
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
        async with asyncio.timeout(5):
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
