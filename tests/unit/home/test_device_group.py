"""One act on several devices: judged device by device, told device by device (B-055, S-08)."""

import json
from typing import Any

import pytest

from companion.dollhouse.home import load_home
from companion.home.device_group import (
    MOST_DEVICES,
    each_call,
    group_deed,
    group_touches,
    parts_of,
    ways_back,
)
from companion.home.device_operation import operation_of
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.expression.claims import Names, claim_of_result
from companion.rooms.referee.room import Referee
from companion.service.plugins import CapabilityRegistry
from companion.store.codec import dumps, loads
from companion.store.sqlite import Store
from companion.words.approval import ApprovalStatus
from companion.words.capability import ActionCall, RiskTier
from companion.words.decision import ActionDecision
from companion.words.device import Device, Domain, devices_in
from companion.words.event import EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.mood import Mood
from companion.words.result import ActionResult, ResultStatus
from companion.words.scene import EMPTY_HANDED, SceneActor, SceneObject, SceneState
from tests.proof.judge.hearing import Ear, sentences
from tests.twins.clock import JumpClock
from tests.twins.home import decision, trigger
from tests.twins.memory_house import Behaviour, MemoryDevice
from tests.unit.capabilities.test_device_control import Room, room
from tests.unit.store.samples import draft

__all__ = ["room"]
LIGHTS = ("light.second", "light.plain", "light.third")


@pytest.fixture
def three(room: Room) -> Room:
    """Three lights that are on, and what else the room has."""
    for name, area in (("second", "kitchen"), ("third", "living")):
        room.house.add(MemoryDevice(light(name, name, area), "off", {}))
    for one in LIGHTS:
        room.house.set_state(DeviceId(one), "on")
    return room


async def act(room: Room, operation: str, ids: object, **more: Any) -> ActionResult:
    call = ActionCall(
        operation=operation, payload={"device_ids": ids, **more}, decision_event_id=EventId(7)
    )
    return await room.capability.perform(call)


def stored(result: ActionResult) -> ActionResult:
    """As it is read back from the record."""
    return loads(ActionResult, dumps(result))


async def test_all_of_them_are_switched_and_each_is_looked_at(three: Room) -> None:
    """B-055: `success` only when every device was seen to be so."""
    result = await act(three, "light_turn_off", list(LIGHTS))
    assert (result.status, result.failure_class) == (ResultStatus.SUCCESS, "")
    assert [three.value(one) for one in LIGHTS] == ["off"] * 3
    assert [p.status for p in parts_of(stored(result))] == [ResultStatus.SUCCESS] * 3
    assert devices_in(result.result_payload) == LIGHTS
    assert not result.unsettled


async def test_two_of_three_are_partial_and_say_which(three: Room) -> None:
    """Two of three lights: `partial`, and neither more nor less is told than was seen."""
    three.behave("light.plain", Behaviour.IGNORES)
    result = await act(three, "light_turn_off", list(LIGHTS))
    assert result.status is ResultStatus.PARTIAL
    done, not_done, third = parts_of(stored(result))
    assert (done.status, third.status) == (ResultStatus.SUCCESS, ResultStatus.SUCCESS)
    assert not_done.status is ResultStatus.NO_EFFECT
    claim = claim_of_result(result, EventId(9), names(three))
    assert claim is not None
    assert claim.kind == "several"
    told, untold = sentences(claim.slots["outcome"].en)
    assert "plain" not in told
    assert "plain" in untold
    assert "I saw no change" in untold
    assert "変化は見られませんでした" in claim.slots["outcome"].ja.partition("。")[2]


async def test_none_of_them_is_no_success(three: Room) -> None:
    """`no_effect` where nothing changed, `failed` where nothing could be sent."""
    for one in LIGHTS:
        three.behave(one, Behaviour.IGNORES)
    assert (await act(three, "light_turn_off", list(LIGHTS))).status is ResultStatus.NO_EFFECT
    for one in LIGHTS:
        three.behave(one, Behaviour.OFFLINE)
    gone = await act(three, "light_turn_off", list(LIGHTS))
    assert (gone.status, gone.failure_class) == (ResultStatus.FAILED, "device_unavailable")
    assert gone.inverse is None


async def test_what_was_so_already_is_no_reason_for_partial(three: Room) -> None:
    """Two were on, one was off: all are off now."""
    three.house.set_state(DeviceId("light.third"), "off")
    result = await act(three, "light_turn_off", list(LIGHTS))
    assert result.status is ResultStatus.SUCCESS
    assert [dict(call.payload)["device_ids"] for call in ways_back(result)] == [list(LIGHTS[:2])]
    again = await act(three, "light_turn_off", list(LIGHTS))
    assert (again.status, again.result_payload["reason"]) == (ResultStatus.NO_EFFECT, "already_so")


async def test_undo_takes_back_what_was_done_and_nothing_else(three: Room) -> None:
    """Only those that were switched come back, each to what it was."""
    three.behave("light.plain", Behaviour.IGNORES)
    result = await act(three, "light_turn_off", list(LIGHTS))
    (way,) = ways_back(stored(result))
    assert (way.operation, way.payload) == (
        "light_turn_on",
        {"device_ids": ["light.second", "light.third"]},
    )
    assert (await three.capability.perform(way)).status is ResultStatus.SUCCESS
    assert [three.value(one) for one in LIGHTS] == ["on"] * 3


