"""Benchmark of the MQTT link beside bare aiomqtt: a command to the broker's ack, reports coming in.

One broker, interleaved rounds. Ours is the whole way: `House.command` with its checks; inwards
the link, the home's mapping of topics to states, and the filter of what is news.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

import aiomqtt

from companion.links.broker import Broker, BrokerKind, find_mosquitto, start_broker
from companion.links.mqtt import NODELAY, MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.rooms.perception.reports import DeviceReports
from companion.service.clock import SystemClock
from companion.service.supervision import until
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.publisher import LAMP as TOPIC
from tests.proof.bench.publisher import SENSORS
from tests.proof.bench.whole import child, line_of, tell

IDS = ("P18",)
TIMES, P99_MS, SHARE = 2.0, 10.0, 0.5
"""Limits against the bare client."""
ROUNDS = 5
COMMANDS = {Effort.SHORT: 200, Effort.LONG: 2000}
REPORTS = {Effort.SHORT: 3000, Effort.LONG: 20_000}
LAMP = DeviceId("light.bench")
CLOCK = SystemClock(ZoneInfo("UTC"))


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Both ways, interleaved."""
    if find_mosquitto() is None:
        return (NotMeasured(id="P18", why="mosquitto is not installed"),)
    with tempfile.TemporaryDirectory() as folder:
        broker = await start_broker(None, Path(folder), kind=BrokerKind.MOSQUITTO)
        house = MqttHouse(MqttLink(broker.address), (), {}, ("*",), CLOCK)
        try:
            await announce(broker)
            await house.start()
            async with asyncio.timeout(10):
                await until(lambda: len(house.devices()) == SENSORS + 2, look_every_s=0.01)
            ours_ms, bare_ms = await _commands(house, broker, COMMANDS[effort])
            ours, bare = await _reports(house, broker, REPORTS[effort])
        finally:
            await house.stop()
            await broker.stop()
    return _figures(ours_ms, bare_ms, ours, bare)


def _figures(
    ours_ms: list[list[float]], bare_ms: list[list[float]], ours: float, bare: float
) -> tuple[Figure, ...]:
    p50s = [statistics.median(times) for times in ours_ms]
    ratio = statistics.median(
        ours / statistics.median(theirs) for ours, theirs in zip(p50s, bare_ms, strict=True)
    )
    p99 = statistics.median(_p99(times) for times in ours_ms)
    detail = {
        "p50_ms": round(statistics.median(p50s), 3),
        "bare_p50_ms": round(statistics.median(map(statistics.median, bare_ms)), 3),
    }
    return (
        Figure(
            id="P18",
            what="device command to the broker's ack, p50",
            value=ratio,
            limit=TIMES,
            sense=Sense.AT_MOST,
            against="bare aiomqtt QoS 1 publish, same broker",
            detail=detail,
        ),
        Figure(
            id="P18",
            what="device command to the broker's ack, p99",
            value=p99,
            limit=P99_MS,
            sense=Sense.AT_MOST,
            unit="ms",
            detail={"bare_p99_ms": round(statistics.median(map(_p99, bare_ms)), 3)},
        ),
        Figure(
            id="P18",
            what="device reports in, filter included",
            value=ours / bare,
            limit=SHARE,
            sense=Sense.AT_LEAST,
            against="bare aiomqtt reading the same messages",
            detail={"reports_per_s": round(ours), "bare_per_s": round(bare)},
        ),
    )


def _p99(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def _client(broker: Broker) -> aiomqtt.Client:
    return aiomqtt.Client(
        broker.host, broker.port, socket_options=NODELAY, max_queued_incoming_messages=100_000
    )


async def announce(broker: Broker) -> None:
    """The lamp and the sensors of `publisher`."""
    lamp = {"name": "lamp", "cmd_t": f"{TOPIC}/set", "stat_t": TOPIC, "uniq_id": "b"}
    async with _client(broker) as client:
        topic = "homeassistant/light/bench/config"
        await client.publish(topic, json.dumps(lamp), qos=1, retain=True)
        for number in (*range(SENSORS), "last"):
            sensor = {"name": f"s{number}", "stat_t": f"bench/s/{number}", "uniq_id": f"s{number}"}
            topic = f"homeassistant/sensor/s{number}/config"
            await client.publish(topic, json.dumps(sensor), qos=1, retain=True)


async def _commands(
    house: MqttHouse, broker: Broker, count: int
) -> tuple[list[list[float]], list[list[float]]]:
    """Milliseconds of each command, by round: ours and bare."""
    on = DeviceCommand(device_id=LAMP, operation="turn_on")
    ours: list[list[float]] = []
    bare: list[list[float]] = []
    async with _client(broker) as client:
        for _ in range(ROUNDS):
            mine, theirs = [], []
            for _ in range(count):
                began = time.perf_counter()
                await house.command(on)
                between = time.perf_counter()
                await client.publish(f"{TOPIC}/set", "ON", qos=1)
                theirs.append((time.perf_counter() - between) * 1000)
                mine.append((between - began) * 1000)
            ours.append(mine)
            bare.append(theirs)
    return ours, bare


async def _reports(house: MqttHouse, broker: Broker, count: int) -> tuple[float, float]:
    """Reports a second: through link, mapping and filter, and by a bare client."""
    ours, bare = [], []
    async with child("tests.proof.bench.publisher", (broker.port,)) as home:
        assert await line_of(home) == "ready"
        for _ in range(ROUNDS):
            ours.append(await _ours(house, home, count))
            bare.append(await _bare(broker, home, count))
    return statistics.median(ours), statistics.median(bare)


async def _ours(house: MqttHouse, home: asyncio.subprocess.Process, count: int) -> float:
    changes, filtered = house.changes(), DeviceReports(CLOCK)
    await tell(home, f"bench/s/# {count} 0")
    first = await anext(changes)
    began, heard, state = time.perf_counter(), 0, first
    while state.value != "done":
        state = await anext(changes)
        filtered.take(state)
        heard += 1
    took_s = time.perf_counter() - began
    assert await line_of(home) == "done"
    return heard / took_s


async def _bare(broker: Broker, home: asyncio.subprocess.Process, count: int) -> float:
    async with _client(broker) as client:
        await client.subscribe("bare/s/+", qos=1)
        await tell(home, f"bare/s/# {count} 0")
        began, heard = 0.0, 0
        async for message in client.messages:
            began = began or time.perf_counter()
            heard += 1
            if message.payload == b"done":
                break
        took_s = time.perf_counter() - began
    assert await line_of(home) == "done"
    return heard / took_s
