"""Simulated devices take their time, keep their own truth and fail on command (DESIGN 3)."""

import asyncio
import contextlib
import json

import pytest

from companion.dollhouse.appliances import KINDS
from companion.dollhouse.chronicle import Kind
from companion.dollhouse.devices import DELAY_S, CommandRefused, Fault
from companion.dollhouse.home import DevicePlan
from companion.dollhouse.switching import Light

from .conftest import Small

COMMANDS = [
    ("light.hall", "", '{"state": "ON", "brightness": 128}', "on", {"brightness": 128}),
    ("light.hall", "", '{"state": "ON"}', "on", {"brightness": 255}),
    ("light.kitchen", "", "ON", "on", {}),
    ("switch.coffee_maker", "", "ON", "on", {}),
    ("cover.living_curtain", "", "OPEN", "open", {"position": 100}),
    ("cover.living_curtain", "position", "40", "open", {"position": 40}),
    ("lock.front_door", "", "UNLOCK", "unlocked", {}),
    ("climate.living", "mode", "heat", "heat", {}),
    ("climate.living", "temperature", "24.5", "off", {"temperature": 24.5}),
    ("fan.bathroom", "", "ON", "on", {"percentage": 50}),
    ("fan.bathroom", "percentage", "80", "on", {"percentage": 80}),
    ("media_player.living_tv", "", "PLAY", "playing", {}),
    ("media_player.living_tv", "volume", "55", "off", {"volume": 55}),
]


@pytest.mark.parametrize(("device", "leaf", "payload", "value", "attributes"), COMMANDS)
async def test_it_does_what_it_is_told_after_a_while(
    small: Small,
    device: str,
    leaf: str,
    payload: str,
    value: str,
    attributes: dict[str, object],
) -> None:
    it = small.devices[device]
    await it.obey(leaf, payload)
    assert it.value() == value
    assert attributes.items() <= it.attributes().items()
    assert small.clock.monotonic() >= 0.15
    commanded, changed = (h for h in small.chronicle.all() if h.subject == device)
    assert (commanded.kind, changed.kind) == (Kind.COMMANDED, Kind.CHANGED)
    assert changed.by == "wire"
    assert changed.t > commanded.t


@pytest.mark.parametrize(
    ("device", "leaf", "payload"),
    [
        ("light.hall", "", "ON"),
        ("light.hall", "", "[1]"),
        ("light.hall", "", '{"state": "ON", "brightness": 900}'),
        ("light.kitchen", "", "on"),
        ("cover.study_blind", "position", "high"),
        ("lock.front_door", "", "OPEN"),
        ("climate.living", "mode", "lukewarm"),
        ("climate.living", "temperature", "99"),
        ("sensor.hall_illuminance", "", "1"),
        ("binary_sensor.front_door", "", "ON"),
    ],
)
async def test_nonsense_is_refused_and_changes_nothing(
    small: Small, device: str, leaf: str, payload: str
) -> None:
    before = small.devices[device].value()
    with pytest.raises(CommandRefused):
        await small.devices[device].obey(leaf, payload)
    assert small.devices[device].value() == before
    assert not small.chronicle.all()


async def test_a_lock_takes_a_second(small: Small) -> None:
    await small.devices["lock.front_door"].obey("", "UNLOCK")
    assert small.clock.monotonic() == pytest.approx(1.2)


async def test_a_curtain_travels_and_can_be_stopped(small: Small) -> None:
    curtain = small.devices["cover.living_curtain"]
    positions: list[object] = []
    curtain.on_report = lambda: positions.append(curtain.attributes()["position"])
    await curtain.obey("", "OPEN")
    assert small.clock.monotonic() == pytest.approx(8.3)
    assert len(set(map(str, positions))) > 5


async def test_the_newest_command_wins(small: Small) -> None:
    curtain = small.devices["cover.living_curtain"]
    opening = asyncio.create_task(curtain.obey("", "OPEN"))
    await small.clock.sleep(4)
    await curtain.obey("", "STOP")
    await opening
    assert curtain.value() == "open"
    assert 20 < curtain.attributes()["position"] < 80


@pytest.mark.parametrize("fault", [Fault.IGNORE, Fault.OFFLINE])
async def test_a_deaf_device_hears_the_command_and_does_nothing(small: Small, fault: Fault) -> None:
    lamp = small.devices["light.kitchen"]
    lamp.set_fault(fault)
    await lamp.obey("", "ON")
    assert lamp.value() == "off"
    assert [h.kind for h in small.chronicle.all()] == [Kind.BROKE, Kind.COMMANDED]
    assert lamp.available() is (fault is Fault.IGNORE)


async def test_a_late_device_is_late(small: Small) -> None:
    lamp = small.devices["light.kitchen"]
    lamp.set_fault(Fault.DELAY)
    await lamp.obey("", "ON")
    assert lamp.value() == "on"
    assert small.clock.monotonic() >= DELAY_S


