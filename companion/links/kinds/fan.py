"""Fans of Zigbee2MQTT."""

from collections.abc import Mapping
from typing import Any

from companion.links.kind_on_wire import Json, KindOnWire
from companion.links.kinds.switch import exposed


def _exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    """On and off; its speeds are words of its own (`low`, `smart`) and no percentage."""
    return exposed(topic, {"state": features.get("state", features.get("fan_state", {}))}, end)


ON_WIRE = KindOnWire(exposed=_exposed)
