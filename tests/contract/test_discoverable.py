"""Devices whose wire format is a third party's: ha-mqtt-discoverable (issue 4, item 1)."""

import asyncio
from pathlib import Path

import pytest

from companion.links.broker import BrokerKind, find_mosquitto, start_broker
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.words.device import DeviceCommand, Domain
from tests.contract.house_parts import CLOCK, until, until_state
from tests.contract.real_hub import TESTBED


@pytest.mark.real("discoverable")
@pytest.mark.timeout(240)
@pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")
async def test_discoverable_devices_are_switched_and_seen(
    discoverable_python: Path, tmp_path: Path
) -> None:
    """Light with brightness, cover, switch, lock and sensor, announced by the library itself."""
    broker = await start_broker(None, tmp_path, kind=BrokerKind.MOSQUITTO)
    house = MqttHouse(MqttLink(broker.address), (), {}, (), CLOCK)
    await house.start()
    attic = await asyncio.create_subprocess_exec(
        str(discoverable_python),
        str(TESTBED / "had_devices.py"),
        str(broker.port),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await until(lambda: len(house.devices()) == 5, 60)
        by_kind = {d.domain: d.id for d in house.devices()}
        assert by_kind.keys() == {
            Domain.LIGHT,
            Domain.COVER,
            Domain.SWITCH,
            Domain.LOCK,
            Domain.SENSOR,
        }
        for kind, operation, value in (
            (Domain.LIGHT, "turn_on", "on"),
            (Domain.COVER, "open", "open"),
            (Domain.SWITCH, "turn_on", "on"),
            (Domain.LOCK, "unlock", "unlocked"),
            (Domain.LOCK, "lock", "locked"),
            (Domain.COVER, "close", "closed"),
        ):
            await house.command(DeviceCommand(device_id=by_kind[kind], operation=operation))
            await until_state(house, by_kind[kind], value)
        light = by_kind[Domain.LIGHT]
        level = {"brightness": 77}
        await house.command(
            DeviceCommand(device_id=light, operation="set_brightness", parameters=level)
        )
        await until(lambda: _told(house, light) == 77)
        assert house.notes() == {}
    finally:
        attic.kill()
        await attic.wait()
        await house.stop()
        await broker.stop()


def _told(house: MqttHouse, device_id: str) -> object:
    state = next((house.state(d.id) for d in house.devices() if d.id == device_id), None)
    return state.attributes.get("brightness") if state else None
