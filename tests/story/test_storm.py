"""A storm of reports in the whole house, over a real broker (F18)."""

import asyncio
import json
from pathlib import Path

import aiomqtt
import pytest

from companion.app import Companion
from companion.links.broker import find_mosquitto
from companion.service.settings import Home
from companion.service.supervision import until
from companion.words.activity import StreamKind
from companion.words.ids import DeviceId
from tests.proof.bench.link import announce
from tests.proof.bench.publisher import SENSORS
from tests.proof.bench.whole import child, line_of, living, shipped, tell

SMOKE = DeviceId("binary_sensor.smoke")
STORM_PER_S, STORM_S = 5000, 60


async def _detector(house: Companion) -> aiomqtt.Client:
    """A smoke detector that has said that all is well."""
    client = aiomqtt.Client(house.home.broker.host, house.home.broker.port)
    await client.__aenter__()
    config = {"name": "smoke", "stat_t": "bench/smoke", "dev_cla": "smoke", "uniq_id": "smoke"}
    await client.publish(
        "homeassistant/binary_sensor/smoke/config", json.dumps(config), qos=1, retain=True
    )
    await until(lambda: house.home.house.device(SMOKE) is not None)
    await client.publish("bench/smoke", "OFF", qos=1, retain=True)
    await until(lambda: (s := house.home.house.state(SMOKE)) is not None and s.value == "off")
    return client


@pytest.mark.real("mosquitto")
@pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")
async def test_smoke_in_the_middle_of_a_storm_is_told(tmp_path: Path) -> None:
    """F18, T-08: dangers come before all else, while the storm rages on."""
    capabilities = {"device_control": None, "speak": None}
    settings = shipped(
        tmp_path, home=Home(kind="mqtt"), cameras={}, policies={}, capabilities=capabilities
    )
    async with living(settings) as (house, _):
        await announce(house.home.broker)
        detector = await _detector(house)
        await until(lambda: len(house.home.house.devices()) >= SENSORS + 2)
        told, counts = house.foundations.hub.watch(), house.home.sensor_link.counts
        async with child("tests.proof.bench.publisher", (house.home.broker.port,)) as home:
            assert await line_of(home) == "ready"
            await tell(home, f"bench/s/# {STORM_PER_S * STORM_S} {STORM_PER_S}")
            await until(lambda: counts.merged > STORM_PER_S / 2)
            await detector.publish("bench/smoke", "ON", qos=1, retain=True)
            async with asyncio.timeout(STORM_S / 2):
                async for message in told:
                    if message.kind is StreamKind.ACTIVITY and message.data["kind"] == "danger":
                        break
            merged = counts.merged
            await until(lambda: counts.merged > merged)  # it rages on
        await detector.__aexit__(None, None, None)
        await told.aclose()  # type: ignore[attr-defined]
