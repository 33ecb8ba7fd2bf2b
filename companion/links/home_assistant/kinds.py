"""Kinds: what each kind of entity can do and tells, in our words and units.

Units are those of `words.device`: brightness 0..255, position, tilt, percentage and volume
0..100, temperature in the hub's °C. An operation is offered only where the entity's own
`supported_features` say so. Source of the bits: Home Assistant's `*EntityFeature` flags.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.home.color import COLDEST_K, WARMEST_K, of_hs, to_hs
from companion.links.wiring import (
    BadParameters,
    color_of,
    mark_of,
    moment_of,
    number,
    quantity,
    whole,
)
from companion.words.device import Domain

Attributes = Mapping[str, Any]
Parameters = Mapping[str, Any]
Service = tuple[str, dict[str, Any]]
"""Name of the service and its data beside the entity."""

_UNKNOWN = frozenset({"unknown", "unavailable", "", None})
_COVER = {"open": 1, "close": 2, "set_position": 4, "stop": 8, "set_tilt": 128}
_MEDIA = {
    "play": 16384, "pause": 1, "stop": 4096, "set_volume": 4, "next_track": 32,
    "previous_track": 16, "mute": 8, "unmute": 8, "volume_up": 1024, "volume_down": 1024,
}  # fmt: skip
_VACUUM = {"start": 8192, "pause": 4, "stop": 8, "return_to_dock": 16}
_FAN_SPEED, _FAN_SWING, _TARGET_TEMPERATURE = 1, 2, 1
_MODES = frozenset({"auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool"})
_NO_LEVEL = frozenset({"onoff", "unknown"})
"""Colour modes of a light that cannot be dimmed."""
_COLORED = frozenset({"hs", "rgb", "rgbw", "rgbww", "xy"})


def operations_of(domain: Domain, attributes: Attributes) -> tuple[str, ...]:
    """What this entity takes."""
    find = _OPERATIONS.get(domain)
    return find(attributes) if find is not None else ()


def _switched(attributes: Attributes) -> tuple[str, ...]:
    return ("turn_on", "turn_off")


def _light(attributes: Attributes) -> tuple[str, ...]:
    listed = attributes.get("supported_color_modes")
    modes = set(map(str, listed)) if isinstance(listed, list | tuple) else set[str]()
    finer = {
        "set_brightness": bool(modes - _NO_LEVEL),
        "set_color": bool(modes & _COLORED),
        "set_color_temperature": "color_temp" in modes,
    }
    return ("turn_on", "turn_off", *(does for does, can in finer.items() if can))


def _featured(table: Mapping[str, int]) -> Callable[[Attributes], tuple[str, ...]]:
    return lambda attributes: tuple(
        name for name, bit in table.items() if features(attributes) & bit
    )


def _climate(attributes: Attributes) -> tuple[str, ...]:
    sets = features(attributes) & _TARGET_TEMPERATURE
    return (*(("set_temperature",) if sets else ()), *(("set_mode",) if modes(attributes) else ()))


def _fan(attributes: Attributes) -> tuple[str, ...]:
    paced = features(attributes) & _FAN_SPEED
    swings = features(attributes) & _FAN_SWING
    return (
        "turn_on", "turn_off", *(("set_percentage",) if paced else ()),
        *(("oscillate_on", "oscillate_off") if swings else ()),
    )  # fmt: skip


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
    Domain.VACUUM: _featured(_VACUUM),
    Domain.SCENE: lambda attributes: ("turn_on",),
    Domain.SCRIPT: _switched,
}


def features(attributes: Attributes) -> int:
    """The entity's `supported_features`; 0 where it does not say."""
    found = attributes.get("supported_features")
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def modes(attributes: Attributes) -> tuple[str, ...]:
    """The modes a climate device offers, of Home Assistant's."""
    listed = attributes.get("hvac_modes")
    told = listed if isinstance(listed, list | tuple) else ()
    return tuple(mode for mode in told if isinstance(mode, str) and mode in _MODES)


def fixed_facts(domain: Domain, attributes: Attributes) -> dict[str, Any]:
    """What does not change with the state: class, unit, limits."""
    facts: dict[str, Any] = {}
    for ours, theirs in (("device_class", "device_class"), ("unit", "unit_of_measurement")):
        if isinstance(said := attributes.get(theirs), str):
            facts[ours] = said[:32]
    if domain is Domain.LIGHT and "set_color_temperature" in _light(attributes):
        warmest, coldest = (quantity(attributes.get(f"{e}_color_temp_kelvin")) for e in _ENDS)
        facts["min_color_temperature_k"] = round(warmest or WARMEST_K)
        facts["max_color_temperature_k"] = round(coldest or COLDEST_K)
    if domain is Domain.CLIMATE:
        facts["modes"] = modes(attributes)
        for name in ("min_temp", "max_temp"):
            if (limit := quantity(attributes.get(name))) is not None:
                facts[name] = limit
    return facts


