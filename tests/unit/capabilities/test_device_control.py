"""device_control: what is said to have happened is what was seen (B-050, B-055, B-056, F29)."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from capabilities.device_control import SPEC, DeviceControl, Settings, build
from companion.home.device_operation import DEVICE_OPERATIONS, TOGETHER, operation_of
from companion.home.device_spec import STOP
from companion.words.capability import ActionCall, RiskTier
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from tests.twins.clock import JumpClock
from tests.twins.memory_house import Behaviour, MemoryDevice, MemoryHouse

TABLE: Mapping[str, tuple[tuple[str, ...], str, dict[str, Any], dict[str, Any]]] = {
    "light.hall": (("turn_on", "turn_off", "set_brightness"), "off", {"brightness": 128}, {}),
    "light.plain": (("turn_on", "turn_off"), "off", {}, {}),
    "switch.plug": (("turn_on", "turn_off"), "on", {}, {}),
    "cover.curtain": (("open", "close", "stop", "set_position"), "closed", {"position": 0}, {}),
    "cover.blind": (("open", "close", "stop"), "closed", {}, {}),
    "cover.garage": (("open", "close", "stop"), "closed", {}, {"device_class": "garage"}),
    "climate.living": (
        ("set_temperature", "set_mode"), "heat", {"temperature": 20.0},
        {"modes": ("off", "heat", "cool"), "min_temp": 16.0, "max_temp": 30.0},
    ),
    "lock.front": (("lock", "unlock"), "locked", {}, {}),
    "fan.bath": (("turn_on", "turn_off", "set_percentage"), "on", {"percentage": 40}, {}),
    "media_player.tv": (("play", "pause", "stop", "set_volume"), "playing", {"volume": 30}, {}),
    "sensor.temperature": ((), "21.5", {}, {}),
}  # fmt: skip


class Room:
    """A capability over the home in memory, on a clock that jumps."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.house = MemoryHouse(self.clock)
        for name, (operations, value, attributes, fixed) in TABLE.items():
            device = Device(
                id=DeviceId(name),
                domain=Domain(name.split(".")[0]),
                name=Bilingual(f"『{name}』", name),
                area="hall",
                operations=operations,
                attributes=fixed,
            )
            self.house.add(MemoryDevice(device, value, dict(attributes)))
        self.capability: DeviceControl = build(Settings(), house=self.house, clock=self.clock)

    async def do(self, operation: str, device_id: str, **more: Any) -> ActionResult:
        call = ActionCall(
            operation=operation,
            payload={"device_id": device_id, **more},
            decision_event_id=EventId(7),
        )
        return await self.capability.perform(call)

    def behave(self, device_id: str, behaviour: Behaviour, delay_s: float = 0.0) -> None:
        self.house.behave(DeviceId(device_id), behaviour, delay_s=delay_s)

    def value(self, device_id: str) -> str | None:
        state = self.house.state(DeviceId(device_id))
        return state.value if state else None


@pytest.fixture
async def room() -> Any:
    found = Room()
    yield found
    await found.house.stop()


EVERY = [
    ("light_turn_on", "light.hall", {}, "light_turn_off", {}),
    ("light_set_brightness", "light.hall", {"brightness": 77}, "light_turn_off", {}),
    ("switch_turn_off", "switch.plug", {}, "switch_turn_on", {}),
    ("cover_open", "cover.curtain", {}, "cover_close", {}),
    ("cover_open", "cover.blind", {}, "cover_close", {}),
    ("cover_set_position", "cover.curtain", {"position": 40}, "cover_close", {}),
    ("garage_open", "cover.garage", {}, "garage_close", {}),
    ("climate_set_temperature", "climate.living", {"temperature": 22.5},
     "climate_set_temperature", {"temperature": 20.0}),
    ("climate_set_mode", "climate.living", {"mode": "cool"}, "climate_set_mode", {"mode": "heat"}),
    ("lock_unlock", "lock.front", {}, "lock_lock", {}),
    ("fan_turn_off", "fan.bath", {}, "fan_set_percentage", {"percentage": 40}),
    ("fan_set_percentage", "fan.bath", {"percentage": 80},
     "fan_set_percentage", {"percentage": 40}),
    ("media_player_pause", "media_player.tv", {}, "media_player_play", {}),
    ("media_player_stop", "media_player.tv", {}, "media_player_play", {}),
    ("media_player_set_volume", "media_player.tv", {"volume": 10},
     "media_player_set_volume", {"volume": 30}),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "device_id", "more", "inverse", "back"), EVERY)
