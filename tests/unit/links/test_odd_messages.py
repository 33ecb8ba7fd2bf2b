"""Odd and forged MQTT messages cost themselves only, and keep no real device out (T3, T7)."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import aiomqtt
import pytest

from companion.links.discovery import DiscoveryTopic, parse_config, usable_topic
from companion.links.domains import wire
from companion.links.message import MqttMessage
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.links.mqtt_house import MAX_DEVICES, MAX_NOTES, MqttHouse
from companion.links.zigbee2mqtt import ZigbeeBridge
from companion.phrases import health
from companion.phrases.reasons import known
from companion.words.health import HealthStatus
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.contract.house_parts import CLOCK

NAMED = DeviceId("light.named")


@pytest.fixture
def house() -> MqttHouse:
    """A house whose link is not begun: what it hears is put in by hand."""
    link = MqttLink(BrokerAddress(host="127.0.0.1"))
    return MqttHouse(link, (), {NAMED: Bilingual("名前", "Named")}, (), CLOCK)


def announce(house: MqttHouse, name: str, kind: str = "light", **config: Any) -> None:
    """A retained announcement of one device with topics of its own."""
    told = {"object_id": name, "command_topic": f"{name}/set", "state_topic": f"{name}/state"}
    payload = json.dumps(told | config).encode()
    house._on_message(MqttMessage(f"homeassistant/{kind}/{name}/config", payload, True))


def report(house: MqttHouse, name: str, payload: str = "ON") -> None:
    house._on_message(MqttMessage(f"{name}/state", payload.encode(), False))


def ids(house: MqttHouse) -> set[str]:
    return {device.id for device in house.devices()}


def flood(house: MqttHouse, name: str, many: int = MAX_DEVICES) -> None:
    for number in range(many):
        announce(house, f"{name}_{number}")


def test_forged_announcements_make_room_for_what_reports(house: MqttHouse) -> None:
    """512 of them filled the list for good."""
    announce(house, "real")
    report(house, "real")
    flood(house, "forged")
    assert len(house.devices()) == MAX_DEVICES
    announce(house, "late")
    report(house, "late")
    flood(house, "again")
    assert {"light.real", "light.late"} <= ids(house)
    assert len(house.devices()) == MAX_DEVICES
    assert len(house._by_topic) <= MAX_DEVICES


def test_what_was_there_before_the_flood_stays_though_it_never_reports(house: MqttHouse) -> None:
    """A scene has nothing to tell; a flood replaces itself, the last announced first."""
    announce(house, "film", "scene")
    flood(house, "forged", MAX_DEVICES + 50)
    assert "scene.film" in ids(house)


def test_what_the_owner_named_always_finds_a_place(house: MqttHouse) -> None:
    """Also where everything forged reports too."""
    for number in range(MAX_DEVICES):
        announce(house, f"forged_{number}")
        report(house, f"forged_{number}")
    announce(house, "stranger")
    assert "light.stranger" not in ids(house)
    assert "more than 512" in house.forged()["homeassistant/light/stranger/config"]
    announce(house, "named")
    assert NAMED in ids(house)
    assert len(house.devices()) == MAX_DEVICES
    flood(house, "again", 50)
    assert NAMED in ids(house)


@pytest.mark.parametrize(
    "topic",
    [
        "companion/companion_ab12cd34/privacy/set",
        "companion",
        "homeassistant/light/other/config",
        "homeassistant/status",
        "homeassistant",
    ],
)
@pytest.mark.parametrize("key", ["command_topic", "brightness_command_topic", "set_position_topic"])
def test_nobody_is_commanded_on_our_topics_or_where_devices_announce_themselves(
    house: MqttHouse, topic: str, key: str
) -> None:
    """Switching such a lamp would end privacy, or announce a device; and it is told."""
    announce(house, "lamp", **{key: topic})
    assert ids(house) == set()
    assert topic in house.forged()["homeassistant/light/lamp/config"]
    found = health.announcements(house.forged())
    assert found.status is HealthStatus.DEGRADED
    assert topic in found.what.en
    assert topic in found.what.ja
    announce(house, "lamp")
    assert ids(house) == {"light.lamp"}
    assert house.forged() == {}


def test_a_device_that_turns_on_our_topics_later_is_let_go(house: MqttHouse) -> None:
    announce(house, "lamp")
    announce(house, "lamp", command_topic="companion/x/stop/set")
    assert ids(house) == set()


def test_topics_beside_ours_are_nobodys_business(house: MqttHouse) -> None:
    announce(house, "lamp", command_topic="companions/lamp/set")
    announce(house, "fan", command_topic="homeassistant2/fan/set")
    assert len(house.devices()) == 2


def test_a_reason_of_each_kind_is_said_in_both_languages(house: MqttHouse) -> None:
    """Japanese and English are equals."""
    announce(house, "lamp", command_topic="companion/x/stop/set")
    flood(house, "forged")
    for number in range(MAX_DEVICES):
        report(house, f"forged_{number}")
    announce(house, "stranger")
    announce(house, "door", "lock", command_topic="forged_7/set")
    announce(house, "named")
    reasons = set(house.forged().values())
    assert len(reasons) >= 3
    assert all(known(reason) for reason in reasons), reasons


def test_notes_are_bounded_and_the_grave_ones_stay(house: MqttHouse) -> None:
    """64 harmless oddities kept the 65th note, of a forged one, from being seen."""
    announce(house, "lamp", command_topic="companion/x/stop/set")
    for number in range(MAX_NOTES * 2):
        house._on_message(MqttMessage(f"homeassistant/light/odd{number}/config", b"{", True))
    announce(house, "last", command_topic="homeassistant/x")
    assert len(house.notes()) == MAX_NOTES
    assert len(house.forged()) == 2


def test_a_message_that_ends_in_a_mistake_of_ours_costs_itself(
    house: MqttHouse, caplog: pytest.LogCaptureFixture
) -> None:
    """It ended the link, and nobody was told."""
    caplog.set_level(logging.ERROR)
    link, heard = MqttLink(BrokerAddress(host="127.0.0.1")), list[str]()

    def on_message(message: MqttMessage) -> None:
        if message.payload == b"odd":
            raise KeyError("a mistake")
        heard.append(message.topic)

    link.on_message = on_message
    for payload in (b"odd", b"ON"):
        link._hear(aiomqtt.Message("a/b", payload, 1, False, 1, None))
    assert heard == ["a/b"]
    assert link.counts.misread == 1
    assert "a/b" in caplog.text


def _numbers() -> Iterator[str]:
    yield from ("1e308", "-1e308", "1e-320", "1e999", "9" * 400, "NaN", "[]", "{}", '"x"', "null")


@pytest.mark.parametrize("number", list(_numbers()))
def test_numbers_no_lamp_has_are_unknown(number: str) -> None:
    """`round(inf)` and a division by next to nothing ended the link."""
    config = {
        "schema": "json",
        "stat_t": "a",
        "cmd_t": "b",
        "brightness": True,
        "sup_clrm": ["hs", "color_temp"],
    }
    where = DiscoveryTopic("light", "lamp")
    (entity,) = parse_config(where, json.dumps(config).encode())
    wiring = wire(entity.domain, entity.config)
    color = f'"color": {{"h": {number}, "s": {number}}}'
    for rest in (
        f'"brightness": {number}',
        f'"color_temp": {number}',
        f'"color_mode": "hs", {color}',
        f'"color_mode": {number}, "color_temp": {number}',
    ):
        told = wiring.update("a", f'{{"state": "ON", {rest}}}'.encode())
        assert told["value"] == "on"
        assert told.get("brightness") in (None, 0)
        assert told.get("color_temperature_k") is None or 0 <= told["color_temperature_k"] <= 1e9


@pytest.mark.parametrize(
    "char", ["\x00", "\n", "\x1f", "\x7f", "\x85", "\ufffe", "\ufdd0", "#", "+"]
)
def test_a_topic_for_which_a_broker_hangs_up_is_not_used(char: str) -> None:
    """One such topic, retained, ended every connection of ours anew (MQTT 3.1.1, 1.5.3)."""
    assert not usable_topic(f"a/{char}b")
    assert usable_topic("台所/電気 1")
    bridge = ZigbeeBridge("z")
    feature = {"name": "state", "property": "state", "access": 7}
    listed = [
        {"friendly_name": name, "definition": {"exposes": [feature]}, "ieee_address": name}
        for name in (f"a{char}", "lamp")
    ]
    bridge.hear(bridge.list_topic, json.dumps(listed).encode())
    assert [topic for topic, _ in bridge.questions()] == ["z/lamp/get"]


@pytest.mark.parametrize("name", [[], {}, 5, None])
def test_a_feature_with_an_odd_name_is_not_asked_for(name: object) -> None:
    bridge = ZigbeeBridge("z")
    exposes = [{"name": name, "property": "state", "access": 7}]
    listed = [{"friendly_name": "lamp", "definition": {"exposes": exposes}}]
    bridge.hear(bridge.list_topic, json.dumps(listed).encode())
    assert bridge.questions() == ()


async def test_a_bridge_that_lists_for_ever_is_asked_by_one(house: MqttHouse) -> None:
    """Each list began a task of six minutes; a flood of lists was a flood of tasks."""
    feature = {"name": "state", "property": "state", "access": 7}
    for number in range(50):
        listed = [{"friendly_name": f"lamp{number}", "definition": {"exposes": [feature]}}]
        payload = json.dumps(listed).encode()
        house._on_message(MqttMessage("zigbee2mqtt/bridge/devices", payload, True))
    assert len(house._tasks) == 1
    await house.stop()
