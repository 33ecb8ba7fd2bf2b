"""A storm of state changes on a real Home Assistant (F18): what it costs us, and our command.

`HUB_STORM_COMMANDS=30 pytest -s tests/contract/test_real_hub_storm.py` prints the figures. What
the hub itself can carry bounds the storm; our command is held against a bare call to the same hub
in the same storm, in turns.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import statistics
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event

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
COMMANDS = int(os.environ.get("HUB_STORM_COMMANDS", "8"))


def blow(port: int, over: Event) -> None:
    """The storm, in a process of its own: 5,000 different values a second."""
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", port)
    client.loop_start()
    began, sent = time.monotonic(), 0
    while not over.is_set():
        while sent < (time.monotonic() - began) * A_SECOND:
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


@dataclass(slots=True)
class Took:
    """Seconds: our command answered, its state seen, and a bare call on its own connection."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)


async def switched(house: HomeAssistantHouse, wire: Wire, count: int) -> Took:
    """Ours and a bare one in turns."""
    took = Took()
    target = {"entity_id": "light.porch_light"}
    for i in range(count):
        word, value = (("turn_on", "on"), ("turn_off", "off"))[i % 2]
        began = time.perf_counter()
        await house.command(DeviceCommand(device_id=KITCHEN, operation=word))
        took.answered.append(time.perf_counter() - began)
        await until_state(house, KITCHEN, value)
        took.seen.append(time.perf_counter() - began)
        began = time.perf_counter()
        await wire.call("call_service", domain="light", service=word, target=target)
        took.bare.append(time.perf_counter() - began)
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
            calm = await switched(house, bare, COMMANDS)
            spawning = multiprocessing.get_context("spawn")
            over = spawning.Event()
            storm = spawning.Process(target=blow, args=(real_hub.mqtt_port, over))
            held, told, before = me.memory_info().rss, house.told, len(house.link.logins)
            storm.start()
            await until(lambda: house.told - told > 1_000, 60)
            began, seen = time.monotonic(), house.told
            stormy = await switched(house, bare, COMMANDS)
            rate = (house.told - seen) / (time.monotonic() - began)
            over.set()
            await asyncio.to_thread(storm.join)
            more_mb = (me.memory_info().rss - held) / 2**20
            await _last_values(house)
            print(
                f"\nF18 on Home Assistant {real_hub.version}: {rate:.0f} changes a second heard, "
                f"{house.told - told} in all; p95 ms: answered "
                f"{p95(calm.answered):.1f} -> {p95(stormy.answered):.1f}; state seen "
                f"{p95(calm.seen):.1f} -> {p95(stormy.seen):.1f}; bare call "
                f"{p95(calm.bare):.1f} -> {p95(stormy.bare):.1f}; memory {more_mb:+.1f} MB"
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