async def test_every_operation_succeeds_and_its_inverse_restores(
    room: Room, operation: str, device_id: str, more: dict[str, Any], inverse: str, back: Any
) -> None:
    """Undo leads back to the state that was observed before (issue 2.6)."""
    before = room.house.state(DeviceId(device_id))
    assert before is not None
    result = await room.do(operation, device_id, **more)
    assert (result.status, result.failure_class) == (ResultStatus.SUCCESS, "")
    assert result.result_payload["observed"]
    assert result.result_payload["before"]["value"] == before.value
    assert result.inverse is not None
    assert result.inverse.operation == inverse
    assert dict(result.inverse.payload) == {"device_id": device_id, **back}
    assert result.decision_event_id == result.inverse.decision_event_id == 7
    undone = await room.capability.perform(result.inverse)
    assert undone.status is ResultStatus.SUCCESS
    after = room.house.state(DeviceId(device_id))
    assert after is not None
    assert after.value == before.value


async def test_turning_off_a_dimmed_light_is_undone_to_its_brightness(room: Room) -> None:
    """The inverse comes from the state before, brightness included."""
    room.house.set_state(DeviceId("light.hall"), "on", brightness=60)
    result = await room.do("light_turn_off", "light.hall")
    assert result.inverse is not None
    assert dict(result.inverse.payload) == {"device_id": "light.hall", "brightness": 60}


async def test_playing_is_undone_to_rest(room: Room) -> None:
    """A television that was off cannot be switched off by us; it is stopped."""
    room.house.set_state(DeviceId("media_player.tv"), "off")
    result = await room.do("media_player_play", "media_player.tv")
    assert result.inverse is not None
    assert result.inverse.operation == "media_player_stop"


async def test_the_summary_names_the_number(room: Room) -> None:
    """D-076: neutral English, facts only, no name from the wire."""
    result = await room.do("climate_set_temperature", "climate.living", temperature=22.5)
    assert result.summary_text == (
        "climate.living set_temperature: success; "
        "heat, temperature 20 -> heat, temperature 22.5 in 0.0 s"
    )


async def test_success_waits_for_the_report_not_for_the_call(room: Room) -> None:
    """DESIGN 1.2: a result comes from the post-state."""
    room.behave("light.hall", Behaviour.OBEYS, 1.5)
    result = await room.do("light_turn_on", "light.hall")
    assert result.status is ResultStatus.SUCCESS
    assert result.result_payload["took_s"] == pytest.approx(1.5, abs=0.05)
    assert result.summary_text == "light.hall turn_on: success; off -> on in 1.5 s"


async def test_a_device_that_ignores_is_no_effect(room: Room) -> None:
    """B-056: apart from failed, and never dressed as success."""
    room.behave("light.hall", Behaviour.IGNORES)
    result = await room.do("light_turn_on", "light.hall")
    assert result.status is ResultStatus.NO_EFFECT
    assert result.result_payload["reason"] == "no_change"
    assert not result.result_payload["observed"]
    assert result.result_payload["took_s"] == pytest.approx(3.0, abs=0.05)
    assert result.inverse is None


async def test_too_late_is_not_success(room: Room) -> None:
    """The time limit of the kind holds."""
    room.behave("light.hall", Behaviour.OBEYS, 20.0)
    result = await room.do("light_turn_on", "light.hall")
    assert result.status is ResultStatus.NO_EFFECT


async def test_a_cover_may_take_its_way_and_stuck_halfway_is_partial(room: Room) -> None:
    """45 s for the whole way; resting off its target ends the looking 10 s later."""
    room.behave("cover.curtain", Behaviour.OBEYS, 30.0)
    assert (await room.do("cover_open", "cover.curtain")).status is ResultStatus.SUCCESS
    room.behave("cover.curtain", Behaviour.HALF, 5.0)
    result = await room.do("cover_close", "cover.curtain")
    assert result.status is ResultStatus.PARTIAL
    assert result.result_payload["after"]["position"] == 50
    assert result.result_payload["took_s"] == pytest.approx(15.0, abs=0.2)
    assert result.inverse is not None
    assert result.inverse.operation == "cover_open"
    room.house.set_state(DeviceId("cover.curtain"), "open", position=30)
    room.behave("cover.curtain", Behaviour.OBEYS)
    result = await room.do("cover_close", "cover.curtain")
    assert result.inverse is not None
    assert result.inverse.payload["position"] == 30


