"""Zigbee2MQTT: makes devices from the list of its bridge, without Home Assistant.

`BASE/bridge/devices` (retained) tells each device with its `exposes`; from it the same configs are
built that Zigbee2MQTT itself would send by discovery, so that both ways give the same entities and
where both come, one. Settings and diagnostics (link quality, permit join) are no devices of the
home and left out; batteries stay. States are not retained: what can be read is asked for once.
Source of the format: Zigbee2MQTT's documentation of `exposes`.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from companion.home.kinds import KINDS
from companion.links.discovery import (
    DiscoveryRefused,
    DiscoveryTopic,
    Entity,
    command_topics,
    parse_config,
    slug,
    usable_topic,
)
from companion.links.kind_on_wire import Json, zigbee_value
from companion.links.kinds import ON_WIRE
from companion.service.wire_json import NotJson, read_json

MAX_ZIGBEE_DEVICES = 256
_READ, _WRITE, _ASK = 1, 2, 4
"""Bits of `access`: published, settable, gettable."""
_DEVICE_CLASSES = {
    "occupancy": "occupancy", "presence": "presence", "contact": "door", "water_leak": "moisture",
    "smoke": "smoke", "gas": "gas", "vibration": "vibration", "tamper": "tamper",
    "carbon_monoxide": "carbon_monoxide", "temperature": "temperature", "humidity": "humidity",
    "pressure": "pressure", "illuminance": "illuminance", "co2": "carbon_dioxide",
    "pm25": "pm25", "battery": "battery", "power": "power", "energy": "energy",
    "soil_moisture": "moisture",
}  # fmt: skip

_ASKED = frozenset(
    {
        "state",
        "brightness",
        "color_temp",
        "color",
        "position",
        "tilt",
        "occupied_heating_setpoint",
        "current_heating_setpoint",
        "local_temperature",
        "system_mode",
    }
)
"""Properties that are asked for: the state of a device. Never a PIN code, which a lock would tell
too."""


class ZigbeeBridge:
    """One Zigbee2MQTT, by its base topic."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.list_topic = f"{base}/bridge/devices"
        self._info_topic = f"{base}/bridge/info"
        self._listed: Sequence[Json] = ()
        self._tells_who_is_there = True

    def topics(self) -> tuple[str, ...]:
        """Topics to subscribe to."""
        return (self.list_topic, self._info_topic)

    def is_its_own(self, entity: Entity) -> bool:
        """Whether it operates the bridge itself: opening the network to strangers is no device."""
        return any(t.startswith(f"{self.base}/bridge/") for t in command_topics(entity.config))

    def hear(self, topic: str, payload: bytes) -> tuple[Entity, ...]:
        """All entities after one of its messages. Raises `DiscoveryRefused`."""
        try:
            told = read_json(payload or b"[]")
        except NotJson as error:
            raise DiscoveryRefused(str(error)) from error
        if topic == self.list_topic:
            listed = told if isinstance(told, list) else []
            self._listed = [one for one in listed if isinstance(one, dict)][:MAX_ZIGBEE_DEVICES]
        elif isinstance(told, dict):
            self._tells_who_is_there = _availability_enabled(told)
        return tuple(self._entities())

    def questions(self) -> tuple[tuple[str, str], ...]:
        """Topic and payload that make each device that can be asked tell its state."""
        asked = []
        for device in self._devices():
            names = {
                str(feature["property"])
                for expose in _exposes(device)
                for feature in (expose, *_features(expose).values())
                if _may(feature, _ASK)
                and str(feature.get("name")) in _ASKED
                and "property" in feature
            }
            if names:
                body = json.dumps(dict.fromkeys(sorted(names)[:8], ""))
                asked.append((f"{self.base}/{device['friendly_name']}/get", body))
        return tuple(asked)

    def _devices(self) -> Iterator[Json]:
        for device in self._listed:
            if not usable_topic(device.get("friendly_name")):
                continue  # a name with a wildcard is no topic, and publishing on it raises
            if device.get("type") != "Coordinator" and not device.get("disabled"):
                yield device

    def _entities(self) -> Iterator[Entity]:
        for device in self._devices():
            for component, object_id, config in self._configs(device):
                try:
                    where = DiscoveryTopic(component, slug(object_id))
                    yield from parse_config(where, json.dumps(config).encode())
                except DiscoveryRefused:
                    continue  # an odd name makes this one device unusable, not the others

    def _configs(self, device: Json) -> Iterator[tuple[str, str, dict[str, Any]]]:
        name = device["friendly_name"]
        topic = f"{self.base}/{name}"
        for expose in _exposes(device):
            kind, end = str(expose.get("type")), str(expose.get("endpoint") or "")
            found = _specific(topic, expose, kind, end) or _generic(topic, expose, kind)
            if found is None:
                continue
            component, part, config = found
            suffix = "_".join(filter(None, (part if part != component else "", end)))
            address = slug(device.get("ieee_address"))
            config |= {
                "unique_id": f"{address}_{part}{f'_{end}' if end else ''}_zigbee2mqtt",
                "name": suffix.replace("_", " ") or None,
                "device": {"identifiers": [address], "name": name},
                "availability": list(self._availability(topic)),
                "availability_mode": "all",
            }
            yield component, f"{name}_{suffix}" if suffix else name, config

    def _availability(self, topic: str) -> Iterator[dict[str, str]]:
        state = "{{ value_json.state }}"
        yield {"topic": f"{self.base}/bridge/state", "value_template": state}
        if self._tells_who_is_there:
            yield {"topic": f"{topic}/availability", "value_template": state}


