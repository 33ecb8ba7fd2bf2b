"""Sensors on the wire: a number or a word."""

from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    VALUE,
    Config,
    Wiring,
)


def _wire(wiring: Wiring, config: Config) -> None:
    if isinstance(unit := config.get("unit_of_measurement"), str):
        wiring.attributes["unit"] = unit[:16]
    template = parse_value_template(config.get("value_template"))
    wiring.reads(config.get("state_topic"), lambda payload: {VALUE: template.read(payload)})


ON_WIRE = KindOnWire(wire=_wire)
