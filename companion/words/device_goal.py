"""Device goal 機器の目標: what a device should be seen as, and the way back from there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.words.device import DeviceState, Domain
from companion.words.device_operation import GARAGE, MOVING, TOLERANCE, DeviceOperation


@dataclass(frozen=True, slots=True)
class DeviceGoal:
    """機器の目標: what the device should be seen as."""

    operation: DeviceOperation
    target: float | str | None = None

    def reached(self, state: DeviceState | None) -> bool:
        """Whether the observed state is the wanted one."""
        if state is None or not state.available or state.value is None:
            return False
        does, value = self.operation.does, self.operation.value
        if does == "set_mode":
            return state.value == self.target
        if does == "stop":
            return state.value not in (*MOVING, "playing", "paused")
        distance = self.distance(state)
        if does in ("open", "close") and distance is not None:
            return distance <= TOLERANCE["position"] and state.value not in MOVING
        if self.operation.number:
            near = distance is not None and distance <= TOLERANCE[self.operation.number]
            return near and value in (None, state.value) and state.value not in MOVING
        return state.value == value

    def distance(self, state: DeviceState) -> float | None:
        """How far it is from the target number; None where there is none."""
        name = self.operation.number
        target = self.target
        if self.operation.does in ("open", "close"):
            name, target = "position", 100.0 if self.operation.does == "open" else 0.0
        found = state.attributes.get(name) if name else None
        if not isinstance(found, int | float) or not isinstance(target, int | float):
            return None
        return abs(found - target)

    def nearer(self, before: DeviceState, after: DeviceState) -> bool:
        """Whether it went toward the target and did not arrive."""
        was, now = self.distance(before), self.distance(after)
        if was is not None and now is not None and was != now:
            return now < was
        started = after.value in (*MOVING, "stopped") and after.value != before.value
        return started or (after.value == self.operation.value != before.value)

    def expected(self) -> dict[str, Any]:
        """For the result payload."""
        wanted: dict[str, Any] = {"value": self.operation.value}
        if self.operation.does == "set_mode":
            wanted["value"] = self.target
        elif self.operation.number:
            wanted[self.operation.number] = self.target
        return {name: found for name, found in wanted.items() if found is not None}


def way_back(
    operation: DeviceOperation, before: DeviceState, can: Mapping[str, DeviceOperation]
) -> DeviceOperation | None:
    """The operation that restores `before`: its number if it had one, else its word."""
    if operation.inverse is None:
        return None
    if operation.does == "set_mode":
        return can.get("set_mode")
    word = next((o for o in can.values() if o.value == before.value and not o.number), None)
    if operation.kind == Domain.MEDIA_PLAYER and not operation.number:
        return word or can.get("stop")  # one that was off or idle can only be made to rest
    name = operation.number or _FINER.get(operation.kind, "")
    found = before.attributes.get(name)
    ends = name == "position" and found in (0, 100)
    if word is not None and (before.value == "off" or ends):
        return word
    finer = next((o for o in can.values() if o.number == name and o.inverse), None)
    if finer is None or not isinstance(found, int | float):
        return word
    return finer if finer.low <= found <= finer.high else word


_FINER = {
    Domain.COVER.value: "position", GARAGE: "position",
    Domain.LIGHT.value: "brightness", Domain.FAN.value: "percentage",
}  # fmt: skip
"""The number that says more about a kind than its word does."""


def wrong_parameter(operation: DeviceOperation, payload: Mapping[str, Any]) -> str:
    """Empty when the payload fits the operation's schema."""
    surplus = set(payload) - set(operation.parameters())
    if surplus:
        return f"no such parameter: {min(surplus)[:40]}"
    if operation.does == "set_mode" and not isinstance(payload.get("mode"), str):
        return "mode must be a word"
    value = payload.get(operation.number) if operation.number else operation.low
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not operation.low <= value <= operation.high:  # type: ignore[operator]
        return f"{operation.number} must be {operation.low:g}..{operation.high:g}"
    return ""


def facts_of(state: DeviceState | None) -> dict[str, Any]:
    """A state as a result keeps it: value, availability, and the numbers an operation can set."""
    if state is None:
        return {"value": None, "available": False}
    numbers = {k: v for k, v in state.attributes.items() if k in TOLERANCE}
    return {"value": state.value, "available": state.available, **numbers}


def said_of(facts: Mapping[str, Any], operation: DeviceOperation) -> str:
    """The same in a summary: `on, brightness 77`."""
    number = facts.get(operation.number)
    if number is None:
        return f"{facts['value']}"
    return f"{facts['value']}, {operation.number} {number:g}"
