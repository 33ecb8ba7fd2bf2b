"""Covers on the wire: curtains, blinds, garage doors; position and tilt 0..100."""

from collections.abc import Mapping
from typing import Any

from companion.home.mqtt_wire import ends_of
from companion.links.kind_on_wire import Json, KindOnWire, zigbee_value
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    Config,
    Wiring,
    map_reader,
    percent_reader,
    percent_writer,
    sends,
    texts,
)


def _wire(wiring: Wiring, config: Config) -> None:
    """Read and write what the config names; a null payload means it cannot."""
    words = texts(
        config,
        open="state_open:open",
        closed="state_closed:closed",
        opening="state_opening:opening",
        closing="state_closing:closing",
        stopped="state_stopped:stopped",
    )
    wiring.reads(
        config.get("state_topic"),
        map_reader(parse_value_template(config.get("value_template")), words),
    )
    for operation, word in (("open", "OPEN"), ("close", "CLOSE"), ("stop", "STOP")):
        payload = config.get(f"payload_{operation}", word)
        if config.get("command_topic") and payload is not None:
            wiring.writers[operation] = sends(config, "command_topic", str(payload))
    _cover_position(wiring, config)
    _cover_tilt(wiring, config)


def _cover_position(wiring: Wiring, config: Config) -> None:
    ends = ends_of(config, "position_closed", 0, "position_open", 100)
    template = config.get("position_template") or config.get("value_template")
    if config.get("position_topic"):
        wiring.reads(config["position_topic"], percent_reader(template, "position", ends))
        wiring.value_from_position = not config.get("state_topic")
    if topic := config.get("set_position_topic"):
        wiring.writers["set_position"] = percent_writer(
            topic, config.get("set_position_template"), "position", "position", ends
        )


def _cover_tilt(wiring: Wiring, config: Config) -> None:
    ends = ends_of(config, "tilt_min", 0, "tilt_max", 100)
    wiring.reads(
        config.get("tilt_status_topic"),
        percent_reader(config.get("tilt_status_template"), "tilt", ends),
    )
    if topic := config.get("tilt_command_topic"):
        wiring.writers["set_tilt"] = percent_writer(
            topic, config.get("tilt_command_template"), "tilt", "tilt_position", ends
        )


def _exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    config: dict[str, Any] = {
        "command_topic": f"{topic}/set",
        "value_template": zigbee_value(features.get("state", {}), "state"),
        "state_open": "OPEN",
        "state_closed": "CLOSE",
        "state_stopped": "STOP",
    }
    own = topic.removesuffix(f"/{end}") if end else topic
    if (position := features.get("position")) is not None:
        config |= {
            "position_topic": own,
            "position_template": zigbee_value(position, "position"),
            "set_position_topic": f"{topic}/set",
            "set_position_template": '{"position": {{ position }}}',
        }
    if (tilt := features.get("tilt")) is not None:
        config |= {
            "tilt_status_topic": own,
            "tilt_status_template": zigbee_value(tilt, "tilt"),
            "tilt_command_topic": f"{topic}/set",
            "tilt_command_template": '{"tilt": {{ tilt_position }}}',
        }
    return config


ON_WIRE = KindOnWire(wire=_wire, exposed=_exposed)