@pytest.mark.parametrize(
    ("device", "payload", "value", "attributes"),
    [
        ("light.hall", '{"state": "ON", "brightness": 200}', "on", {"brightness": 100}),
        ("light.kitchen", "ON", "off", {}),
        ("cover.living_curtain", "OPEN", "open", {"position": 50}),
        ("lock.front_door", "UNLOCK", "jammed", {}),
        ("media_player.living_tv", "PLAY", "off", {}),
    ],
)
async def test_half_done_is_half_done(
    small: Small, device: str, payload: str, value: str, attributes: dict[str, object]
) -> None:
    it = small.devices[device]
    it.set_fault(Fault.HALF)
    await it.obey("", payload)
    assert it.value() == value
    assert attributes.items() <= it.attributes().items()


async def test_hands_work_even_when_the_radio_does_not(small: Small) -> None:
    lamp = small.devices["light.kitchen"]
    lamp.set_fault(Fault.OFFLINE)
    await lamp.by_hand("turn_on", "resident")
    assert lamp.value() == "on"
    assert small.chronicle.all()[-1].by == "hand:resident"


async def test_no_change_is_not_written_as_one(small: Small) -> None:
    lamp = small.devices["light.kitchen"]
    await lamp.by_hand("turn_off", "resident")
    assert not small.chronicle.all()


def test_every_discovery_message_stands_on_its_own(small: Small) -> None:
    """Home Assistant MQTT discovery: unique ids, own topics, an area, a name."""
    messages = [d.discovery("homeassistant") for d in small.devices.values()]
    assert len({topic for topic, _ in messages}) == len(messages)
    assert len({m["unique_id"] for _, m in messages}) == len(messages)
    for topic, message in messages:
        assert topic.startswith("homeassistant/")
        assert topic.endswith("/config")
        assert message["name"]
        assert message["device"]["suggested_area"]
        assert json.loads(json.dumps(message)) == message


def test_what_is_reported_stands_under_announced_topics(small: Small) -> None:
    for device in small.devices.values():
        _, message = device.discovery("homeassistant")
        announced = {value for key, value in message.items() if key.endswith("_topic")}
        assert set(device.reports()) <= announced


def test_a_lamp_that_does_not_dim_says_so(small: Small) -> None:
    kitchen = small.devices["light.kitchen"]
    assert isinstance(kitchen, Light)
    assert kitchen.attributes() == {}
    assert "schema" not in kitchen.features()


FINER = [
    ({"id": "light.c", "colors": True}, "", '{"color": {"h": 0, "s": 100}}', {"color": "#ff0000"}),
    ({"id": "light.c", "colors": True}, "", '{"color_temp": 250}', {"color_temperature_k": 4000}),
    ({"id": "cover.b", "tilts": True}, "tilt", "60", {"tilt": 60}),
    ({"id": "fan.f", "swings": True}, "oscillation", "oscillate_on", {"oscillating": "on"}),
    ({"id": "media_player.p", "tracks": True}, "", "NEXT", {"track": 2}),
    ({"id": "media_player.p", "tracks": True}, "", "MUTE", {"muted": True}),
]


@pytest.mark.parametrize(("plan", "leaf", "payload", "attributes"), FINER)
async def test_the_finer_kinds_do_what_they_are_told_and_nothing_else(
    small: Small, plan: dict[str, object], leaf: str, payload: str, attributes: dict[str, object]
) -> None:
    """Only what has the trait takes it; one that sticks does not arrive."""
    name = {"ja": "物", "en": "thing"}
    made = [
        DevicePlan.model_validate({"place": "living", "name": name, **own})
        for own in (plan, {"id": plan["id"]})
    ]
    able, plain, stuck = (
        KINDS[one.domain.value](one, small.clock, small.chronicle, "living")
        for one in (*made, made[0])
    )
    await able.obey(leaf, payload)
    assert attributes.items() <= able.attributes().items()
    with contextlib.suppress(CommandRefused):
        await plain.obey(leaf, payload)
    assert not attributes.keys() & plain.attributes().keys()
    stuck.set_fault(Fault.HALF)
    await stuck.obey(leaf, payload)
    assert not attributes.items() <= stuck.attributes().items()


async def test_a_vacuum_takes_its_way_home_and_a_scene_its_moment(small: Small) -> None:
    name = {"ja": "物", "en": "thing"}
    robot, scene = (
        KINDS[one.domain.value](one, small.clock, small.chronicle, "living")
        for one in (
            DevicePlan.model_validate({"id": i, "place": "living", "name": name, "travel_s": 30})
            for i in ("vacuum.v", "scene.s")
        )
    )
    await robot.obey("", "start")
    assert robot.value() == "cleaning"
    home = asyncio.create_task(robot.obey("", "return_to_base"))
    await small.clock.sleep(5)
    assert robot.value() == "returning"
    await home
    assert robot.value() == "docked"
    assert scene.reports() == {"dollhouse/scene/s/state": "None"}
    await scene.obey("", "ON")
    assert scene.attributes()["started"] == small.clock.now().isoformat()