async def test_a_cover_still_moving_has_not_arrived(room: Room) -> None:
    """`closing` at the limit is partial, whatever its position says."""
    room.house.set_state(DeviceId("cover.curtain"), "open", position=100)
    room.behave("cover.curtain", Behaviour.OBEYS, 90.0)
    result = await room.do("cover_close", "cover.curtain")
    assert result.status is ResultStatus.PARTIAL
    assert result.result_payload["after"]["value"] == "closing"


async def test_stopping_a_moving_cover(room: Room) -> None:
    """Stop is offered and done only while it moves; it has no inverse."""
    room.house.set_state(DeviceId("cover.blind"), "opening")
    assert "cover_stop" in {o.operation for o in room.capability.options()}
    result = await room.do("cover_stop", "cover.blind")
    assert (result.status, result.inverse) == (ResultStatus.SUCCESS, None)
    assert "cover_stop" not in {o.operation for o in room.capability.options()}


async def test_a_wrong_end_is_failed(room: Room) -> None:
    """A jammed lock is neither locked nor `partial`."""
    room.behave("lock.front", Behaviour.OPPOSITE)
    result = await room.do("lock_unlock", "lock.front")
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "wrong_state")


async def test_a_device_that_vanishes_has_an_unknown_outcome(room: Room) -> None:
    """F29: what could not be observed is unknown, and is not sent again."""
    room.behave("light.hall", Behaviour.VANISHES)
    result = await room.do("light_turn_on", "light.hall")
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "outcome_unknown")
    assert result.inverse is None
    assert len(room.house.commands) == 1


async def test_a_lost_acknowledgement_is_observed_never_sent_again(room: Room) -> None:
    """F29: 0 double toggles in 1,000 drops."""
    for turn in range(1000):
        room.behave("switch.plug", Behaviour.LOSES_ACK)
        word = "switch_turn_on" if turn % 2 else "switch_turn_off"
        assert (await room.do(word, "switch.plug")).status is ResultStatus.SUCCESS
    assert len(room.house.commands) == 1000


async def test_a_gate_with_one_button_is_never_pressed_twice(room: Room) -> None:
    """F29: 0 double toggles in 1,000 dropped acknowledgements, looking again included."""
    gate = DeviceId("cover.garage")
    room.behave(gate, Behaviour.TOGGLES)
    for turn in range(1000):
        before = room.value(gate)
        word = "garage_open" if before == "closed" else "garage_close"
        result = await room.do(word, gate)
        assert result.status is ResultStatus.SUCCESS
        call = ActionCall(operation=word, payload={"device_id": gate}, decision_event_id=EventId(7))
        await room.capability.look_again(call, result, 0.0)
        assert room.value(gate) != before
        assert len(room.house.commands) == turn + 1


async def test_looking_again_finds_the_late_word_and_sends_nothing(room: Room) -> None:
    """F29, B-050: open at first, settled by the device's next word."""
    room.behave("light.hall", Behaviour.OBEYS, 20.0)
    call = ActionCall(
        operation="light_turn_on", payload={"device_id": "light.hall"}, decision_event_id=EventId(7)
    )
    result = await room.capability.perform(call)
    assert result.unsettled
    assert await room.capability.look_again(call, result, 5.0) is None
    found = await room.capability.look_again(call, result, 20.0)
    assert found is not None
    assert found.status is ResultStatus.SUCCESS
    assert found.inverse is not None
    assert found.inverse.operation == "light_turn_off"
    assert len(room.house.commands) == 1


async def test_looking_again_at_what_came_halfway_says_so(room: Room) -> None:
    """A cover that was silent and then rests half open has moved after all."""
    call = ActionCall(
        operation="cover_open", payload={"device_id": "cover.curtain"}, decision_event_id=EventId(7)
    )
    room.behave("cover.curtain", Behaviour.IGNORES)
    result = await room.capability.perform(call)
    room.house.set_state(DeviceId("cover.curtain"), "open", position=50)
    found = await room.capability.look_again(call, result, 5.0)
    assert found is not None
    assert found.status is ResultStatus.PARTIAL