async def test_devices_of_several_kinds_go_off_together(three: Room) -> None:
    """`all_turn_off`: lights, plugs and fans; more than one way back where settings differ."""
    ids = ["light.plain", "switch.plug", "fan.bath"]
    result = await act(three, "all_turn_off", ids)
    assert result.status is ResultStatus.SUCCESS
    assert [three.value(one) for one in ids] == ["off"] * 3
    assert result.inverse is None
    back = {way.operation for way in ways_back(stored(result))}
    assert back == {"light_turn_on", "switch_turn_on", "fan_set_percentage"}
    for way in ways_back(result):
        assert (await three.capability.perform(way)).status is ResultStatus.SUCCESS


@pytest.mark.parametrize(
    ("operation", "ids"),
    [
        ("light_turn_off", []),
        ("light_turn_off", "light.third"),
        ("light_turn_off", ["light.third", "light.third"]),
        ("light_turn_off", [f"light.{n}" for n in range(MOST_DEVICES + 1)]),
        ("light_turn_off", ["light.third", 7]),
    ],
)
async def test_a_payload_that_is_none_sends_nothing(
    three: Room, operation: str, ids: object
) -> None:
    """B-108: `bad_parameters`, and every light is as it was."""
    result = await act(three, operation, ids)
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "bad_parameters")
    assert [three.value(one) for one in LIGHTS] == ["on"] * 3


async def test_one_and_several_at_once_is_refused(three: Room) -> None:
    """T3: what is judged and what is done are read from one place."""
    result = await act(three, "light_turn_off", ["light.plain"], device_id="light.third")
    assert result.failure_class == "bad_parameters"
    assert three.value("light.plain") == "on"


async def test_a_kind_that_does_not_take_it_fails_alone(three: Room) -> None:
    """A lock has no `turn_off`, also not among others; what must be asked for stays out."""
    result = await act(three, "all_turn_off", ["light.plain", "lock.front", "climate.living"])
    light, lock, climate = parts_of(result)
    assert light.status is ResultStatus.SUCCESS
    assert {lock.failure_class, climate.failure_class} == {"bad_parameters"}
    assert (three.value("lock.front"), three.value("climate.living")) == ("locked", "heat")


async def test_two_curtains_of_a_room_move_together(room: Room) -> None:
    """Issue 4: they start at once; a second does not wait for the first's whole way."""
    began = room.clock.monotonic()
    for one in ("cover.curtain", "cover.blind"):
        room.behave(one, Behaviour.OBEYS, delay_s=8.0)
    result = await act(room, "cover_open", ["cover.curtain", "cover.blind"])
    assert result.status is ResultStatus.SUCCESS
    assert room.clock.monotonic() - began < 12.0


async def test_a_neighbour_in_the_group_is_no_witness(three: Room) -> None:
    """ADR 0014: one meter feels two lamps and cannot say which of them lit up."""
    meter = Device(
        id=DeviceId("sensor.lux"),
        domain=Domain.SENSOR,
        name=Bilingual("照度", "lux"),
        area="hall",
        operations=(),
        attributes={"device_class": "illuminance"},
    )
    three.house.add(MemoryDevice(meter, "300", {}))
    three.house.add(MemoryDevice(light("near", "near"), "on", {}))
    result = await act(three, "light_turn_off", ["light.plain", "light.near"])
    assert {p.result_payload["evidence"] for p in parts_of(result)} == {"own_report"}
    claim = claim_of_result(result, EventId(1), names(three))
    assert claim is not None
    assert claim.kind == "reported"
    assert "they report that they have" in claim.slots["outcome"].en


async def test_what_stayed_open_is_looked_at_again(three: Room) -> None:
    """F29: a late word of one of several corrects the whole; nothing is sent again."""
    three.behave("light.plain", Behaviour.OBEYS, delay_s=6.0)
    payload = {"device_ids": list(LIGHTS)}
    call = ActionCall(operation="light_turn_off", payload=payload, decision_event_id=EventId(7))
    result = await three.capability.perform(call)
    assert result.status is ResultStatus.PARTIAL
    assert result.unsettled
    late = await three.capability.look_again(call, stored(result), 20.0)
    assert late is not None
    assert late.status is ResultStatus.SUCCESS
    assert not late.unsettled


def test_the_words_name_every_device() -> None:
    """C-047: one approval names all that it is for."""
    devices = [
        light("玄関", "hall light"),
        light("台所", "kitchen light"),
        light("居間", "TV light"),
    ]
    assert group_deed("light_turn_off", devices) == Bilingual(
        "玄関と台所と居間を消す", "turn off hall light, kitchen light and TV light"
    )
    assert group_touches("all_turn_off", devices).en == (
        "Touches hall light, kitchen light and TV light; can be undone"
    )


