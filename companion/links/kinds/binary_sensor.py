"""Detectors on the wire: yes or no."""

from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    Config,
    Wiring,
    map_reader,
    texts,
)


def _wire(wiring: Wiring, config: Config) -> None:
    words = texts(config, on="payload_on:ON", off="payload_off:OFF")
    template = parse_value_template(config.get("value_template"))
    wiring.reads(
        config.get("state_topic"),
        map_reader(template, {**words, **{k.lower(): v for k, v in words.items()}}),
    )


ON_WIRE = KindOnWire(wire=_wire)
