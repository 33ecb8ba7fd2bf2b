"""Kinds: give each kind of entity its operations and states at the hub, from the record of the
kind."""

from typing import Any

from companion.home.hub_wire import Attributes, HubWire, Parameters, Service
from companion.home.kinds import kind_for
from companion.home.wire_values import quantity
from companion.words.device import Domain


def operations_of(domain: Domain, attributes: Attributes) -> tuple[str, ...]:
    """The operations that this entity takes."""
    return _wire(domain).offers(attributes)


def fixed_facts(domain: Domain, attributes: Attributes) -> dict[str, Any]:
    """Facts that do not change with the state: class, unit, limits."""
    facts: dict[str, Any] = {}
    for ours, theirs in (("device_class", "device_class"), ("unit", "unit_of_measurement")):
        if isinstance(said := attributes.get(theirs), str):
            facts[ours] = said[:32]
    return facts | dict(_wire(domain).facts(attributes))


def value_of(domain: Domain, state: object) -> str | None:
    """The state in our words; None is unknown, never `off`."""
    return _wire(domain).value(state)


def told_of(domain: Domain, attributes: Attributes, state: object = None) -> dict[str, Any]:
    """Attributes of a state: numbers, and values that have a form of ours; all others are left
    out."""
    wire, told = _wire(domain), dict[str, Any]()
    for ours, (theirs, times) in wire.told.items():
        if (found := quantity(attributes.get(theirs))) is not None:
            told[ours] = round(found * times) if times else found
    more = wire.more(attributes, state)
    return told | {name: word for name, word in more.items() if word is not None}


def service_for(
    domain: Domain, operation: str, parameters: Parameters, facts: Attributes
) -> Service:
    """The service call of one operation. Raises `BadParameters`."""
    service = _wire(domain).services[operation]
    if isinstance(service, str):
        return service, {}
    if isinstance(service, tuple):
        return service[0], dict(service[1])
    return service(parameters, facts)


def _wire(domain: Domain) -> HubWire:
    return kind_for(domain).hub
