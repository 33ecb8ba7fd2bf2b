"""The broker that is started for us, and the one that is not."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest
from amqtt.adapters import ReaderAdapter
from amqtt.mqtt.packet import MQTTFixedHeader

from companion.links import broker as broker_module
from companion.links.broker import (
    BrokerKind,
    BrokerUnavailable,
    find_mosquitto,
    free_port,
    start_broker,
)
from companion.links.mqtt import BrokerAddress, MqttLink

needs_mosquitto = pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")


async def test_a_configured_broker_is_taken_and_never_replaced(tmp_path: Path) -> None:
    """Issue 2.8: the configured one first, even when it does not answer."""
    address = BrokerAddress(host="192.0.2.1", port=1)
    broker = await start_broker(address, tmp_path)
    assert (broker.kind, broker.host, broker.port) == (BrokerKind.CONFIGURED, "192.0.2.1", 1)
    await broker.stop()


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_mosquitto_listens_on_loopback_only_and_ends(tmp_path: Path) -> None:
    """T7: nobody else on the network reaches our own broker."""
    broker = await start_broker(None, tmp_path)
    assert broker.kind is BrokerKind.MOSQUITTO
    assert broker.pid is not None
    child = psutil.Process(broker.pid)
    listening = [c.laddr for c in child.net_connections() if c.status == "LISTEN"]
    assert [(a.ip, a.port) for a in listening] == [("127.0.0.1", broker.port)]
    await broker.stop()
    await broker.stop()
    assert not child.is_running()


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_a_dead_mosquitto_comes_back_on_its_port(tmp_path: Path) -> None:
    """A child that ends by itself is started again."""
    broker = await start_broker(None, tmp_path)
    watching = asyncio.create_task(broker.watch())
    assert broker.pid is not None
    os.kill(broker.pid, signal.SIGKILL)
    async with asyncio.timeout(60):
        while not await _answers(broker.port, after=broker.pid):
            await asyncio.sleep(0.05)
    await broker.stop()
    await watching


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_a_mosquitto_that_hangs_is_ended_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F15: SIGSTOP once took every device away for good; one that answers is left alone."""
    monkeypatch.setattr(broker_module, "ASK_EVERY_S", 0.05)
    monkeypatch.setattr(broker_module, "ANSWER_S", 0.4)
    broker = await start_broker(None, tmp_path)
    watching = asyncio.create_task(broker.watch())
    assert broker.pid is not None
    await asyncio.sleep(0.5)
    assert psutil.pid_exists(broker.pid), "asked some ten times, and left alone"
    os.kill(broker.pid, signal.SIGSTOP)
    async with asyncio.timeout(20):
        while not await _answers(broker.port, after=broker.pid):
            await asyncio.sleep(0.05)
    await broker.stop()
    await watching


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_mosquitto_dies_with_us_however_we_die(tmp_path: Path) -> None:
    """Even after SIGKILL no broker is left running."""
    code = (
        "import asyncio, sys, pathlib\n"
        "from companion.links.broker import start_broker\n"
        "async def main():\n"
        "    broker = await start_broker(None, pathlib.Path(sys.argv[1]))\n"
        "    print(broker.pid, flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    pid = int(await asyncio.wait_for(parent.stdout.readline(), 20))
    assert psutil.pid_exists(pid)
    parent.kill()
    await parent.wait()
    async with asyncio.timeout(30):
        while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.05)


@needs_mosquitto
@pytest.mark.real("mosquitto")
async def test_a_taken_port_is_said(tmp_path: Path) -> None:
    """No silent fallback: the log file is named."""
    first = await start_broker(None, tmp_path)
    with pytest.raises(BrokerUnavailable, match=r"mosquitto\.log"):
        await start_broker(None, tmp_path / "two", kind=BrokerKind.MOSQUITTO, port=first.port)
    await first.stop()


@pytest.mark.real("broker")
async def test_amqtt_serves_inside_our_process(tmp_path: Path) -> None:
    """Where mosquitto is missing there still is a broker."""
    port = free_port()
    broker = await start_broker(None, tmp_path, kind=BrokerKind.AMQTT, port=port)
    assert (broker.kind, broker.pid, broker.port) == (BrokerKind.AMQTT, None, port)
    link = MqttLink(broker.address)
    await link.start()
    assert await link.wait_connected(5)
    await link.stop()
    await broker.stop()


@pytest.mark.real("broker")
async def test_amqtt_stops_though_a_client_of_its_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once waited for ever for a reader whose cancellation had been lost (F15)."""
    monkeypatch.setattr(broker_module, "STOP_TIMEOUT_S", 0.3)
    read = MQTTFixedHeader.from_stream
    lost: list[ReaderAdapter] = []

    async def loses_a_cancellation(reader: ReaderAdapter) -> MQTTFixedHeader | None:
        try:
            return await read(reader)
        except asyncio.CancelledError:
            if lost:
                raise
            lost.append(reader)
            return await read(reader)

    monkeypatch.setattr(MQTTFixedHeader, "from_stream", loses_a_cancellation)
    port = free_port()
    broker = await start_broker(None, tmp_path, kind=BrokerKind.AMQTT, port=port)
    link = MqttLink(broker.address)
    await link.start()
    assert await link.wait_connected(5)
    async with asyncio.timeout(30):
        await broker.stop()
    assert lost
    with pytest.raises(OSError, match=r"refused|Connect"):
        await asyncio.open_connection("127.0.0.1", port)
    await link.stop()


async def _answers(port: int, after: int) -> bool:
    if psutil.pid_exists(after) and psutil.Process(after).status() != psutil.STATUS_ZOMBIE:
        return False
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True