def _availability_enabled(info: Json) -> bool:
    config = info.get("config")
    found = config.get("availability") if isinstance(config, dict) else None
    return bool(found.get("enabled")) if isinstance(found, dict) else bool(found)


def _exposes(device: Json) -> Iterator[Json]:
    definition = device.get("definition")
    listed = definition.get("exposes") if isinstance(definition, dict) else None
    yield from (e for e in listed if isinstance(e, dict)) if isinstance(listed, list) else ()


def _features(expose: Json) -> dict[str, Json]:
    listed = expose.get("features")
    found = listed if isinstance(listed, list) else ()
    return {str(f.get("name")): f for f in found if isinstance(f, dict)}


def _may(feature: Json, bit: int) -> bool:
    access = feature.get("access")
    return isinstance(access, int) and bool(access & bit)


def _specific(
    topic: str, expose: Json, kind: str, end: str
) -> tuple[str, str, dict[str, Any]] | None:
    """A light, switch, cover, lock or thermostat."""
    known = ON_WIRE.get(kind)
    if known is None or known.exposed is None:
        return None
    features = _features(expose)
    config = {"state_topic": topic} | known.exposed(
        f"{topic}/{end}" if end else topic, features, end
    )
    return kind, kind, config


_DETECTOR = next(kind.name for kind in KINDS if kind.detects)
_SENSOR = next(kind.name for kind in KINDS if kind.measures)


def _generic(topic: str, expose: Json, kind: str) -> tuple[str, str, dict[str, Any]] | None:
    """Something only told: a detector or a sensor."""
    name = str(expose.get("name"))
    kept = not expose.get("category") or name == "battery"
    if kind not in ("binary", "numeric") or not kept or _may(expose, _WRITE):
        return None
    if not _may(expose, _READ):
        return None
    config: dict[str, Any] = {"state_topic": topic, "value_template": zigbee_value(expose, name)}
    if name in _DEVICE_CLASSES:
        config["device_class"] = _DEVICE_CLASSES[name]
    if kind == "binary":
        config |= {"payload_on": expose.get("value_on"), "payload_off": expose.get("value_off")}
        return _DETECTOR, name, config
    if isinstance(expose.get("unit"), str):
        config["unit_of_measurement"] = expose["unit"]
    return _SENSOR, name, config
