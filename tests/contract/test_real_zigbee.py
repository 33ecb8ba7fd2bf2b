"""A real Zigbee2MQTT, with and without its discovery (issue 4, item 1)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, until, until_state
from tests.contract.real_zigbee import RealZigbee

pytestmark = [pytest.mark.real("zigbee2mqtt"), pytest.mark.timeout(300)]

PLUG, LOCK = DeviceId("switch.coffee_plug"), DeviceId("lock.front_door_lock")
BLIND, BULB = DeviceId("cover.bedroom_blind"), DeviceId("light.kitchen_bulb")
MOTION = DeviceId("binary_sensor.hall_motion_occupancy")
ASKED_WITHIN_S = 40.0
OPERATED = {PLUG, LOCK, BLIND, BULB, DeviceId("light.living_room_bulb")}


@contextlib.asynccontextmanager
async def house_on(
    zigbee: RealZigbee, *, discovery: str = "homeassistant"
) -> AsyncIterator[MqttHouse]:
    link = MqttLink(zigbee.address)
    house = MqttHouse(link, (), {}, (), CLOCK, discovery_prefix=discovery)
    await house.start()
    try:
        await until(lambda: {d.id for d in house.devices() if d.operations} == OPERATED, 30)
        await until(lambda: all(_there(house, i) for i in OPERATED), 30)
        yield house
    finally:
        await house.stop()


async def test_real_zigbee_without_discovery(real_zigbee: RealZigbee) -> None:
    """`bridge/devices` and `exposes` alone: every kind is switched and seen."""
    async with house_on(real_zigbee, discovery="nowhere") as house:
        for device, operation, value in (
            (PLUG, "turn_on", "on"),
            (PLUG, "turn_off", "off"),
            (LOCK, "unlock", "unlocked"),
            (LOCK, "lock", "locked"),
        ):
            await house.command(DeviceCommand(device_id=device, operation=operation))
            await until_state(house, device, value)
        await house.command(_numbered(BULB, "set_brightness", brightness=99))
        await until(lambda: abs((_told(house, BULB, "brightness") or 0) - 99) <= 1)
        await house.command(_numbered(BLIND, "set_position", position=40))
        await until(lambda: _told(house, BLIND, "position") == 40)
        for occupied, value in ((1, "on"), (0, "off")):
            await asyncio.to_thread(
                real_zigbee.air,
                device="Hall Motion",
                cluster="msOccupancySensing",
                attrs={"occupancy": occupied},
            )
            if occupied:  # the sensor itself says when nobody moves any more, after a minute
                await until_state(house, MOTION, value)
        assert house.notes() == {}


async def test_real_zigbee_both_ways_gives_each_device_once(real_zigbee: RealZigbee) -> None:
    """Its discovery and its own list tell the same home; opening the network is no device."""
    async with house_on(real_zigbee) as both:
        await until(lambda: both.device(MOTION) is not None)
        assert {d.id for d in both.devices() if d.operations} == OPERATED
        uniques = [k.entity.config["unique_id"] for k in both._known.values()]
        assert len(set(uniques)) == len(uniques)


async def test_real_zigbee_tells_its_states_to_who_comes_later(real_zigbee: RealZigbee) -> None:
    """It keeps no states on the broker: what can be read is asked for."""
    async with house_on(real_zigbee, discovery="nowhere") as first:
        await first.command(DeviceCommand(device_id=PLUG, operation="turn_on"))
        await until_state(first, PLUG, "on")
    async with house_on(real_zigbee, discovery="nowhere") as second:
        # It is asked device by device, some seconds in all; a busy machine takes longer.
        await until(lambda: _value(second, PLUG) == "on", ASKED_WITHIN_S)
        await until(lambda: _value(second, LOCK) == "locked", ASKED_WITHIN_S)
        assert second.notes() == {}


def _value(house: MqttHouse, device_id: DeviceId) -> str | None:
    state = house.state(device_id)
    return None if state is None else state.value


def _numbered(device: DeviceId, operation: str, **parameters: float) -> DeviceCommand:
    return DeviceCommand(device_id=device, operation=operation, parameters=parameters)


def _there(house: MqttHouse, device_id: DeviceId) -> bool:
    state = house.state(device_id)
    return state is not None and state.available


def _told(house: MqttHouse, device_id: DeviceId, name: str) -> float | None:
    state = house.state(device_id)
    return state.attributes.get(name) if state else None
