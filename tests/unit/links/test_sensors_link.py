"""Sensors have a connection of their own: a storm of them delays no command (F18)."""

import asyncio
import json
from pathlib import Path

import pytest

from companion.links.broker import BrokerKind, start_broker
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, until, until_state

LAMP, HEAT = DeviceId("light.lamp"), DeviceId("sensor.heat")
SMOKE = DeviceId("binary_sensor.smoke")
ANNOUNCED = {
    "homeassistant/light/lamp/config": {"name": "lamp", "cmd_t": "l/set", "stat_t": "l"},
    "homeassistant/sensor/heat/config": {"name": "heat", "stat_t": "h"},
    "homeassistant/binary_sensor/smoke/config": {"name": "s", "stat_t": "s", "dev_cla": "smoke"},
}


@pytest.mark.real("broker")
async def test_each_kind_is_heard_over_its_own_and_lost_by_itself(tmp_path: Path) -> None:
    """What came over the lost connection is unknown; the other goes on, commands included."""
    broker = await start_broker(None, tmp_path, kind=BrokerKind.AMQTT)
    sensors, devices = MqttLink(broker.address), MqttLink(broker.address)
    house = MqttHouse(MqttLink(broker.address), (), {}, ("*",), CLOCK, sensors=sensors)
    await devices.start()
    await house.start()
    assert await devices.wait_connected(5)
    assert await sensors.wait_connected(5)
    for topic, config in ANNOUNCED.items():
        await devices.publish(topic, json.dumps(config), retain=True)
    await until(lambda: len(house.devices()) == 3)
    await devices.publish("l", "OFF", retain=True)
    await devices.publish("h", "21.5", retain=True)
    await devices.publish("s", "OFF", retain=True)
    await until_state(house, LAMP, "off")
    await until_state(house, HEAT, "21.5")
    await until_state(house, SMOKE, "off")
    assert sensors.counts.received == 1, "a detector of danger does not wait behind the others"
    await sensors.stop()
    state = house.state(HEAT)
    assert state is not None
    assert (state.value, state.available) == (None, False)
    lamp = house.state(LAMP)
    assert lamp is not None
    assert lamp.value == "off"
    async with asyncio.timeout(30):
        await house.command(DeviceCommand(device_id=LAMP, operation="turn_on"))
    await house.stop()
    await devices.stop()
    await broker.stop()
