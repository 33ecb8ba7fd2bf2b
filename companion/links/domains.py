"""Domains: make the wiring of a device from its discovery config, by the table of its kind or the
kind's own file.

A `Wiring` holds the topics read (each with how a payload becomes a value or an attribute) and the
operations (each with how parameters become messages). Units are those of `words.device`: brightness
0..255, position, tilt, percentage and volume 0..100, temperature in the device's own °C. An
operation that the config does not name is not offered.
"""

from companion.home.kinds import kind_for
from companion.links.kinds import ON_WIRE
from companion.links.tables import wire_by_table
from companion.links.wiring import Config, Wiring
from companion.words.device import Domain


def wire(domain: Domain, config: Config) -> Wiring:
    """Build the wiring. Raises `TemplateUnsupported`, `ValueError` for odd configs."""
    wiring = Wiring()
    if isinstance(device_class := config.get("device_class"), str):
        wiring.attributes["device_class"] = device_class[:32]
    table, by_code = kind_for(domain).mqtt, ON_WIRE.get(domain.value)
    if table is not None:
        wire_by_table(wiring, config, table)
    elif by_code is not None and by_code.wire is not None:
        by_code.wire(wiring, config)
    return wiring
