"""Phones on the wire: at home, away, or in a zone."""

from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    VALUE,
    Config,
    Update,
    Wiring,
    texts,
)


def wire(wiring: Wiring, config: Config) -> None:
    """`home`, `not_home`, or the name of a zone; "None" is what it says when it does not know."""
    words = texts(config, home="payload_home:home", not_home="payload_not_home:not_home")
    template = parse_value_template(config.get("value_template"))

    def read(payload: bytes) -> Update:
        said = template.read(payload)
        return {VALUE: words.get(str(said), said)}

    wiring.reads(config.get("state_topic"), read)


ON_WIRE = KindOnWire(wire=wire)
