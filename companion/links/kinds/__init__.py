"""Kinds of devices on the wire 配線: one file for each that needs code, under the kind's name."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from companion.links.kind_on_wire import KindOnWire

ON_WIRE: Mapping[str, KindOnWire] = {
    found.name: import_module(f"{__name__}.{found.name}").ON_WIRE
    for found in iter_modules(__path__)
}
