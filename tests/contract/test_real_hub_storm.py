"""A storm of state changes on a real Home Assistant (F18): what it costs us, and our command.

`pytest -s tests/contract/test_real_hub_storm.py` prints the figures. What the hub itself can carry
bounds the storm; our command is held against a bare call to the same hub in the same storm.
"""

import asyncio
import contextlib
import json
import multiprocessing
import statistics
import time
from collections.abc import AsyncIterator

import psutil
import pytest

from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import Exposure, HubAddress, Wire
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, until, until_state
from tests.contract.real_hub import RealHub
from tests.contract.test_real_hub import KITCHEN, OWNER

pytestmark = [pytest.mark.real("home_assistant"), pytest.mark.timeout(480)]

SENSORS = 100
A_SECOND = 5_000
STORM_S = 6.0
COMMANDS = 20


def blow(port: int, seconds: float) -> None:
    """The storm, in a process of its own: 5,000 different values a second."""
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", port)
    client.loop_start()
    began, sent = time.monotonic(), 0
    while (passed := time.monotonic() - began) < seconds:
        while sent < passed * A_SECOND:
            client.publish(f"storm/{sent % SENSORS}", str(sent))
            sent += 1
        time.sleep(0.005)
    client.disconnect()
    client.loop_stop()


@contextlib.asynccontextmanager
async def sensors(hub: RealHub) -> AsyncIterator[None]:
    """A hundred sensors on the hub's own broker."""
    link = MqttLink(BrokerAddress(host=hub.mqtt_host, port=hub.mqtt_port))
    await link.start()
    assert await link.wait_connected(5)
    topics = [f"homeassistant/sensor/storm{i}/config" for i in range(SENSORS)]
    try:
        for i, topic in enumerate(topics):
            config = {"stat_t": f"storm/{i}", "obj_id": f"storm{i}", "uniq_id": f"storm{i}"}
            await link.publish(topic, json.dumps(config), retain=True)
        yield
        for topic in topics:
            await link.publish(topic, b"", retain=True)
    finally:
        await link.stop()


async def switched(house: HomeAssistantHouse, count: int) -> list[float]:
    """Seconds from our command to the state seen, `count` times."""
    took = []
    for i in range(count):
        word, value = (("turn_on", "on"), ("turn_off", "off"))[i % 2]
        began = time.perf_counter()
        await house.command(DeviceCommand(device_id=KITCHEN, operation=word))
        await until_state(house, KITCHEN, value)
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    return took


async def called(wire: Wire, count: int) -> list[float]:
    """Seconds of a bare service call on a connection that hears nothing."""
    took = []
    for i in range(count):
        word = ("turn_on", "turn_off")[i % 2]
        began = time.perf_counter()
        target = {"entity_id": "light.porch_light"}
        await wire.call("call_service", domain="light", service=word, target=target)
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    return took


def p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1] * 1e3


async def test_our_side_of_a_storm(real_hub: RealHub) -> None:
    """F18: the connection holds, memory is bounded, nothing is lost that was told last."""
    exposure = Exposure(include=("sensor.storm*",))
    house = HomeAssistantHouse(
        HubAddress(url=real_hub.url), lambda: real_hub.token, OWNER, CLOCK, exposure=exposure
    )
    me = psutil.Process()
    async with sensors(real_hub):
        await house.start()
        bare = await open_wire(HubAddress(url=real_hub.url), real_hub.token)
        reading = asyncio.create_task(bare.read())
        try:
            await until(lambda: house.connected() and _storms(house) == SENSORS, 60)
            calm, calm_bare = await switched(house, COMMANDS), await called(bare, COMMANDS)
            storm = multiprocessing.get_context("spawn").Process(
                target=blow, args=(real_hub.mqtt_port, STORM_S)
            )
            held, told, before = me.memory_info().rss, house.told, len(house.link.logins)
            storm.start()
            await asyncio.sleep(1.5)
            began, seen = time.monotonic(), house.told
            in_storm = await switched(house, COMMANDS)
            in_storm_bare = await called(bare, COMMANDS)
            rate = (house.told - seen) / (time.monotonic() - began)
            await asyncio.to_thread(storm.join)
            more_mb = (me.memory_info().rss - held) / 2**20
            await _last_values(house)
            print(
                f"\nF18 on Home Assistant {real_hub.version}: {rate:.0f} changes a second heard, "
                f"{house.told - told} in all; command to state p95 {p95(calm):.1f} -> "
                f"{p95(in_storm):.1f} ms, bare call {p95(calm_bare):.1f} -> "
                f"{p95(in_storm_bare):.1f} ms; memory {more_mb:+.1f} MB"
            )
            assert len(house.link.logins) == before  # never thrown out for being slow
            assert more_mb <= 20
        finally:
            await bare.close()
            await asyncio.gather(reading, return_exceptions=True)
            await house.stop()


def _storms(house: HomeAssistantHouse) -> int:
    return sum(d.id.startswith("sensor.storm") for d in house.devices())


async def _last_values(house: HomeAssistantHouse) -> None:
    """After the storm every sensor shows one of the storm's last values: none hangs behind."""

    def behind() -> list[int]:
        states = [house.state(DeviceId(f"sensor.storm{i}")) for i in range(SENSORS)]
        values = [int(s.value) for s in states if s is not None and s.value is not None]
        newest = max(values, default=0)
        return [v for v in values if v < newest - SENSORS]

    await until(lambda: not behind(), 60)
