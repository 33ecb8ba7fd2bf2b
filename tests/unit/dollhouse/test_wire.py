"""The devices on a real broker: discovery, reports, commands, and the clock's barrier."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import Fault
from companion.dollhouse.house import DollHouse
from companion.dollhouse.scenario import load_scenario
from companion.dollhouse.wire import NODELAY
from companion.links.broker import Broker, BrokerKind, find_mosquitto, start_broker
from companion.service.clock import SystemChance

KINDS = (BrokerKind.MOSQUITTO, BrokerKind.AMQTT)
pytestmark = pytest.mark.real("broker")


@pytest.fixture(params=KINDS)
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Broker]:
    """Each broker of our own."""
    if request.param is BrokerKind.MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    own = await start_broker(None, tmp_path, kind=request.param)
    yield own
    await own.stop()


@asynccontextmanager
async def house_on(broker: Broker, speed: float = 1000) -> AsyncIterator[DollHouse]:
    scenario = load_scenario("evening_arrival")
    async with SimClock(scenario.starts_at, speed=speed) as clock:
        house = await DollHouse.prepare(scenario, clock, SystemChance(7))
        await house.start(broker.host, broker.port)
        try:
            yield house
        finally:
            await house.stop()


@asynccontextmanager
async def client_of(broker: Broker, *topics: str) -> AsyncIterator[aiomqtt.Client]:
    async with aiomqtt.Client(broker.host, broker.port, socket_options=NODELAY) as client:
        for topic in topics:
            await client.subscribe(topic, qos=1)
        yield client


async def heard(client: aiomqtt.Client, topic: str) -> str:
    async with asyncio.timeout(30):
        async for message in client.messages:
            if str(message.topic) == topic:
                assert isinstance(message.payload, bytes)
                return message.payload.decode()
    raise AssertionError(topic)


async def test_every_device_is_announced_and_reports(broker: Broker) -> None:
    """Discovery is retained, so it reaches who comes later."""
    async with house_on(broker) as house, client_of(broker, "homeassistant/+/+/config") as client:
        announced: set[str] = set()
        async with asyncio.timeout(30):
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                announced.add(json.loads(message.payload)["default_entity_id"])
                if len(announced) == len(house.plan.devices):
                    break
        assert announced == set(house.plan.device_names)
        await client.subscribe("dollhouse/light/kitchen/state", qos=1)
        assert await heard(client, "dollhouse/light/kitchen/state") == "OFF"


async def test_a_command_on_the_wire_changes_the_device_and_is_reported(broker: Broker) -> None:
    topic = "dollhouse/light/kitchen"
    async with house_on(broker) as house, client_of(broker, f"{topic}/state") as client:
        assert await heard(client, f"{topic}/state") == "OFF"
        await client.publish(f"{topic}/set", "ON", qos=1)
        assert await heard(client, f"{topic}/state") == "ON"
        assert house.device("light.kitchen").value() == "on"


async def test_a_retained_command_is_old_and_not_obeyed(broker: Broker) -> None:
    """F15: no stale command is carried out."""
    async with client_of(broker) as client:
        await client.publish("dollhouse/light/kitchen/set", "ON", qos=1, retain=True)
        async with house_on(broker) as house:
            await house.clock.sleep(5)
            assert house.device("light.kitchen").value() == "off"


async def test_offline_is_said_and_all_is_said_again_on_birth(broker: Broker) -> None:
    topic = "dollhouse/switch/coffee_maker/availability"
    async with house_on(broker) as house, client_of(broker, topic) as client:
        assert await heard(client, topic) == "online"
        house.break_device("switch.coffee_maker", Fault.OFFLINE)
        assert await heard(client, topic) == "offline"
        await client.publish("homeassistant/status", "online", qos=1)
        assert await heard(client, topic) == "offline"
        house.break_device("switch.coffee_maker", Fault.NONE)
        assert await heard(client, topic) == "online"


async def test_leaving_says_offline(broker: Broker) -> None:
    topic = "dollhouse/light/hall/availability"
    async with client_of(broker) as client:
        async with house_on(broker):
            await client.subscribe(topic, qos=1)
            assert await heard(client, topic) == "online"
        assert await heard(client, topic) == "offline"


async def test_nonsense_is_counted_not_obeyed(broker: Broker) -> None:
    async with house_on(broker) as house, client_of(broker) as client:
        for topic in ("light/moon/set", "light/kitchen/set", "sensor/hall_illuminance/set"):
            await client.publish(f"dollhouse/{topic}", "\x00perhaps", qos=1)
        await house.clock.sleep(2)
        assert house.device("light.kitchen").value() == "off"
        assert house.refused == 3


async def test_time_does_not_run_ahead_of_the_wire(broker: Broker) -> None:
    """ADR 0008: what was sent before a jump has arrived before it, even at 1000x."""
    async with house_on(broker) as house, client_of(broker) as client:
        for _ in range(20):
            with house.clock.hold():
                await client.publish("dollhouse/light/kitchen/set", "ON", qos=1)
            await house.clock.sleep(1)
        commands = [h.t for h in house.chronicle.all() if h.kind.value == "commanded"]
        assert len(commands) == 20
        assert all(int(t) == n for n, t in enumerate(commands))


async def test_no_broker_is_an_error_that_says_where() -> None:
    scenario = load_scenario("quiet_day")
    async with SimClock(scenario.starts_at, speed=1000) as clock:
        house = await DollHouse.prepare(scenario, clock, SystemChance(7))
        with pytest.raises(TimeoutError, match=r"127\.0\.0\.1:9"):
            await house.start("127.0.0.1", 9, timeout_s=0.3)
        await house.stop()
