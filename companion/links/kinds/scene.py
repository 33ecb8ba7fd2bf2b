"""Scenes on the wire."""

from companion.home.wire_values import moment_of
from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    Config,
    Wiring,
    sends,
)


def _wire(wiring: Wiring, config: Config) -> None:
    """Home Assistant's MQTT scene only hears; on a `state_topic` of its own one may tell when it
    was last started (ours, ADR 0007). It has no other state: while it is there it is `idle`."""
    wiring.always = "idle"
    template = parse_value_template(config.get("value_template"))
    wiring.reads(
        config.get("state_topic"), lambda payload: {"started": moment_of(template.read(payload))}
    )
    if config.get("command_topic"):
        payload = str(config.get("payload_on", "ON"))
        wiring.writers["turn_on"] = sends(config, "command_topic", payload)


ON_WIRE = KindOnWire(wire=_wire)
