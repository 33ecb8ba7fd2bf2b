"""Menu entry reader: finds what an entry acts on, in which room, and with which setting."""

from collections.abc import Mapping

import numpy as np

from companion.engines.ranking.lines import Line
from companion.home.condition import Condition
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.number import real_number
from companion.words.scene import SceneObject

OPERATIONS = (
    "light_turn_on", "light_turn_off", "light_set_brightness", "cover_open", "cover_close",
    "cover_set_position", "climate_set_temperature", "climate_set_mode", "lock_lock",
    "lock_unlock", "fan_turn_on", "fan_turn_off", "media_player_play", "media_player_pause",
    "media_player_stop", "switch_turn_on", "switch_turn_off", "observe_scene", "other",
)  # fmt: skip
DEEDS = ("turn_on", "turn_off", "open", "close", "lock", "play", "pause", "stop")
"""Acts that a line can ask for by name; the reader has one output for each."""
THINGS = (
    "hazard",
    "critical",
    "heater",
    "brewer",
    "job",
    "water",
    "plain",
    "window",
    "curtain",
    "awning",
    "extractor",
    "breeze",
)


def acting(pack: DeliberationContextPack) -> tuple[MenuEntry, ...]:
    """The entries that do something."""
    return tuple(e for e in pack.menu if e.outcome is DecisionOutcome.DO_ACTION)


def thing_of(pack: DeliberationContextPack, entry: MenuEntry) -> SceneObject | None:
    """The device it acts on; None: a tool."""
    found = pack.scene.find(entry.object_id) if entry.object_id else None
    return found if found is not None and found.type == "device" else None


def room_of(pack: DeliberationContextPack, entry: MenuEntry) -> str:
    """The room it acts in, "" where that is not known."""
    thing = thing_of(pack, entry)
    if thing is not None:
        return thing.location
    camera = str(entry.payload.get("camera", ""))
    known = {place.id for place in pack.places}
    return camera if camera in known else pack.trigger.place


def is_near(line: Line, room: str, place: str, rooms: Mapping[str, str]) -> bool | None:
    """Whether the line is about the room; None: it names none, so it may be."""
    about = set(line.rooms) | {rooms.get(thing, "") for thing in line.things}
    if not about and line.is_trigger and place:
        about = {place}
    return room in about if about else None


def deed_of(entry: MenuEntry) -> str:
    """The act of `DEEDS` that an entry does, or ""."""
    return next((d for d in DEEDS if entry.action_type.endswith(d)), "")


def plain_operation(operation: str, thing: SceneObject | None) -> str:
    """`turn_on` of `light.hall` is `light_turn_on`; what is not known is `other`."""
    name = f"{thing.id.partition('.')[0]}_{operation}" if thing is not None else ""
    return name if name in OPERATIONS else "other"


def setting_of(entry: MenuEntry, state: Condition) -> tuple[float, ...]:
    """Warmer or colder (+1, -1), brightness 0..1, and the modes heat, cool, off as 0 or 1."""
    payload = entry.payload
    wish = number_of(payload.get("temperature"))
    now = number_of(state.settings.get("temperature"))
    warmer = 0.0 if wish is None or now is None else float(np.sign(wish - now))
    bright = number_of(payload.get("brightness"))
    mode = str(payload.get("mode", ""))
    return (
        warmer,
        0.0 if bright is None else bright / 255,
        float(mode == "heat"),
        float(mode == "cool"),
        float(mode == "off"),
    )


def number_of(value: object) -> float | None:
    """It as a number; None: it is none."""
    return real_number(str(value))


def temperature_in(pack: DeliberationContextPack, room: str) -> float | None:
    """Reading of the room's thermometer, °C."""
    for thing in pack.scene.objects:
        if thing.location == room and thing.id.startswith("sensor.") and "temperature" in thing.id:
            return number_of(Condition.read(thing.state).value)
    return None