@pytest.mark.parametrize(
    ("readings", "status", "evidence"),
    [
        ((300.0,), ResultStatus.SUCCESS, "witnessed"),
        ((), ResultStatus.SUCCESS, "own_report"),
        ((4.0,), ResultStatus.SUCCESS, "own_report"),
        ((5.0,), ResultStatus.FAILED, "contradicted"),
        ((5.0, 300.0), ResultStatus.SUCCESS, "witnessed"),
    ],
)
async def test_a_light_meter_in_the_room_is_a_witness(
    room: Room, readings: tuple[float, ...], status: ResultStatus, evidence: str
) -> None:
    """ADR 0014: a fresh reading speaks; one that repeats itself, or nothing, does not."""
    meter = Device(
        id=DeviceId("sensor.lux"),
        domain=Domain.SENSOR,
        name=Bilingual("照度", "lux"),
        area="hall",
        operations=(),
        attributes={"device_class": "illuminance"},
    )
    room.house.add(MemoryDevice(meter, "4"))
    room.behave("light.hall", Behaviour.OBEYS, 0.5)
    doing = asyncio.create_task(room.do("light_turn_on", "light.hall"))
    await room.clock.sleep(0.8)
    for reading in readings:
        room.house.set_state(meter.id, f"{reading:g}")
        await room.clock.sleep(0.2)
    result = await doing
    assert (result.status, result.result_payload["evidence"]) == (status, evidence)
    if status is ResultStatus.FAILED:
        assert result.failure_class == "contradicted"


async def test_the_carrier_lost_while_looking_is_unknown(room: Room) -> None:
    """The states turned unknown: nothing is claimed."""
    room.behave("light.hall", Behaviour.OBEYS, 2.0)
    going = asyncio.create_task(room.do("light_turn_on", "light.hall"))
    await room.clock.sleep(1.0)
    room.house.disconnect()
    result = await going
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "outcome_unknown")


async def test_an_old_report_after_a_lost_connection_proves_nothing(room: Room) -> None:
    """F15, F29: `off` told again after a reconnect may be older than the command."""
    room.behave("light.hall", Behaviour.IGNORES)
    going = asyncio.create_task(room.do("light_turn_on", "light.hall"))
    await room.clock.sleep(1.0)
    room.house.disconnect()
    room.house.reconnect()
    result = await going
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "outcome_unknown")


async def test_nothing_is_sent_when_it_cannot_be(room: Room) -> None:
    """B-108: the failure classes that mean nothing was sent."""
    room.behave("light.plain", Behaviour.OFFLINE)
    for operation, device_id, more, failure in (
        ("light_turn_on", "light.plain", {}, "device_unavailable"),
        ("light_turn_on", "light.nowhere", {}, "device_unknown"),
        ("light_turn_on", "switch.plug", {}, "bad_parameters"),
        ("cover_open", "cover.garage", {}, "bad_parameters"),
        ("garage_open", "cover.curtain", {}, "bad_parameters"),
        ("explode", "light.hall", {}, "bad_parameters"),
        ("light_set_brightness", "light.plain", {"brightness": 5}, "bad_parameters"),
        ("light_set_brightness", "light.hall", {}, "bad_parameters"),
        ("light_set_brightness", "light.hall", {"brightness": 0}, "bad_parameters"),
        ("light_set_brightness", "light.hall", {"brightness": True}, "bad_parameters"),
        ("light_turn_on", "light.hall", {"then": "unlock"}, "bad_parameters"),
        ("climate_set_mode", "climate.living", {"mode": 3}, "bad_parameters"),
        ("climate_set_temperature", "climate.living", {"temperature": 99}, "bad_parameters"),
    ):
        result = await room.do(operation, device_id, **more)
        assert (result.status, result.failure_class) == (ResultStatus.FAILED, failure), operation
        assert result.inverse is None
    room.house.disconnect()
    result = await room.do("light_turn_on", "light.hall")
    assert result.failure_class == "house_unreachable"
    assert room.house.commands == []


async def test_what_was_so_already_is_no_effect(room: Room) -> None:
    """Nothing changed, so nothing is claimed; harmless ones are sent again, a lock is not."""
    result = await room.do("switch_turn_on", "switch.plug")
    assert (result.status, result.result_payload["reason"]) == (
        ResultStatus.NO_EFFECT,
        "already_so",
    )
    assert len(room.house.commands) == 1
    result = await room.do("lock_lock", "lock.front")
    assert result.result_payload["reason"] == "already_so"
    assert len(room.house.commands) == 1


