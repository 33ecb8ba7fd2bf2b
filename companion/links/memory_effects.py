"""What a device in memory ends as when it does as it is told."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.home.color import read_color
from companion.words.device import Device, DeviceCommand, Domain

Effect = tuple[str | None, dict[str, Any]]
"""New value (None: as it was) and changed attributes."""

_WORDS: Mapping[str, str] = {
    "turn_on": "on", "turn_off": "off", "lock": "locked", "unlock": "unlocked",
    "play": "playing", "pause": "paused", "set_brightness": "on", "set_percentage": "on",
    "set_color": "on", "set_color_temperature": "on", "start": "cleaning",
    "return_to_dock": "docked",
}  # fmt: skip
_NUMBERS: Mapping[str, str] = {
    "set_brightness": "brightness", "set_position": "position", "set_tilt": "tilt",
    "set_temperature": "temperature", "set_percentage": "percentage", "set_volume": "volume",
    "set_color_temperature": "color_temperature_k",
}  # fmt: skip
_HOLDS: Mapping[str, tuple[str, str]] = {
    "mute": ("muted", "on"), "unmute": ("muted", "off"), "oscillate_on": ("oscillating", "on"),
    "oscillate_off": ("oscillating", "off"),
}  # fmt: skip
_STEPS: Mapping[str, tuple[str, int]] = {
    "volume_up": ("volume", 10), "volume_down": ("volume", -10), "next_track": ("track", 1),
    "previous_track": ("track", -1),
}  # fmt: skip


def effect(device: Device, now: Mapping[str, Any], command: DeviceCommand, at: datetime) -> Effect:
    """What a well-behaved device ends as; `now`: its attributes before. Raises `ValueError` for a
    missing parameter."""
    operation = command.operation
    attributes = _numbered(command)
    if operation in ("open", "close", "set_position"):
        return _moved(now, operation, attributes)
    if operation == "set_mode":
        return str(command.parameters["mode"]), attributes
    if operation in ("set_color", "set_color_temperature"):
        return "on", _hued(command)
    if operation in _HOLDS or operation in _STEPS:
        return None, dict([_HOLDS[operation]]) if operation in _HOLDS else _stepped(now, operation)
    if operation == "stop":
        return ("open" if device.domain is Domain.COVER else "idle"), attributes
    if device.domain in (Domain.SCENE, Domain.SCRIPT) and operation == "turn_on":
        return None, {"started": at.isoformat()}
    return _WORDS.get(operation), attributes


def _numbered(command: DeviceCommand) -> dict[str, Any]:
    if not (name := _NUMBERS.get(command.operation)):
        return {}
    given = command.parameters.get(name)
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ValueError(f"{name} must be a number")
    return {name: given}


def _hued(command: DeviceCommand) -> dict[str, Any]:
    """A lamp shows a colour or a white, never both."""
    if command.operation == "set_color_temperature":
        return {"color_temperature_k": command.parameters["color_temperature_k"], "color": None}
    if (color := read_color(command.parameters.get("color"))) is None:
        raise ValueError("color must be a known name or #rrggbb")
    return {"color": color, "color_temperature_k": None}


def _stepped(now: Mapping[str, Any], operation: str) -> dict[str, Any]:
    """The next track or the one before, or a step of the volume; nothing where none is told."""
    name, step = _STEPS[operation]
    if (found := now.get(name)) is None:
        return {}
    return {name: f"{int(found) + step}" if name == "track" else min(max(found + step, 0), 100)}


def _moved(now: Mapping[str, Any], operation: str, attributes: dict[str, Any]) -> Effect:
    if operation != "set_position":
        value = "open" if operation == "open" else "closed"
        return value, {"position": 100 if value == "open" else 0} if "position" in now else {}
    return "closed" if attributes["position"] <= 0 else "open", attributes
