"""Kinds of devices 機器の種類: one file for each, found by discovery."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from companion.home.device_kind import DeviceKind, Number
from companion.words.device import Device, Domain


def _found() -> tuple[DeviceKind, ...]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    kinds: list[DeviceKind] = [module.KIND for module in modules]
    return tuple(sorted(kinds, key=lambda kind: kind.order))


KINDS: tuple[DeviceKind, ...] = _found()
"""All of them, in the order in which people read them."""
KIND_BY_NAME: Mapping[str, DeviceKind] = {kind.name: kind for kind in KINDS}
NUMBERS: Mapping[str, Number] = {n.name: n for kind in KINDS for n in kind.numbers}
"""Every number that an operation sets, by the name of its attribute."""
SETTINGS = frozenset(NUMBERS) | {
    name
    for kind in KINDS
    for row in kind.operations
    for name in (row.parameter, row.moves, (row.holds or ("",))[0])
    if name
}
"""Attributes that an operation sets or is seen by; a result keeps them."""


def kind_of(device: Device) -> DeviceKind:
    """The kind of a device: by its class where a kind is for some classes only, else by its
    domain."""
    return kind_for(device.domain, device.attributes.get("device_class"))


def kind_for(domain: Domain, device_class: object = None) -> DeviceKind:
    """The same for a domain and a device class."""
    of_domain = [kind for kind in KINDS if kind.domain is domain]
    own = next((kind for kind in of_domain if device_class in kind.device_classes), None)
    return own or next(kind for kind in of_domain if not kind.device_classes)
