"""Zigbee2MQTT's own list of devices, read without Home Assistant (issue 4, item 1)."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.links.discovery import DiscoveryRefused, Entity
from companion.links.domains import wire
from companion.links.zigbee2mqtt import ZigbeeBridge
from companion.words.device import Domain

RECORDED = Path(__file__).parents[2] / "data" / "zigbee2mqtt" / "devices.json"


def bridge_of(*devices: dict[str, Any]) -> tuple[ZigbeeBridge, dict[str, Entity]]:
    bridge = ZigbeeBridge("z")
    found = bridge.hear(bridge.list_topic, json.dumps(devices).encode())
    return bridge, {entity.id: entity for entity in found}


def device(name: str, *exposes: dict[str, Any], **more: Any) -> dict[str, Any]:
    definition = {"exposes": list(exposes)}
    return {"friendly_name": name, "ieee_address": "0x1", "definition": definition, **more}


def feature(name: str, access: int = 7, **more: Any) -> dict[str, Any]:
    return {"name": name, "property": name, "access": access, "type": "numeric", **more}


def test_the_recorded_network_becomes_the_home() -> None:
    """Lights, blind, plug, lock and detectors; no link quality, no PIN code, no coordinator."""
    bridge = ZigbeeBridge("zigbee2mqtt")
    found = {e.id: e for e in bridge.hear(bridge.list_topic, RECORDED.read_bytes())}
    operated = {str(i): set(wire(e.domain, e.config).writers) for i, e in found.items()}
    lamp = {"turn_on", "turn_off", "set_brightness", "set_color_temperature"}
    assert operated["light.kitchen_bulb"] - {"set_color"} == lamp
    assert operated["cover.bedroom_blind"] == {"open", "close", "stop", "set_position"}
    assert operated["switch.coffee_plug"] == {"turn_on", "turn_off"}
    assert operated["lock.front_door_lock"] == {"lock", "unlock"}
    assert {i for i, does in operated.items() if not does} == {
        "binary_sensor.hall_motion_occupancy",
        "sensor.hall_motion_illuminance",
        "binary_sensor.front_door_contact_contact",
        "sensor.bedroom_climate_temperature",
        "sensor.bedroom_climate_humidity",
        "sensor.bedroom_climate_pressure",
        "sensor.front_door_lock_action_user",
        *(
            f"sensor.{d}_battery"
            for d in (
                "hall_motion",
                "front_door_contact",
                "bedroom_blind",
                "bedroom_climate",
                "front_door_lock",
            )
        ),
    }
    assert "pin_code" not in str(bridge.questions())


def test_a_detector_says_on_for_what_it_is_named_for() -> None:
    """`contact` is false when the door is open: Home Assistant's `door` is then on."""
    contact = feature("contact", 1, type="binary", value_on=False, value_off=True)
    _, found = bridge_of(device("Door", contact))
    entity = found["binary_sensor.door_contact"]
    read = wire(entity.domain, entity.config)
    assert read.update("z/Door", b'{"contact": false}') == {"value": "on"}
    assert read.update("z/Door", b'{"contact": true}') == {"value": "off"}
    assert read.attributes["device_class"] == "door"


def test_a_thermostat_keeps_its_limits_and_modes() -> None:
    aim = feature("occupied_heating_setpoint", value_min=7, value_max=28)
    mode = feature("system_mode", type="enum", values=["off", "heat", "turbo"])
    features = [aim, mode, feature("local_temperature", 5)]
    _, found = bridge_of(device("Valve", {"type": "climate", "features": features}))
    entity = found["climate.valve"]
    wiring = wire(entity.domain, entity.config)
    assert wiring.writers["set_temperature"]({"temperature": 21.5}) == (
        ("z/Valve/set", '{"occupied_heating_setpoint": 21.5}'),
    )
    assert wiring.writers["set_mode"]({"mode": "heat"}) == (
        ("z/Valve/set", '{"system_mode": "heat"}'),
    )
    with pytest.raises(ValueError, match="28"):
        wiring.writers["set_temperature"]({"temperature": 30})


def test_the_two_ends_of_one_switch_are_two_devices() -> None:
    ends = [
        {
            "type": "switch",
            "endpoint": end,
            "features": [{"name": "state", "property": f"state_{end}", "access": 7}],
        }
        for end in ("l1", "l2")
    ]
    _, found = bridge_of(device("Wall", *ends))
    assert set(found) == {"switch.wall_l1", "switch.wall_l2"}
    entity = found["switch.wall_l2"]
    wiring = wire(entity.domain, entity.config)
    assert wiring.writers["turn_on"]({}) == (("z/Wall/l2/set", "ON"),)
    told = wiring.update("z/Wall", b'{"state_l1": "ON", "state_l2": "OFF"}')
    assert told == {"value": "off"}


def test_who_is_there_is_asked_only_where_zigbee2mqtt_tells() -> None:
    """Without its availability a device has no topic for it, and would never be there."""
    bridge, found = bridge_of(device("Lamp", {"type": "switch", "features": [feature("state")]}))
    assert len(found["switch.lamp"].availability) == 2
    info = json.dumps({"config": {"availability": {"enabled": False}}}).encode()
    (entity,) = bridge.hear("z/bridge/info", info)
    assert [a.topic for a in entity.availability] == ["z/bridge/state"]
    assert bridge.questions() == (("z/Lamp/get", '{"state": ""}'),)


@pytest.mark.parametrize(
    "odd",
    [
        {"friendly_name": 5},
        {"friendly_name": "a/#", "definition": {"exposes": [feature("temperature", 1)]}},
        {"friendly_name": "x", "definition": {"exposes": "light"}},
        {"friendly_name": "x", "definition": {"exposes": [{"type": "light", "features": 7}, 5]}},
        {"friendly_name": "x", "disabled": True, "definition": {"exposes": [feature("power", 1)]}},
        {"friendly_name": "x", "definition": {"exposes": [feature("power") | {"access": "all"}]}},
    ],
)
def test_an_odd_device_harms_no_other(odd: dict[str, Any]) -> None:
    """T3: the list comes over the wire."""
    good = device("Good", {"type": "switch", "features": [feature("state")]})
    _, found = bridge_of(odd, good)
    assert "switch.good" in found
    assert {e.domain for e in found.values()} <= {Domain.SWITCH, Domain.LIGHT}


def test_what_is_no_list_is_refused() -> None:
    bridge = ZigbeeBridge("z")
    for payload in (b"{", b"\xff", b"[" * 20_000):
        with pytest.raises(DiscoveryRefused):
            bridge.hear(bridge.list_topic, payload)
    assert bridge.hear(bridge.list_topic, b"5") == ()