def test_a_sentence_is_heard_for_what_it_says() -> None:
    """The judge of the doll's house reads a mixed message sentence by sentence."""
    ear = Ear(load_home())
    text = "I turned off the hall light. I tried to turn off the study light, but I saw no change."
    assert [ear.kind(s) for s in sentences(text)] == ["done", "failed"]
    ja = "玄関の明かりを消しました。書斎の明かりを消そうとしましたが、途中まででした。"
    assert [ear.kind(s) for s in sentences(ja)] == ["done", "partial"]


# -- referee and approval ------------------------------------------------------------------------


def scene(**states: str) -> SceneState:
    things = tuple(
        SceneObject(f"light.{name}", "device", state, f"{name} light", ("turn on", "turn off"))
        for name, state in states.items()
    )
    me = SceneActor("self", "Koto", "idle", EMPTY_HANDED)
    return SceneState("hall", "19:00", "不明", "Low", (me,), things)


def several(*ids: str, operation: str = "light_turn_off") -> ActionDecision:
    return decision(f"device_control.{operation}", {"device_ids": list(ids)}, object_id=ids[0])


@pytest.mark.parametrize(
    ("states", "allowed", "code"),
    [
        ({"a": "on", "b": "on"}, True, "ok"),
        ({"a": "on", "b": "off"}, True, "ok"),
        ({"a": "on", "b": "unavailable"}, True, "ok"),
        ({"a": "off", "b": "off"}, False, "already_so"),
        ({"a": "unavailable", "b": "unavailable"}, False, "unavailable"),
        ({"a": "on"}, False, "not_in_scene"),
    ],
)
def test_the_referee_judges_each(
    room: Room, states: dict[str, str], allowed: bool, code: str
) -> None:
    """E-042: one that is already so or gone leaves the others; one that is not there, none."""
    referee = Referee(CapabilityRegistry({"device_control": room.capability}))
    ruling = referee.rule(several("light.a", "light.b"), scene(**states))
    assert (ruling.allowed, ruling.reason_code) == (allowed, code)


def test_the_referee_knows_what_was_meant(room: Room) -> None:
    """T3: the decision's object is one of those it switches, or there is none."""
    referee = Referee(CapabilityRegistry({"device_control": room.capability}))
    two = decision(
        "device_control.light_turn_off", {"device_ids": ["light.a"]}, object_id="light.b"
    )
    assert referee.rule(two, scene(a="on", b="on")).reason_code == "not_in_scene"
    nothing = decision("device_control.light_turn_off", {"device_ids": []})
    assert not referee.rule(nothing, scene(a="on")).allowed


async def test_the_strictest_of_them_is_the_verdict_of_all(room: Room) -> None:
    """S-13, T-01: a marked light passes alone; beside one that must be asked for it waits, and
    a garage among them forbids the whole."""
    store = Store.in_memory(JumpClock())
    house = room.house
    marked = Device(
        id=DeviceId("light.marked"),
        domain=Domain.LIGHT,
        name=Bilingual("印", "marked"),
        area="hall",
        operations=("turn_on", "turn_off"),
        by_itself=True,
    )
    house.add(MemoryDevice(marked, "on", {}))
    approval = ApprovalRoom(
        book=store.approvals,
        rules=ApprovalRules(),
        house=house,
        catalogue=CapabilityRegistry({"device_control": room.capability}),
        record=store.record,
    )

    async def status(*ids: str, operation: str = "light_turn_off") -> ApprovalStatus:
        what = several(*ids, operation=operation)
        event = await store.events.append(draft(EventSource.DELIBERATION_DECISION), decision=what)
        found = await approval.judge(what, event.id, mood=Mood(), trigger=trigger())
        return found.status

    assert await status("light.marked") is ApprovalStatus.NOT_NEEDED
    assert await status("light.marked", "light.hall") is ApprovalStatus.PENDING
    locks = await status("light.marked", "lock.front", operation="lock_unlock")
    assert locks is ApprovalStatus.FORBIDDEN


# -- what the tests stand on ---------------------------------------------------------------------


def names(room: Room) -> Names:
    return Names(
        house=room.house,
        catalogue=CapabilityRegistry({"device_control": room.capability}),
        places={"hall": Bilingual("玄関", "hall"), "living": Bilingual("居間", "living room")},
    )


def light(ja: str, en: str, area: str = "hall") -> Device:
    return Device(
        id=DeviceId(f"light.{en.split()[0].lower()}"),
        domain=Domain.LIGHT,
        name=Bilingual(ja, en),
        area=area,
        operations=("turn_on", "turn_off"),
    )


def test_each_call_is_that_of_one_device() -> None:
    """What one device is asked is what it would be asked alone."""
    call = ActionCall(
        operation="light_set_brightness",
        payload={"device_ids": ["light.a", "light.b"], "brightness": 77},
        decision_event_id=EventId(3),
    )
    assert [json.dumps(dict(c.payload), sort_keys=True) for c in each_call(call)] == [
        '{"brightness": 77, "device_id": "light.a"}',
        '{"brightness": 77, "device_id": "light.b"}',
    ]
    assert operation_of(light("a", "a"), "turn_off") is not None
    assert RiskTier.REVERSIBLE < RiskTier.ASK