async def test_drifting_back_later_is_not_this_actions_business(room: Room) -> None:
    """The result is what was seen when it was seen."""
    drifting = Device(
        id=DeviceId("light.loose"),
        domain=Domain.LIGHT,
        name=Bilingual("緩い照明", "loose light"),
        area="",
        operations=("turn_on", "turn_off"),
    )
    room.house.add(MemoryDevice(drifting, "off", drift_after_s=60.0))
    assert (await room.do("light_turn_on", "light.loose")).status is ResultStatus.SUCCESS
    await room.clock.sleep(61.0)
    assert room.value("light.loose") == "off"


async def test_options_are_what_would_change_something(room: Room) -> None:
    """B-017: only feasible entries; nothing for the unknown or the unavailable."""
    names = [(o.object_id, o.operation) for o in room.capability.options()]
    assert ("light.hall", "light_turn_on") in names
    assert ("light.hall", "light_turn_off") not in names
    assert ("light.plain", "light_set_brightness") not in names
    assert ("cover.garage", "garage_open") in names
    assert ("lock.front", "lock_unlock") in names
    assert ("media_player.tv", "media_player_play") not in names
    assert not any(device == "sensor.temperature" for device, _ in names)
    room.behave("light.hall", Behaviour.OFFLINE)
    room.house.set_state(DeviceId("switch.plug"), None)
    left = {o.object_id for o in room.capability.options()}
    assert not left & {"light.hall", "switch.plug"}


async def test_every_option_can_be_performed(room: Room) -> None:
    """A menu entry is never impossible."""
    for option in room.capability.options():
        fresh = Room()
        call = ActionCall(
            operation=option.operation, payload=option.payload, decision_event_id=EventId(1)
        )
        result = await fresh.capability.perform(call)
        assert result.status is ResultStatus.SUCCESS, option
        assert "{}" not in option.label.ja + option.label.en


async def test_availability_names_the_reason_in_both_languages(room: Room) -> None:
    """Unavailable says why and what to do."""
    assert room.capability.availability().available
    room.house.disconnect()
    gone = room.capability.availability()
    assert not gone.available
    assert gone.reason is not None
    assert gone.reason.ja
    assert gone.reason.en
    empty = build(Settings(), house=MemoryHouse(room.clock), clock=room.clock)
    assert not empty.availability().available


def test_risk_tiers_are_set_in_code() -> None:
    """S-13: lights, covers, media 1; climate and locking 2; unlocking and garages 3."""
    tiers = {o.name: o.risk for o in SPEC.operations}
    for name, tier in tiers.items():
        kind = name.split("_")[0]
        wanted = {"climate": RiskTier.ASK, "garage": RiskTier.NEVER_BY_ITSELF}.get(
            kind, RiskTier.REVERSIBLE
        )
        if name == "lock_unlock":
            wanted = RiskTier.NEVER_BY_ITSELF
        if name in ("scene_turn_on", "script_turn_on"):
            wanted = RiskTier.ASK  # they can do anything
        if name == STOP:
            wanted = RiskTier.TALK
        if name in ("lock_lock", "garage_stop"):
            wanted = {"lock_lock": RiskTier.ASK, "garage_stop": RiskTier.REVERSIBLE}[name]
        assert tier is wanted, name


def test_the_spec_is_whole() -> None:
    """B-108: labels in both languages, parameters, and inverses that exist."""
    known = {o.name for o in DEVICE_OPERATIONS} | set(TOGETHER) | {STOP}
    assert {o.name for o in SPEC.operations} == known
    assert len(SPEC.operations) == len(known)
    for operation in SPEC.operations:
        assert operation.label.ja != operation.label.en
        if operation.name == STOP:
            continue  # of no device
        assert operation.parameters["device_id"] == {"type": "string"}
        assert operation.parameters["device_ids"]["type"] == "array"
        assert operation.affordance is not None
        if operation.inverse:
            assert SPEC.operation(operation.inverse) is not None, operation.name


def test_a_devices_own_operation_leads_to_its_action() -> None:
    """The page knows `open`; the action is `garage_open` for what lets people in."""
    gate = Device(
        id=DeviceId("cover.gate"),
        domain=Domain.COVER,
        name=Bilingual("門", "gate"),
        area="",
        operations=("open",),
        attributes={"device_class": "gate"},
    )
    found = operation_of(gate, "open")
    assert found is not None
    assert found.name == "garage_open"
    assert operation_of(gate, "close") is None
