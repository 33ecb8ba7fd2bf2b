"""device_control on the finer kinds: what is seen to change is done, what is not seen is not said.

Issue 4, items 3 and 6; B-050, B-055, F29, S-13.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from capabilities.device_control import DeviceControl, Settings, build
from companion.home.device_offer import offers
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from tests.contract.finer_parts import FIRST, TAKES
from tests.twins.clock import JumpClock
from tests.twins.memory_house import Behaviour, MemoryDevice, MemoryHouse

MORE: Mapping[str, tuple[tuple[str, ...], str, dict[str, Any]]] = {
    "media_player.radio": (("play", "volume_up", "volume_down"), "playing", {}),
    "script.night": (("turn_on", "turn_off"), "off", {"started": "2026-01-01T00:00:00+00:00"}),
    "scene.mute": (("turn_on",), "idle", {}),
    "light.white": (("turn_on", "turn_off", "set_color"), "on", {}),
}


class Room:
    """A capability over the home in memory, on a clock that jumps."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.house = MemoryHouse(self.clock)
        kept = {str(i): (TAKES[i], value, dict(facts)) for i, (value, facts) in FIRST.items()}
        for name, (operations, value, facts) in {**kept, **MORE}.items():
            device = Device(
                id=DeviceId(name),
                domain=Domain(name.split(".")[0]),
                name=Bilingual(name, name),
                area="hall",
                operations=operations,
            )
            self.house.add(MemoryDevice(device, value, dict(facts)))
        self.capability: DeviceControl = build(Settings(), house=self.house, clock=self.clock)

    def call(self, operation: str, device_id: str, **more: Any) -> ActionCall:
        payload = {"device_id": device_id, **more}
        return ActionCall(operation=operation, payload=payload, decision_event_id=EventId(7))

    async def do(self, operation: str, device_id: str, **more: Any) -> ActionResult:
        return await self.capability.perform(self.call(operation, device_id, **more))

    def facts(self, device_id: str) -> dict[str, Any]:
        state = self.house.state(DeviceId(device_id))
        assert state is not None
        return {"value": state.value, **state.attributes}


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    found = Room()
    yield found
    await found.house.stop()


EVERY = [
    ("light_set_color", "light.lamp", {"color": "red"}, "light_set_color_temperature"),
    ("light_set_color_temperature", "light.lamp", {"color_temperature_k": 5000},
     "light_set_color_temperature"),
    ("cover_set_tilt", "cover.blind", {"tilt": 60}, "cover_set_tilt"),
    ("fan_oscillate_on", "fan.tall", {}, "fan_oscillate_off"),
    ("media_player_next_track", "media_player.box", {}, "media_player_previous_track"),
    ("media_player_mute", "media_player.box", {}, "media_player_unmute"),
    ("vacuum_start", "vacuum.robot", {}, "vacuum_return_to_dock"),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "device", "parameters", "back"), EVERY)
async def test_it_succeeds_and_its_inverse_restores_what_was(
    room: Room, operation: str, device: str, parameters: dict[str, Any], back: str
) -> None:
    before = room.facts(device)
    result = await room.do(operation, device, **parameters)
    assert result.status is ResultStatus.SUCCESS, result.summary_text
    assert result.inverse is not None
    assert result.inverse.operation == back
    again = await room.do(operation, device, **parameters)
    if "track" not in operation:
        assert again.result_payload["reason"] == "already_so"
    undone = await room.capability.perform(result.inverse)
    assert undone.status is ResultStatus.SUCCESS
    if "track" not in operation:
        assert room.facts(device) == before


@pytest.mark.parametrize(("operation", "device", "parameters", "back"), EVERY)
async def test_what_does_nothing_is_no_effect(
    room: Room, operation: str, device: str, parameters: dict[str, Any], back: str
) -> None:
    """B-055: no word of the call counts, only what is seen."""
    room.house.behave(DeviceId(device), Behaviour.IGNORES)
    result = await room.do(operation, device, **parameters)
    assert (result.status, result.inverse) == (ResultStatus.NO_EFFECT, None)


async def test_a_lamp_that_was_off_or_red_goes_back_to_that(room: Room) -> None:
    await room.do("light_set_color", "light.lamp", color="red")
    result = await room.do("light_set_color", "light.lamp", color="blue")
    assert result.inverse is not None
    assert result.inverse.payload == {"device_id": "light.lamp", "color": "#ff0000"}
    await room.do("light_turn_off", "light.lamp")
    result = await room.do("light_set_color", "light.lamp", color="green")
    assert result.inverse is not None
    assert result.inverse.operation == "light_turn_off"
    unknown = await room.do("light_set_color", "light.white", color="red")
    assert unknown.inverse is None, "nobody told how it was"


