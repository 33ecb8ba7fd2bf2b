"""A wish 頼み is an act with its things, in Home Assistant's vocabulary where it has one."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.home.device_operation import DEVICE_OPERATIONS
from companion.home.request import DEVICES
from companion.rooms.understanding.acts import KIND_DOMAINS, Act
from companion.rooms.understanding.fold import fold_name
from companion.rooms.understanding.frame import Frame, Group
from companion.rooms.understanding.home import Home, Thing
from companion.words.timing import Timing
from companion.words.understood import UnderstoodWish

INTENTS: Mapping[str, str] = {
    "turn_on": "HassTurnOn", "turn_off": "HassTurnOff", "open": "HassTurnOn",
    "close": "HassTurnOff", "lock": "HassTurnOn", "unlock": "HassTurnOff",
    "stop": "HassStopMoving", "set_brightness": "HassLightSet", "set_color": "HassLightSet",
    "set_color_temperature": "HassLightSet", "set_temperature": "HassClimateSetTemperature",
    "set_mode": "HassClimateSetHvacMode", "set_position": "HassSetPosition",
    "set_tilt": "HassSetTilt", "set_percentage": "HassFanSetSpeed", "set_volume": "HassSetVolume",
    "play": "HassMediaUnpause", "pause": "HassMediaPause", "next_track": "HassMediaNext",
    "previous_track": "HassMediaPrevious", "mute": "HassMediaPlayerMute",
    "unmute": "HassMediaPlayerUnmute", "start": "HassVacuumStart",
    "return_to_dock": "HassVacuumReturnToBase",
    "return": "HassVacuumReturnToBase",
    "oscillate_on": "CompanionFanSwing", "oscillate_off": "CompanionFanSwing",
    **{row.does: row.intent for row in DEVICE_OPERATIONS if row.intent},
}  # fmt: skip
_BY_KIND = [row for row in DEVICE_OPERATIONS if row.intent]
NUMBERS: Mapping[str, tuple[str, str, float, float, float]] = {
    # operation: (parameter, slot, least, most, a usual step)
    "set_brightness": ("brightness", "brightness", 1, 100, 20),
    "set_temperature": ("temperature", "temperature", 5, 35, 1),
    "set_position": ("position", "position", 0, 100, 20),
    "set_tilt": ("tilt", "tilt", 0, 100, 20),
    "set_percentage": ("percentage", "percentage", 1, 100, 25),
    "set_volume": ("volume", "volume_level", 0, 100, 10),
    **{row.does: (row.number, row.number, row.low, row.high, 10) for row in _BY_KIND},
}
"""Steps: our own; a tenth of the volume and a fifth of the light are clearly noticed."""
KELVIN = {"warm": 2700, "cold": 6500}
"""As Home Assistant's own sentences name them."""
_STEP = {"little": 0.5, "lot": 2.0}
_STATE_NAMES = {"temperature": ("temperature",), "position": ("position", "current_position"),
                "tilt": ("tilt", "current_tilt_position"), "percentage": ("percentage",),
                "volume": ("volume", "volume_level"), "brightness": ("brightness",),
                **{row.number: (row.number,) for row in _BY_KIND}}  # fmt: skip


def wishes_of(
    frame: Frame, act: Act, things: Sequence[Thing], home: Home, when: Timing | None
) -> tuple[UnderstoodWish, ...]:
    """One wish for each operation with its parameters; none of things: one without targets."""
    slots = slots_of(frame, act, home, things)
    intent = _intent(act)
    if act.does == "start" and any(g.placed for g in frame.groups):
        intent = "HassVacuumCleanArea"
    apart: dict[tuple[str, tuple[tuple[str, Any], ...]], list[str]] = {}
    for thing in things:
        does = _of_thing(act.does, thing)
        parameters = _parameters(frame, act, thing)
        key = (f"{DEVICES}.{thing.kind}_{does}", tuple(parameters.items()))
        apart.setdefault(key, []).append(thing.id)
    if not apart:
        return (UnderstoodWish(intent=intent, slots=slots, when=when),)
    return tuple(
        UnderstoodWish(
            intent=intent,
            slots=slots,
            targets=tuple(ids),
            operation=operation,
            parameters=dict(parameters),
            closing=act.closing,
            when=when,
        )
        for (operation, parameters), ids in apart.items()
    )


_CLEANS = "vacuum_start"


def cleans(act: Act, wishes: Iterable[UnderstoodWish]) -> bool:
    """Whether the act sends a vacuum cleaner out."""
    begins = any(wish.operation.endswith(_CLEANS) for wish in wishes)
    return act.does in ("start", "turn_on", "clean") and begins


def cleans_a_room(wish: UnderstoodWish, text: str, home: Home) -> bool:
    """Whether the folded sentence names a room to a vacuum cleaner, which none can be told. The
    room that somebody speaks in is none that was named."""
    names = (fold_name(name) for room in home.rooms for name in room.names)
    return wish.operation.endswith(_CLEANS) and any(
        re.search(rf"\b{re.escape(name)}\b" if name.isascii() else re.escape(name), text)
        for name in names
    )


