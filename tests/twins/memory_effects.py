"""Memory effects: apply a command to a device in memory, by the operations of its kind."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.home.color import read_color
from companion.home.device_kind import DeviceOperation
from companion.home.kinds import kind_of
from companion.words.device import Device, DeviceCommand

Effect = tuple[str | None, dict[str, Any]]
"""New value (None: as it was) and changed attributes."""

_STEPS = {"volume": 10, "track": 1}
"""How far one step goes, of what is only moved."""


def effect(device: Device, now: Mapping[str, Any], command: DeviceCommand, at: datetime) -> Effect:
    """The state of a device after it obeyed; `now`: its attributes before. Raises `ValueError` for
    a missing parameter."""
    kind = kind_of(device)
    row = next((row for row in kind.operations if row.does == command.operation), None)
    if row is None:
        return None, {}
    numbers = _numbered(row, command)
    if row.does in ("open", "close", "set_position"):
        return _moved(now, row, numbers)
    if row.word == "mode":
        mode = str(command.parameters["mode"])
        return (mode, {}) if row.as_state else (None, {"mode": mode})
    if "color" in row.parameter:
        return row.value, _hued(command)
    if row.holds is not None:
        return None, dict([row.holds])
    if row.moves:
        return None, _stepped(now, row, at)
    if row.does == "stop" and row.value is None:
        return "open", {}
    return row.value, numbers


def _numbered(row: DeviceOperation, command: DeviceCommand) -> dict[str, Any]:
    if not row.number:
        return {}
    given = command.parameters.get(row.number)
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise ValueError(f"{row.number} must be a number")
    return {row.number: given}


def _hued(command: DeviceCommand) -> dict[str, Any]:
    """A lamp shows a colour or a white, never both."""
    if command.operation == "set_color_temperature":
        return {"color_temperature_k": command.parameters["color_temperature_k"], "color": None}
    if (color := read_color(command.parameters.get("color"))) is None:
        raise ValueError("color must be a known name or #rrggbb")
    return {"color": color, "color_temperature_k": None}


def _stepped(now: Mapping[str, Any], row: DeviceOperation, at: datetime) -> dict[str, Any]:
    """A scene is started now; a track or a volume goes a step, where one is told."""
    if row.moves == "started":
        return {"started": at.isoformat()}
    if (found := now.get(row.moves)) is None:
        return {}
    step = _STEPS[row.moves] * (row.way or (-1 if row.does.startswith("previous") else 1))
    return {row.moves: f"{int(found) + step}" if not row.way else min(max(found + step, 0), 100)}


def _moved(now: Mapping[str, Any], row: DeviceOperation, attributes: dict[str, Any]) -> Effect:
    if row.number:
        return "closed" if attributes["position"] <= 0 else "open", attributes
    return row.value, {"position": 100 if row.does == "open" else 0} if "position" in now else {}