_ENDS = ("min", "max")


def value_of(domain: Domain, state: object) -> str | None:
    """The state in our words; None is unknown, never `off`. A scene has none but when it was
    last started, which the hub tells as its state."""
    if domain is Domain.SCENE:
        return "idle" if isinstance(state, str) and state != "unavailable" else None
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


def told_of(domain: Domain, attributes: Attributes, state: object = None) -> dict[str, Any]:
    """What goes with a state: numbers, and what has a form of ours; all else is left out."""
    told: dict[str, Any] = {}
    for ours, (theirs, times) in _TOLD.get(domain, {}).items():
        if (found := quantity(attributes.get(theirs))) is not None:
            told[ours] = round(found * times) if times else found
    more = _MORE.get(domain)
    words = more(attributes, state) if more is not None else {}
    return told | {name: word for name, word in words.items() if word is not None}


def _hue(attributes: Attributes, state: object) -> dict[str, Any]:
    """The colour or the white of a lamp, whichever it shows."""
    mode, hs = attributes.get("color_mode"), attributes.get("hs_color")
    white = quantity(attributes.get("color_temp_kelvin"))
    if mode == "color_temp":
        return {"color_temperature_k": None if white is None else round(white)}
    if not isinstance(mode, str) or mode not in _COLORED:
        return {}
    if not isinstance(hs, list | tuple) or len(hs) != 2:
        return {}
    hue, far = quantity(hs[0]), quantity(hs[1])
    return {"color": None if hue is None or far is None else of_hs(hue, far)}


def _swing(attributes: Attributes, state: object) -> dict[str, Any]:
    return {"oscillating": _on_off(attributes.get("oscillating"))}


def _playing(attributes: Attributes, state: object) -> dict[str, Any]:
    """What is played, as a mark that changes with it: its words are somebody else's."""
    parts = [f"{attributes.get(name) or ''}" for name in _TRACK]
    track = mark_of("\n".join(parts)) if any(parts) else None
    return {"track": track, "muted": _on_off(attributes.get("is_volume_muted"))}


_TRACK = ("media_content_id", "media_title", "media_artist", "media_track", "media_episode")


def _started(attributes: Attributes, state: object) -> dict[str, Any]:
    last = attributes.get("last_triggered", state)
    return {"started": moment_of(last if isinstance(last, str) else None)}


def _on_off(value: object) -> str | None:
    return ("on" if value else "off") if isinstance(value, bool) else None


_MORE: Mapping[Domain, Callable[[Attributes, object], dict[str, Any]]] = {
    Domain.LIGHT: _hue,
    Domain.FAN: _swing,
    Domain.MEDIA_PLAYER: _playing,
    Domain.SCENE: _started,
    Domain.SCRIPT: _started,
}


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
    if operation == "set_color":
        return "turn_on", {"hs_color": list(to_hs(color_of(parameters)))}
    if operation == "set_color_temperature":
        low = int(facts.get("min_color_temperature_k", WARMEST_K))
        high = int(facts.get("max_color_temperature_k", COLDEST_K))
        return "turn_on", {"color_temp_kelvin": whole(parameters, "color_temperature_k", low, high)}
    if operation in _NUMBERED:
        service, ours, theirs, low, high = _NUMBERED[operation]
        given = whole(parameters, ours, low, high)
        return service, {theirs: given / 100 if theirs == "volume_level" else given}
    service, data = _PLAIN[domain, operation], _DATA.get(operation, {})
    return service, dict(data)


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
        for domain in (Domain.LIGHT, Domain.SWITCH, Domain.FAN, Domain.SCENE, Domain.SCRIPT)
        for word in ("turn_on", "turn_off")
    },
    **{(Domain.COVER, word): f"{word}_cover" for word in ("open", "close", "stop")},
    **{
        (Domain.MEDIA_PLAYER, word): f"media_{word}"
        for word in ("play", "pause", "stop", "next_track", "previous_track")
    },
    **{(Domain.MEDIA_PLAYER, word): word for word in ("volume_up", "volume_down")},
    **{(Domain.MEDIA_PLAYER, word): "volume_mute" for word in ("mute", "unmute")},
    **{(Domain.FAN, f"oscillate_{word}"): "oscillate" for word in ("on", "off")},
    **{(Domain.VACUUM, word): word for word in ("start", "pause", "stop")},
    (Domain.VACUUM, "return_to_dock"): "return_to_base",
    **{(Domain.LOCK, word): word for word in ("lock", "unlock")},
}
_DATA: Mapping[str, Mapping[str, Any]] = {
    "mute": {"is_volume_muted": True},
    "unmute": {"is_volume_muted": False},
    "oscillate_on": {"oscillating": True},
    "oscillate_off": {"oscillating": False},
}
"""What a service wants beside the entity."""
