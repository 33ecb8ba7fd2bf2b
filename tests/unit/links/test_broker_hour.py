"""The broker is gone for an hour and comes back with junk that somebody retained (F15, T7).

The hour is 900 tries of the link's own back-off (4 s each); only the waiting between them is
shortened. What happens after the return is measured in real time, with the real waits.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt
import psutil
import pytest

from companion.links import mqtt
from companion.links.broker import BrokerKind, find_mosquitto, start_broker
from companion.ports.house import HouseUnreachable
from companion.words.device import DeviceCommand
from tests.contract.house_parts import LIGHT, LOCK, WireHome, until, until_state, wire_home

pytestmark = [
    pytest.mark.real("mosquitto"),
    pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed"),
]
HOUR_TRIES = round(3600 / mqtt.UNREACHED_WAIT_S)
GROWTH_MB = 5.0
ON = DeviceCommand(device_id=LIGHT, operation="turn_on")
JUNK = (
    ("t/light/set", "ON"),
    ("t/lock/set", "UNLOCK"),
    ("t/lock/there", "\x00\xff"),
    ("t/light/level", "1e999"),
    ("homeassistant/lock/front/config", '{"name": "x", "cmd_t": "evil", "stat_t": "evil"'),
    ("homeassistant/light/hall/config", "[" * 5000),
    ("homeassistant/light/lamp/config", '{"cmd_t": "t/lock/set", "pl_on": "UNLOCK"}'),
)


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[WireHome]:
    async with wire_home(BrokerKind.MOSQUITTO, tmp_path) as found:
        yield found


async def _tries(link: mqtt.MqttLink, wanted: int) -> None:
    """Let the link try so often, with the pauses left out."""
    made, longest_s = 0, 0.0

    async def counted(wait_s: float) -> None:
        nonlocal made, longest_s
        made += 1
        longest_s = max(longest_s, wait_s)
        await asyncio.sleep(0.001 if made < wanted else wait_s)

    link._pause = counted
    async with asyncio.timeout(60):
        while made < wanted:
            await asyncio.sleep(0.01)
    assert longest_s <= mqtt.UNREACHED_WAIT_S


def _rss_mb() -> float:
    gc.collect()
    return float(psutil.Process().memory_info().rss) / 1e6


async def test_an_hour_without_a_broker(wire: WireHome) -> None:
    """F15: unknown and refused meanwhile; back within 5 s, whole, nothing replayed, no junk
    believed, no memory lost to it."""
    await wire.lose()
    for _ in range(100):  # commands in vain leave nothing behind either
        with pytest.raises(HouseUnreachable):
            await wire.house.command(ON)
    assert all((s := wire.house.state(d.id)) and s.value is None for d in wire.house.devices())
    await wire.devices.stop()
    await _tries(wire.link, 100)
    before = _rss_mb()
    await _tries(wire.link, HOUR_TRIES)
    grown = _rss_mb() - before

    broker = await start_broker(None, wire._state_dir, port=wire.broker.port)
    began = time.monotonic()
    async with aiomqtt.Client(broker.host, broker.port) as somebody:
        for topic, payload in JUNK:
            await somebody.publish(topic, payload, qos=1, retain=True)
    await until(lambda: wire.link.connected())
    took_s = time.monotonic() - began
    wire.broker = broker
    print(f"F15: back {took_s:.2f} s after the broker; RSS {grown:+.1f} MB over {HOUR_TRIES} tries")
    assert took_s <= 5.0
    assert grown <= GROWTH_MB

    await wire.devices.start()
    await until(lambda: wire.devices.connected())
    await wire.announce()
    await until_state(wire.house, LIGHT, "off")
    await until_state(wire.house, LOCK, "locked")
    assert wire.heard == []  # neither what was asked in vain nor what somebody had retained
    await wire.house.command(ON)
    await until_state(wire.house, LIGHT, "on")
    assert wire.heard == [("t/light/set", "ON")]
