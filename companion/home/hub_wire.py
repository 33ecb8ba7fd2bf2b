"""Hub wire Home Assistant での姿: maps one kind of device to its states and services in Home
Assistant.

Units are those of `words.device`: brightness 0..255, position, tilt, percentage and volume 0..100,
temperature in the hub's °C. An operation is offered only where the entity's own
`supported_features` say so. Source of the bits: Home Assistant's `*EntityFeature` flags.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.home.wire_values import moment_of

Attributes = Mapping[str, Any]
Parameters = Mapping[str, Any]
Service = tuple[str, dict[str, Any]]
"""Name of the service and its data beside the entity."""
Call = Callable[[Parameters, Attributes], Service]
"""From the operation's parameters and the device's fixed facts. Raises `BadParameters`."""

_UNKNOWN = frozenset({"unknown", "unavailable", "", None})


def as_told(state: object) -> str | None:
    """The state as the hub tells it; None is unknown, never `off`."""
    return state[:64] if isinstance(state, str) and state not in _UNKNOWN else None


@dataclass(frozen=True, slots=True, kw_only=True)
class HubWire:
    """Home Assistant での姿: the wire names of one kind."""

    offers: Callable[[Attributes], tuple[str, ...]] = lambda attributes: ()
    """Operations that this very entity takes."""
    services: Mapping[str, str | Service | Call] = field(default_factory=dict)
    """Operation -> service, with its data or with what makes it of the parameters."""
    told: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    """Our name of a number: theirs, and times what (0: as it is, with its decimals)."""
    more: Callable[[Attributes, object], Mapping[str, Any]] = lambda attributes, state: {}
    """Further attributes of a state; None leaves one out."""
    facts: Callable[[Attributes], Mapping[str, Any]] = lambda attributes: {}
    """Facts that do not change with the state: limits, modes."""
    value: Callable[[object], str | None] = as_told


def features(attributes: Attributes) -> int:
    """The entity's `supported_features`; 0 where it does not say."""
    found = attributes.get("supported_features")
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def featured(table: Mapping[str, int]) -> Callable[[Attributes], tuple[str, ...]]:
    """The operations whose bit the entity has; a bit of 0 is always there."""
    return lambda attributes: tuple(
        name for name, bit in table.items() if not bit or features(attributes) & bit
    )


def on_off(value: object) -> str | None:
    """A flag in our words; None where it is no flag."""
    return ("on" if value else "off") if isinstance(value, bool) else None


SWITCHED = {"turn_on": "turn_on", "turn_off": "turn_off"}
"""Services of what is only switched."""


def started(attributes: Attributes, state: object) -> dict[str, str | None]:
    """When a scene or a script was last started: all that is known of it."""
    last = attributes.get("last_triggered", state)
    return {"started": moment_of(last if isinstance(last, str) else None)}
