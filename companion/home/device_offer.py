"""Device offer 機器の選択肢: lists the few uses of one device that would change something now."""

from collections.abc import Iterator
from typing import Any

from companion.home.device_goal import DeviceGoal, shown_of
from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import operations_of
from companion.home.kinds import KIND_BY_NAME
from companion.home.operation_said import word_said
from companion.words.capability import ActionOption
from companion.words.device import Device, DeviceState
from companion.words.device_report import MOVING
from companion.words.language import Bilingual

AWAY_HEAT_C, AWAY_COOL_C = 16.0, 28.0
"""Thermostat settings while nobody is at home: enough against frost and mould, or stifling."""
_LOUDER, _LOWEST = 15.0, 5.0
"""Percent of volume that people hear as clearly louder or softer, and what can still be heard."""


def offers(device: Device, state: DeviceState | None) -> Iterator[ActionOption]:
    """Every operation that would change something; none while the state is not known."""
    if state is None or not state.available or state.value is None:
        return
    for operation in operations_of(device):
        for target in _sensible(operation, device, state):
            goal = DeviceGoal(operation, target, state)
            if not goal.reached(state) and _possible(operation, state):
                yield _option(operation, device, target)


def _sensible(
    operation: DeviceOperation, device: Device, state: DeviceState
) -> tuple[float | str | None, ...]:
    """Targets worth offering: few, so that a menu stays short."""
    if operation.as_state:
        return tuple(str(mode) for mode in device.attributes.get("modes", ()))
    if operation.does == "set_brightness":
        return (77, 255) if state.value == "on" else (77,)
    if operation.does == "set_temperature":
        now = state.attributes.get("temperature") if state.value != "off" else None
        low = float(device.attributes.get("min_temp", operation.low))
        high = float(device.attributes.get("max_temp", operation.high))
        away = {"heat": AWAY_HEAT_C, "cool": AWAY_COOL_C}.get(state.value or "")
        steps = (now - 1, now + 1, now - 2, now + 2) if isinstance(now, int | float) else ()
        wanted = (*steps, *((away,) if away is not None and away not in steps else ()))
        return tuple(t for t in wanted if low <= t <= high)
    if operation.does == "set_volume":
        loud = state.attributes.get("volume") if state.value == "playing" else None
        if not isinstance(loud, int | float):
            return ()
        return (max(loud - _LOUDER, _LOWEST), min(loud + _LOUDER, 100.0))
    if operation.does == "set_position":
        return (50,)
    # Colours, angles and sounds are for who asks for them: a menu of them would drown the rest.
    return () if operation.parameter or operation.holds or operation.way else (None,)


def _possible(operation: DeviceOperation, state: DeviceState) -> bool:
    """True if the operation makes sense in the present state: a resting cover cannot be stopped."""
    if operation.does == "stop":
        return state.value in (*MOVING, *KIND_BY_NAME[operation.kind].running)
    if operation.moves == "track":
        return state.value == "playing" and state.attributes.get("track") is not None
    return operation.does != "pause" or state.value in ("playing", "cleaning")


def _option(operation: DeviceOperation, device: Device, target: float | str | None) -> ActionOption:
    payload: dict[str, Any] = {"device_id": device.id}
    shown = Bilingual("", "")
    if target is not None:
        payload[operation.parameter] = target
        shown = _shown(operation, target)
    return ActionOption(
        operation=operation.name,
        payload=payload,
        label=Bilingual(
            operation.verb.ja.replace("{}", device.name.ja) + (shown.ja and f"（{shown.ja}）"),
            operation.verb.en.replace("{}", device.name.en) + (shown.en and f" ({shown.en})"),
        ),
        object_id=device.id,
    )


def _shown(operation: DeviceOperation, target: float | str) -> Bilingual:
    if isinstance(target, str):
        return word_said(operation, target)
    return shown_of(operation.number, target) or Bilingual("", "")