async def test_a_scene_is_witnessed_by_its_last_start_alone(room: Room) -> None:
    """It has no state: the moment of its last start moves, each time; nothing takes it back."""
    first = await room.do("scene_turn_on", "scene.movie")
    await room.clock.sleep(1.0)
    again = await room.do("scene_turn_on", "scene.movie")
    for result in (first, again):
        assert (result.status, result.inverse) == (ResultStatus.SUCCESS, None)
    assert first.result_payload["after"]["started"] < again.result_payload["after"]["started"]
    script = await room.do("script_turn_on", "script.night")
    assert script.status is ResultStatus.SUCCESS
    room.house.behave(DeviceId("scene.movie"), Behaviour.IGNORES)
    ignored = await room.do("scene_turn_on", "scene.movie")
    assert ignored.status is ResultStatus.NO_EFFECT
    room.house.behave(DeviceId("scene.mute"), Behaviour.IGNORES)
    silent = await room.do("scene_turn_on", "scene.mute")
    assert silent.failure_class == "outcome_unknown", "one that never tells proves nothing"


async def test_a_volume_nobody_tells_is_not_claimed(room: Room) -> None:
    result = await room.do("media_player_volume_up", "media_player.radio")
    assert result.failure_class == "outcome_unknown"
    room.house.set_state(DeviceId("media_player.radio"), "playing", volume=30)
    result = await room.do("media_player_volume_up", "media_player.radio")
    assert result.status is ResultStatus.SUCCESS
    assert result.inverse is not None
    assert result.inverse.operation == "media_player_volume_down"


@pytest.mark.parametrize("everything", [False, True])
async def test_a_stop_ends_the_looking_and_the_place_is_kept(room: Room, everything: bool) -> None:
    """Issue 4.6: the opening that was stopped says where it stands, at once."""
    blind = DeviceId("cover.blind")
    room.house.set_state(blind, "closed", position=0)
    room.house.behave(blind, Behaviour.IGNORES)
    opening = asyncio.create_task(room.do("cover_open", blind))
    await room.clock.sleep(1.0)
    room.house.set_state(blind, "opening", position=40)
    await room.clock.sleep(1.0)
    stopping = asyncio.create_task(
        room.capability.perform(
            ActionCall(operation="stop", payload={}, decision_event_id=EventId(8))
        )
        if everything
        else room.do("cover_stop", blind)
    )
    await room.clock.sleep(0.2)
    room.house.set_state(blind, "open", position=42)
    began = room.clock.monotonic()
    result = await opening
    assert room.clock.monotonic() - began <= Settings().settle_s + 0.1
    assert result.status is ResultStatus.PARTIAL
    assert result.result_payload["after"]["position"] == 42
    assert (await stopping).status is ResultStatus.SUCCESS
    assert [c.operation for c in room.house.commands] == ["open", "stop"]


async def test_a_vacuum_on_its_way_is_open_until_it_is_home(room: Room) -> None:
    """`returning` is no `docked`: it is looked at again (B-050)."""
    robot = DeviceId("vacuum.robot")
    room.house.set_state(robot, "cleaning")
    room.house.behave(robot, Behaviour.IGNORES)
    going = asyncio.create_task(room.do("vacuum_return_to_dock", robot))
    await room.clock.sleep(1.0)
    room.house.set_state(robot, "returning")
    result = await going
    assert (result.status, result.unsettled) == (ResultStatus.PARTIAL, True)
    call = room.call("vacuum_return_to_dock", robot)
    looking = asyncio.create_task(room.capability.look_again(call, result, 40.0))
    await room.clock.sleep(20.0)
    room.house.set_state(robot, "docked")
    found = await looking
    assert found is not None
    assert found.status is ResultStatus.SUCCESS


async def test_a_menu_offers_what_makes_sense_and_is_not_drowned(room: Room) -> None:
    """Colours, angles and sounds are for who asks; a docked vacuum is not sent home."""
    offered = {
        option.operation
        for device in room.house.devices()
        for option in offers(device, room.house.state(device.id))
    }
    assert {"scene_turn_on", "script_turn_on", "vacuum_start"} <= offered
    assert "vacuum_return_to_dock" not in offered
    assert "media_player_next_track" in offered
    assert not any(
        word in name
        for name in offered
        for word in ("color", "tilt", "mute", "oscillate", "stop")
        if name != "media_player_stop"
    )