def _intent(act: Act) -> str:
    if act.does == "set_volume" and act.change:
        return "HassSetVolumeRelative"
    return INTENTS[act.does]


_LOCKS = {"open": "unlock", "close": "lock", "turn_on": "lock", "turn_off": "unlock"}
_COVERS = {"turn_on": "open", "turn_off": "close"}


def _of_thing(does: str, thing: Thing) -> str:
    """A lock that is opened is unlocked; a curtain turned on is opened."""
    if thing.domain == "lock":
        return _LOCKS.get(does, does)
    if thing.domain in ("cover", "valve"):
        return _COVERS.get(does, does)
    return does


def _parameters(frame: Frame, act: Act, thing: Thing) -> dict[str, Any]:
    if act.does == "set_mode":
        return {"mode": act.value}
    if act.does == "set_color":
        return {"color": act.value}
    if act.does == "set_color_temperature":
        return {"color_temperature_k": KELVIN[str(act.value)]}
    if act.does not in NUMBERS:
        return {}
    name, _, low, high, _ = NUMBERS[act.does]
    if isinstance(act.value, float | int):
        return {name: _scaled(name, min(max(float(act.value), low), high))}
    step = step_of(frame, act)
    if act.power and thing.state in ("cool", "dry"):
        step = -step
    now = current(thing, name)
    if now is None:
        return {f"{name}_step": step}
    return {name: _scaled(name, min(max(now + step, low), high))}


def step_of(frame: Frame, act: Act) -> float:
    """How much of a change is meant, with its sign, in the attribute's own unit."""
    usual = NUMBERS[act.does][4]
    size = act.amount if act.amount is not None else usual * _STEP.get(frame.step, 1.0)
    size = max(size, 1.0) if act.does == "set_temperature" and act.amount is None else size
    return size * (1 if act.change > 0 else -1)


def _scaled(name: str, value: float) -> float | int:
    if name == "brightness":
        return max(1, round(value * 2.55))
    return round(value * 2) / 2 if name == "temperature" else round(value)


def current(thing: Thing, name: str) -> float | None:
    """The attribute now, in percent or degrees; None where it is not known."""
    for key in _STATE_NAMES[name]:
        try:
            value = float(thing.attributes[key])
        except (KeyError, TypeError, ValueError):
            continue
        if name == "brightness":
            return value / 2.55
        return value * 100 if key == "volume_level" and value <= 1 else value
    return 0.0 if name in ("brightness", "percentage") and thing.state == "off" else None


_CLASS_SLOTS = {
    "curtain": "curtain",
    "blind": "blind",
    "window": "window",
    "garage": "garage",
    "shutter": "shutter",
    "storm_shutter": "shutter",
    "door": "door",
}


def slots_of(
    frame: Frame, act: Act | None, home: Home, things: Iterable[Thing] = ()
) -> dict[str, Any]:
    """The slots as Home Assistant's intents name them."""
    slots: dict[str, Any] = {}
    for group in frame.groups:
        _place(slots, group, home)
    names = [t.name for t in things if t.id in frame.named]
    if not names and frame.named:
        there = [t.name for t in things]
        names = there or [t.name for i in frame.named if (t := home.thing(i))][:1]
    if names:
        slots["name"] = names[0] if len(names) == 1 else names
    elif frame.kinds:
        _kinds(slots, frame.kinds)
    if act is not None:
        slots |= _values(frame, act)
    return slots


def _place(slots: dict[str, Any], group: Group, home: Home) -> None:
    rooms = [room.names[0] for i in group.areas if (room := home.room(i))]
    floors = [s.names[0] for s in home.storeys if s.id in group.floors]
    for key, found in (("area", rooms), ("floor", floors)):
        for name in found:
            held = slots.get(key)
            if held is None:
                slots[key] = name
            elif name != held and name not in held:
                slots[key] = [*(held if isinstance(held, list) else [held]), name]


def _kinds(slots: dict[str, Any], kinds: Iterable[str]) -> None:
    domains = sorted({d for kind in kinds for d in KIND_DOMAINS[kind][0] if d != "valve"})
    slots["domain"] = domains[0] if len(domains) == 1 else domains
    classes = sorted({_CLASS_SLOTS[kind] for kind in kinds if kind in _CLASS_SLOTS})
    if classes:
        slots["device_class"] = classes[0] if len(classes) == 1 else classes


def _values(frame: Frame, act: Act) -> dict[str, Any]:
    if act.does == "set_mode":
        return {"hvac_mode": act.value}
    if act.does == "set_color":
        return {"color": act.value}
    if act.does == "set_color_temperature":
        return {"temperature": KELVIN[str(act.value)]}
    if act.does not in NUMBERS:
        return {}
    slot = NUMBERS[act.does][1]
    if isinstance(act.value, float | int):
        return {slot: int(act.value) if float(act.value).is_integer() else act.value}
    if act.does == "set_volume":
        way = "up" if act.change > 0 else "down"
        return {"volume_step": step_of(frame, act) if act.amount is not None else way}
    return {f"{slot}_step": step_of(frame, act)}
