"""Kinds: what each kind of entity can do and tells, in our words and units.

Units are those of `words.device`: brightness 0..255, position, tilt, percentage and volume
0..100, temperature in the hub's °C. An operation is offered only where the entity's own
`supported_features` say so. Source of the bits: Home Assistant's `*EntityFeature` flags.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from companion.links.wiring import BadParameters, number, whole
from companion.words.device import Domain

Attributes = Mapping[str, Any]
Parameters = Mapping[str, Any]
Service = tuple[str, dict[str, Any]]
"""Name of the service and its data beside the entity."""

_UNKNOWN = frozenset({"unknown", "unavailable", "", None})
_COVER = {"open": 1, "close": 2, "set_position": 4, "stop": 8, "set_tilt": 128}
_MEDIA = {"play": 16384, "pause": 1, "stop": 4096, "set_volume": 4}
_FAN_SPEED, _TARGET_TEMPERATURE = 1, 1
_MODES = frozenset({"auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool"})
_NO_LEVEL = frozenset({"onoff", "unknown"})
"""Colour modes of a light that cannot be dimmed."""


def operations_of(domain: Domain, attributes: Attributes) -> tuple[str, ...]:
    """What this entity takes."""
    find = _OPERATIONS.get(domain)
    return find(attributes) if find is not None else ()


def _switched(attributes: Attributes) -> tuple[str, ...]:
    return ("turn_on", "turn_off")


def _light(attributes: Attributes) -> tuple[str, ...]:
    modes = attributes.get("supported_color_modes")
    dims = isinstance(modes, list | tuple) and bool(set(map(str, modes)) - _NO_LEVEL)
    return ("turn_on", "turn_off", *(("set_brightness",) if dims else ()))


def _featured(table: Mapping[str, int]) -> Callable[[Attributes], tuple[str, ...]]:
    return lambda attributes: tuple(
        name for name, bit in table.items() if features(attributes) & bit
    )


def _climate(attributes: Attributes) -> tuple[str, ...]:
    sets = features(attributes) & _TARGET_TEMPERATURE
    return (*(("set_temperature",) if sets else ()), *(("set_mode",) if modes(attributes) else ()))


def _fan(attributes: Attributes) -> tuple[str, ...]:
    paced = features(attributes) & _FAN_SPEED
    return ("turn_on", "turn_off", *(("set_percentage",) if paced else ()))


def _lock(attributes: Attributes) -> tuple[str, ...]:
    """A lock that wants a code is read only: we keep no codes."""
    return () if attributes.get("code_format") else ("lock", "unlock")


_OPERATIONS: Mapping[Domain, Callable[[Attributes], tuple[str, ...]]] = {
    Domain.LIGHT: _light,
    Domain.SWITCH: _switched,
    Domain.COVER: _featured(_COVER),
    Domain.CLIMATE: _climate,
    Domain.LOCK: _lock,
    Domain.FAN: _fan,
    Domain.MEDIA_PLAYER: _featured(_MEDIA),
}


def features(attributes: Attributes) -> int:
    """The entity's `supported_features`; 0 where it does not say."""
    found = attributes.get("supported_features")
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def modes(attributes: Attributes) -> tuple[str, ...]:
    """The modes a climate device offers, of Home Assistant's."""
    listed = attributes.get("hvac_modes")
    return tuple(m for m in listed if m in _MODES) if isinstance(listed, list | tuple) else ()


def fixed_facts(domain: Domain, attributes: Attributes) -> dict[str, Any]:
    """What does not change with the state: class, unit, limits."""
    facts: dict[str, Any] = {}
    for ours, theirs in (("device_class", "device_class"), ("unit", "unit_of_measurement")):
        if isinstance(said := attributes.get(theirs), str):
            facts[ours] = said[:32]
    if domain is Domain.CLIMATE:
        facts["modes"] = modes(attributes)
        for name in ("min_temp", "max_temp"):
            if (limit := _number(attributes.get(name))) is not None:
                facts[name] = limit
    return facts


def value_of(domain: Domain, state: object) -> str | None:
    """The state in our words; None is unknown, never `off` (F16)."""
    if not isinstance(state, str) or state in _UNKNOWN:
        return None
    return _RENAMED.get((domain, state), state)[:64]


_RENAMED: Mapping[tuple[Domain, str], str] = {(Domain.MEDIA_PLAYER, "standby"): "off"}
_TOLD: Mapping[Domain, Mapping[str, tuple[str, float]]] = {
    Domain.LIGHT: {"brightness": ("brightness", 1)},
    Domain.COVER: {"position": ("current_position", 1), "tilt": ("current_tilt_position", 1)},
    Domain.CLIMATE: {
        "temperature": ("temperature", 0),
        "current_temperature": ("current_temperature", 0),
    },
    Domain.FAN: {"percentage": ("percentage", 1)},
    Domain.MEDIA_PLAYER: {"volume": ("volume_level", 100)},
}
"""Our name: theirs, and times what (0: as it is, with its decimals)."""


def told_of(domain: Domain, attributes: Attributes) -> dict[str, Any]:
    """The numbers that go with a state; what is not a number is left out."""
    told: dict[str, Any] = {}
    for ours, (theirs, times) in _TOLD.get(domain, {}).items():
        if (found := _number(attributes.get(theirs))) is not None:
            told[ours] = round(found * times) if times else found
    return told


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def service_for(
    domain: Domain, operation: str, parameters: Parameters, facts: Attributes
) -> Service:
    """The service call of one operation. Raises `BadParameters`."""
    if operation == "set_mode":
        mode = parameters.get("mode")
        if mode not in facts.get("modes", ()):
            raise BadParameters(f"mode must be one of {', '.join(facts.get('modes', ()))}")
        return "set_hvac_mode", {"hvac_mode": mode}
    if operation == "set_temperature":
        low, high = facts.get("min_temp", 5.0), facts.get("max_temp", 35.0)
        return operation, {"temperature": number(parameters, "temperature", low, high)}
    if operation in _NUMBERED:
        service, ours, theirs, low, high = _NUMBERED[operation]
        given = whole(parameters, ours, low, high)
        return service, {theirs: given / 100 if theirs == "volume_level" else given}
    return _PLAIN[domain, operation], {}


_NUMBERED: Mapping[str, tuple[str, str, str, int, int]] = {
    "set_brightness": ("turn_on", "brightness", "brightness", 1, 255),
    "set_position": ("set_cover_position", "position", "position", 0, 100),
    "set_tilt": ("set_cover_tilt_position", "tilt", "tilt_position", 0, 100),
    "set_percentage": ("set_percentage", "percentage", "percentage", 1, 100),
    "set_volume": ("volume_set", "volume", "volume_level", 0, 100),
}
_PLAIN: Mapping[tuple[Domain, str], str] = {
    **{
        (domain, word): word
        for domain in (Domain.LIGHT, Domain.SWITCH, Domain.FAN)
        for word in ("turn_on", "turn_off")
    },
    **{(Domain.COVER, word): f"{word}_cover" for word in ("open", "close", "stop")},
    **{(Domain.MEDIA_PLAYER, word): f"media_{word}" for word in ("play", "pause", "stop")},
    **{(Domain.LOCK, word): word for word in ("lock", "unlock")},
}
