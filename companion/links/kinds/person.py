"""People on the wire: told as their trackers are."""

from companion.links.kind_on_wire import KindOnWire
from companion.links.kinds.device_tracker import wire

ON_WIRE = KindOnWire(wire=wire)
