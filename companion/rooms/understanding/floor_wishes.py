"""Floor wishes: what Home Assistant's sentences recognised, as a wish on this home's things."""

from collections.abc import Mapping
from typing import Any

from companion.home.request import DEVICES
from companion.rooms.understanding.acts import SWITCHED
from companion.rooms.understanding.floor import Recognised
from companion.rooms.understanding.home import Home, Thing
from companion.words.understood import UnderstoodWish

_DOES: Mapping[str, tuple[str, frozenset[str]]] = {
    "HassTurnOn": ("turn_on", SWITCHED | {"cover", "lock", "valve"}),
    "HassTurnOff": ("turn_off", SWITCHED | {"cover", "lock", "valve"}),
    "HassLightSet": ("set_brightness", frozenset({"light"})),
    "HassSetPosition": ("set_position", frozenset({"cover", "valve"})),
    "HassFanSetSpeed": ("set_percentage", frozenset({"fan"})),
    "HassClimateSetTemperature": ("set_temperature", frozenset({"climate"})),
    "HassMediaNext": ("next_track", frozenset({"media_player"})),
    "HassMediaPrevious": ("previous_track", frozenset({"media_player"})),
    "HassMediaPause": ("pause", frozenset({"media_player"})),
    "HassMediaUnpause": ("play", frozenset({"media_player"})),
    "HassMediaPlayerMute": ("mute", frozenset({"media_player"})),
    "HassMediaPlayerUnmute": ("unmute", frozenset({"media_player"})),
    "HassSetVolume": ("set_volume", frozenset({"media_player"})),
    "HassVacuumStart": ("start", frozenset({"vacuum"})),
    "HassVacuumReturnToBase": ("return_to_dock", frozenset({"vacuum"})),
}
_PER_THING = {("lock", "turn_on"): "lock", ("lock", "turn_off"): "unlock",
              ("cover", "turn_on"): "open", ("cover", "turn_off"): "close",
              ("garage", "turn_on"): "open", ("garage", "turn_off"): "close",
              ("valve", "turn_on"): "open", ("valve", "turn_off"): "close"}  # fmt: skip
_VALUES = {
    "set_brightness": ("brightness", 2.55),
    "set_position": ("position", 1.0),
    "set_percentage": ("percentage", 1.0),
    "set_temperature": ("temperature", 1.0),
    "set_volume": ("volume_level", 1.0),
}


def wish_from(found: Recognised, home: Home, room: str) -> UnderstoodWish:
    """The wish; without operation where the companion has none for the intent."""
    does, domains = _DOES.get(found.intent, ("", frozenset()))
    slots = dict(found.slots)
    if found.intent in ("HassGetState", "HassClimateGetTemperature"):
        return UnderstoodWish(intent=found.intent, slots=slots, targets=_asked(found, home))
    if not does:
        return UnderstoodWish(intent=found.intent, slots=slots)
    things = [t for t in home.things if t.domain in domains and _fits(t, slots, home)]
    kinds = {t.kind for t in things}
    kind = next(iter(kinds)) if len(kinds) == 1 else "device"
    does = _PER_THING.get((kind, does), does)
    if len(kinds) > 1:
        return UnderstoodWish(intent=found.intent, slots=slots)  # several sorts: not ours to guess
    return UnderstoodWish(
        intent=found.intent,
        slots=slots,
        targets=tuple(t.id for t in things),
        operation=f"{DEVICES}.{kind}_{does}",
        parameters=_parameters(does, slots),
    )


def _asked(found: Recognised, home: Home) -> tuple[str, ...]:
    slots = dict(found.slots)
    if found.intent == "HassClimateGetTemperature":
        measures = [t for t in home.things if t.device_class == "temperature"]
        there = [t for t in measures if _fits(t, slots, home)]
        there = there or [t for t in home.things if t.domain == "climate" and _fits(t, slots, home)]
        return tuple(t.id for t in there) if len(slots) else ()
    slots.pop("state", None)
    return tuple(t.id for t in home.things if slots and _fits(t, slots, home))


def _parameters(does: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    slot, scale = _VALUES.get(does, ("", 1.0))
    if slot not in slots:
        return {"color": slots["color"]} if "color" in slots else {}
    name = "volume" if does == "set_volume" else slot
    return {name: round(float(slots[slot]) * scale)}


def _fits(thing: Thing, slots: Mapping[str, Any], home: Home) -> bool:
    if "name" in slots and slots["name"] != "all" and slots["name"] not in thing.names:
        return False
    room = home.room(thing.area)
    if "area" in slots and (room is None or slots["area"] not in room.names):
        return False
    if "floor" in slots:
        floor = next((s for s in home.storeys if room and s.id == room.floor), None)
        if floor is None or slots["floor"] not in floor.names:
            return False
    wanted = slots.get("domain")
    wanted = wanted if isinstance(wanted, list) else [wanted] if wanted else []
    classes = slots.get("device_class")
    classes = classes if isinstance(classes, list) else [classes] if classes else []
    return (not wanted or thing.domain in wanted) and (not classes or thing.device_class in classes)
