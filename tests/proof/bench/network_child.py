"""The home of `bench network`, in a process of its own: `python -m ... COUNT names|addresses`."""

import asyncio
import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.engines.llm_runtime.chat_stream import ChatServer, ServerAway
from companion.links.broker import BrokerKind, start_broker
from companion.links.home_assistant.hub import HubAddress, HubAway
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.service.clock import SystemClock
from companion.service.supervision import until
from companion.words.device import DeviceCommand
from tests.proof.bench.link import LAMP, announce
from tests.proof.bench.network import RESOLVER
from tests.proof.bench.publisher import SENSORS

ROUNDS, TURN = 5, 20
HOSTS = {
    "names": ("broker.home.example", "hub.home.example", "box.home.example"),
    "addresses": ("192.0.2.7", "198.51.100.7", "203.0.113.7"),
}


class Silence:
    """A resolver that takes every question and answers none."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((RESOLVER, 53))
        self._socket.setblocking(False)
        self.asked = 0

    def count(self) -> int:
        """Questions so far."""
        with suppress(BlockingIOError):
            while self._socket.recv(512):
                self.asked += 1
        return self.asked


@asynccontextmanager
async def trying(hosts: tuple[str, str, str]) -> AsyncIterator[None]:
    """All that is far away is tried, over and over."""
    links = [MqttLink(BrokerAddress(host=hosts[0]), client_id=f"c{n}") for n in range(3)]
    for link in links:
        await link.start()
    tasks = [asyncio.create_task(_hub(hosts[1])), asyncio.create_task(_box(hosts[2]))]
    try:
        yield
    finally:
        for link in links:
            await link.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _hub(host: str) -> None:
    while True:
        with suppress(HubAway):
            await open_wire(HubAddress(url=f"http://{host}:8123"), "token")
        await asyncio.sleep(0.05)


async def _box(host: str) -> None:
    server = ChatServer(f"http://{host}:8080/v1", "", connect_timeout_s=1.0)
    try:
        while True:
            with suppress(ServerAway):
                await server.models()
            await asyncio.sleep(0.05)
    finally:
        await server.close()


async def _turn(house: MqttHouse) -> list[float]:
    """Milliseconds of each command, with what local work asks of the threads all share."""
    on = DeviceCommand(device_id=LAMP, operation="turn_on")
    took = []
    for _ in range(TURN):
        began = time.perf_counter()
        await house.command(on)
        await asyncio.to_thread(os.stat, "/")
        took.append((time.perf_counter() - began) * 1000)
    return took


async def _round(house: MqttHouse, hosts: tuple[str, str, str], count: int) -> tuple[float, float]:
    quiet: list[float] = []
    lost: list[float] = []
    for _ in range(max(1, count // TURN)):
        quiet += await _turn(house)
        async with trying(hosts):
            await asyncio.sleep(0.2)
            lost += await _turn(house)
    return _p95(quiet), _p95(lost)


def _p95(times: list[float]) -> float:
    return round(sorted(times)[int(len(times) * 0.95)], 3)


async def main(count: int, how: str) -> None:
    """Measure; one JSON object."""
    silence = Silence() if how == "names" else None
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        broker = await start_broker(None, Path(folder), kind=BrokerKind.MOSQUITTO)
        link = MqttLink(broker.address)
        house = MqttHouse(link, (), {}, ("*",), SystemClock(ZoneInfo("UTC")))
        try:
            await announce(broker)
            await house.start()
            async with asyncio.timeout(10):
                await until(lambda: len(house.devices()) == SENSORS + 2, look_every_s=0.01)
            p95_ms = [await _round(house, HOSTS[how], count) for _ in range(ROUNDS)]
            async with trying(HOSTS[how]):
                await asyncio.sleep(0.2)
                began = time.perf_counter()
            left_s = round(time.perf_counter() - began, 3)
        finally:
            await house.stop()
            await broker.stop()
    asked = silence.count() if silence is not None else 0
    assert silence is None or asked, "nobody asked the resolver: the names were known"
    facts = {"p95_ms": p95_ms, "left_s": left_s, "asked": asked, "names": how == "names"}
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
