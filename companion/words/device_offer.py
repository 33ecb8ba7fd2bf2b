"""Device offer 機器の選択肢: the few uses of one device that would change something now."""

from collections.abc import Iterator
from typing import Any

from companion.words.capability import ActionOption
from companion.words.device import Device, DeviceState
from companion.words.device_goal import DeviceGoal
from companion.words.device_operation import MOVING, DeviceOperation, operations_of
from companion.words.language import Bilingual


def offers(device: Device, state: DeviceState | None) -> Iterator[ActionOption]:
    """Every operation that would change something; none while the state is not known."""
    if state is None or not state.available or state.value is None:
        return
    for operation in operations_of(device):
        for target in _sensible(operation, device, state):
            goal = DeviceGoal(operation, target)
            if not goal.reached(state) and _possible(operation, state):
                yield _option(operation, device, target)


def _sensible(
    operation: DeviceOperation, device: Device, state: DeviceState
) -> tuple[float | str | None, ...]:
    """Targets worth offering: few, so that a menu stays short."""
    if operation.does == "set_mode":
        return tuple(str(mode) for mode in device.attributes.get("modes", ()))
    if operation.does == "set_brightness":
        return (77, 255) if state.value == "on" else (77,)
    if operation.does == "set_temperature":
        now = state.attributes.get("temperature") if state.value != "off" else None
        low = float(device.attributes.get("min_temp", operation.low))
        high = float(device.attributes.get("max_temp", operation.high))
        steps = (now - 1, now + 1) if isinstance(now, int | float) else ()
        return tuple(t for t in steps if low <= t <= high)
    if operation.does == "set_position":
        return (50,)
    return () if operation.number else (None,)


def _possible(operation: DeviceOperation, state: DeviceState) -> bool:
    """Whether the present state lets it make sense (a resting cover cannot be stopped)."""
    if operation.does == "stop":
        return state.value in (*MOVING, "playing", "paused")
    return operation.does != "pause" or state.value == "playing"


def _option(operation: DeviceOperation, device: Device, target: float | str | None) -> ActionOption:
    payload: dict[str, Any] = {"device_id": device.id}
    suffix = ""
    if target is not None:
        payload[operation.number or "mode"] = target
        suffix = _shown(operation, target)
    return ActionOption(
        operation=operation.name,
        payload=payload,
        label=Bilingual(
            operation.verb.ja.replace("{}", device.name.ja) + (suffix and f"（{suffix}）"),
            operation.verb.en.replace("{}", device.name.en) + (suffix and f" ({suffix})"),
        ),
        object_id=device.id,
    )


def _shown(operation: DeviceOperation, target: float | str) -> str:
    if isinstance(target, str):
        return target
    if operation.number == "brightness":
        return f"{target / 255:.0%}"
    return f"{target:g}°C" if operation.number == "temperature" else f"{target:g}%"
