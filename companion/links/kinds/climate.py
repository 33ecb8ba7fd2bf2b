"""Thermostats and air conditioners on the wire."""

from collections.abc import Mapping
from typing import Any

from companion.home.mqtt_wire import ends_of
from companion.home.wire_values import BadParameters
from companion.links.kind_on_wire import Json, KindOnWire, zigbee_value
from companion.links.templates import fill_command, parse_value_template
from companion.links.wiring import (
    Config,
    Messages,
    Parameters,
    Wiring,
    map_reader,
    number_reader,
    number_writer,
)

_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool")
"""Home Assistant's climate modes."""


def _wire(wiring: Wiring, config: Config) -> None:
    listed = config.get("modes", _MODES[:6])
    modes = [m for m in listed if m in _MODES] if isinstance(listed, list | tuple) else []
    low, high = ends_of(config, "min_temp", 7, "max_temp", 35)
    wiring.attributes |= {"modes": tuple(modes), "min_temp": low, "max_temp": high}
    own = parse_value_template(config.get("mode_state_template") or config.get("value_template"))
    wiring.reads(config.get("mode_state_topic"), map_reader(own, {m: m for m in _MODES}))
    for stem, name in (("temperature_state", "temperature"), ("current_temperature",) * 2):
        template = config.get(f"{stem}_template") or config.get("value_template")
        reader = number_reader(parse_value_template(template), name)
        wiring.reads(config.get(f"{stem}_topic"), reader)
    if config.get("temperature_command_topic"):
        wiring.writers["set_temperature"] = number_writer(
            config, "temperature_command", "temperature", low, high
        )
    if topic := config.get("mode_command_topic"):
        template = config.get("mode_command_template")
        fill_command(template, {"value": "off"})

        def set_mode(parameters: Parameters) -> Messages:
            if (mode := parameters.get("mode")) not in modes:
                raise BadParameters(f"mode must be one of {', '.join(modes)}")
            return ((str(topic), fill_command(template, {"value": str(mode)})),)

        wiring.writers["set_mode"] = set_mode


def _exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    config: dict[str, Any] = {"modes": []}
    aims = ("occupied_heating_setpoint", "current_heating_setpoint")
    if aim := next((n for n in aims if n in features), ""):
        config |= {
            "temperature_state_topic": topic,
            "temperature_state_template": zigbee_value(features[aim], aim),
            "temperature_command_topic": f"{topic}/set",
            "temperature_command_template": f'{{"{aim}": {{{{ value }}}}}}',
            "min_temp": features[aim].get("value_min", 5),
            "max_temp": features[aim].get("value_max", 30),
        }
    if (now := features.get("local_temperature")) is not None:
        config["current_temperature_topic"] = topic
        config["current_temperature_template"] = zigbee_value(now, "local_temperature")
    if (mode := features.get("system_mode")) is not None:
        config |= {
            "modes": mode.get("values", []),
            "mode_state_topic": topic,
            "mode_state_template": zigbee_value(mode, "system_mode"),
            "mode_command_topic": f"{topic}/set",
            "mode_command_template": '{"system_mode": "{{ value }}"}',
        }
    return config


ON_WIRE = KindOnWire(wire=_wire, exposed=_exposed)
