"""Door locks of Zigbee2MQTT."""

from collections.abc import Mapping
from typing import Any

from companion.links.kind_on_wire import Json, KindOnWire, zigbee_value


def _exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    state = features.get("state", {})
    return {
        "command_topic": f"{topic}/set",
        "value_template": zigbee_value(state, "state"),
        "state_locked": state.get("value_on", "LOCK"),
        "state_unlocked": state.get("value_off", "UNLOCK"),
    }


ON_WIRE = KindOnWire(exposed=_exposed)
