"""Contract of the port `House` for the finer kinds: in memory, on a broker, on Home Assistant.

The same commands lead to the same facts in our words and units, whatever carries them.
"""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.home.color import read_color
from companion.links.broker import find_mosquitto
from companion.ports.house import House
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from tests.contract.finer_parts import (
    BLIND,
    FAN,
    FIRST,
    LAMP,
    PLAYER,
    ROBOT,
    SCENE,
    TAKES,
    finer_home,
    same_color,
)
from tests.contract.house_parts import until

pytestmark = pytest.mark.real("broker")


@pytest.fixture(params=["memory", "mosquitto", "hub_twin"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """One house of every kind there is."""
    if request.param == "mosquitto" and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    async with finer_home(request.param, tmp_path) as found:
        yield found


def facts(house: House, device_id: DeviceId) -> Mapping[str, Any]:
    state = house.state(device_id)
    return {} if state is None else {"value": state.value, **state.attributes}


async def do(house: House, device_id: DeviceId, operation: str, **parameters: Any) -> None:
    await house.command(
        DeviceCommand(device_id=device_id, operation=operation, parameters=parameters)
    )


async def seen(house: House, device_id: DeviceId, **wanted: Any) -> None:
    await until(lambda: wanted.items() <= facts(house, device_id).items())


async def test_every_operation_is_seen_in_the_facts(house: House) -> None:
    """B-050: what each carrier tells after the command is the same in our words."""
    for device_id, (value, _) in FIRST.items():
        device = house.device(device_id)
        assert device is not None
        assert set(TAKES[device_id]) <= set(device.operations), device_id
        assert facts(house, device_id)["value"] == value
    await do(house, LAMP, "set_color", color="red")
    await until(lambda: same_color(facts(house, LAMP).get("color"), 0, 100))
    assert "color_temperature_k" not in facts(house, LAMP), "a lamp shows one of the two"
    await do(house, LAMP, "set_color_temperature", color_temperature_k=2700)
    await until(lambda: abs(facts(house, LAMP).get("color_temperature_k", 0) - 2700) < 30)
    assert read_color(facts(house, LAMP).get("color")) is None
    await do(house, BLIND, "set_tilt", tilt=60)
    await seen(house, BLIND, tilt=60, position=100)
    await do(house, FAN, "oscillate_on")
    await seen(house, FAN, oscillating="on", value="on")
    await do(house, FAN, "oscillate_off")
    await seen(house, FAN, oscillating="off")
    await do(house, PLAYER, "mute")
    await seen(house, PLAYER, muted="on")
    first = facts(house, PLAYER)["track"]
    await do(house, PLAYER, "next_track")
    await until(lambda: facts(house, PLAYER)["track"] != first)
    await do(house, PLAYER, "previous_track")
    await seen(house, PLAYER, track=first, value="playing")
    for operation, value in (
        ("start", "cleaning"),
        ("pause", "paused"),
        ("stop", "idle"),
        ("return_to_dock", "docked"),
    ):
        await do(house, ROBOT, operation)
        await seen(house, ROBOT, value=value)


async def test_a_scene_tells_when_it_was_started_and_nothing_else(house: House) -> None:
    """It has no state of its own: it is `idle`, and its last start moves."""
    assert "started" not in facts(house, SCENE)
    await do(house, SCENE, "turn_on")
    await until(lambda: "started" in facts(house, SCENE))
    first = facts(house, SCENE)["started"]
    await do(house, SCENE, "turn_on")
    await until(lambda: facts(house, SCENE)["started"] > first)
    assert facts(house, SCENE)["value"] == "idle"


async def test_what_the_device_cannot_show_is_refused(house: House) -> None:
    """B-108: an unknown colour, and a white beyond the table's ends."""
    for operation, parameters in (
        ("set_color", {"color": "black"}),
        ("set_color", {"color": "#12"}),
        ("set_color_temperature", {}),
    ):
        with pytest.raises(ValueError, match=r".+"):
            await do(house, LAMP, operation, **parameters)
