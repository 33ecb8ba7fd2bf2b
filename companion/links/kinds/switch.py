"""Plugs and relays of Zigbee2MQTT."""

from collections.abc import Mapping
from typing import Any

from companion.links.kind_on_wire import Json, KindOnWire, zigbee_value


def exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    """On and off."""
    state = features.get("state", {})
    return {
        "command_topic": f"{topic}/set",
        "value_template": zigbee_value(state, "state"),
        "payload_on": state.get("value_on", "ON"),
        "payload_off": state.get("value_off", "OFF"),
    }


ON_WIRE = KindOnWire(exposed=exposed)
