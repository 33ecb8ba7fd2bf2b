"""Kind on the wire: reads and operates one kind of device by code, where no table can describe
it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.links.wiring import Config, Wiring

Json = Mapping[str, Any]
Exposed = Callable[[str, Mapping[str, Json], str], dict[str, Any]]
"""Topic of the device, its features by name, suffix of the endpoint -> the config's own part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindOnWire:
    """Wire form of one kind of device: the `ON_WIRE` of a file in `links/kinds`."""

    wire: Callable[[Wiring, Config], None] | None = None
    """Fills the wiring from a discovery config; None: `home/kinds` has a table for it. Raises
    `TemplateUnsupported`, `ValueError` for odd configs."""
    exposed: Exposed | None = None
    """The discovery config of a Zigbee2MQTT device; None: there is none of this kind."""


def zigbee_value(feature: Json, name: str) -> str:
    """Template that reads one feature of a Zigbee2MQTT state."""
    return f'{{{{ value_json["{feature.get("property") or name}"] }}}}'
