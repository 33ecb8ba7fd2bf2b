"""A need is borne out 裏付け where the devices of a room report that it is so.

A sentence without a room is about the room where it is so: who says that it is hot sits where the
thermometer says so, and who says that a light is on in somebody's eyes sits where one is on.
"""

from collections.abc import Callable, Iterable

from companion.home.kinds import kind_of
from companion.rooms.context.collect import Seen
from companion.rooms.context.needs import Need
from companion.words.number import real_number
from companion.words.purpose import Purpose

_BEDS = frozenset({"bed", "crib", "cot", "futon"})
_METERS: dict[Need, tuple[tuple[str, Callable[[float], bool]], ...]] = {
    Need.DARK: (("illuminance", lambda lux: lux < 50),),
    Need.GLARE: (("illuminance", lambda lux: lux >= 300),),
    Need.DIMMER: (("illuminance", lambda lux: lux >= 100),),
    Need.LOOKED_AT: (("illuminance", lambda lux: lux >= 100),),
    Need.COLD: (("temperature", lambda celsius: celsius <= 18),),
    Need.HOT: (("temperature", lambda celsius: celsius >= 26),),
    Need.STUFFY: (
        ("carbon_dioxide", lambda ppm: ppm >= 1000),
        ("humidity", lambda percent: percent >= 70),
    ),
    Need.DRY: (("humidity", lambda percent: percent <= 42),),
    Need.DAMP: (("humidity", lambda percent: percent >= 68),),
    Need.LOUD: (("sound_pressure", lambda decibel: decibel >= 60),),
}
"""Readings (lx, degrees C, ppm, percent, dB) that people complain of; wider than what a report
alone is acted on, for a person says so too."""
_LAMP_ON = frozenset({Need.GLARE, Need.DIMMER, Need.ASLEEP})


def borne_out(need: Need, room: str, devices: Iterable[Seen]) -> bool:
    """Whether a meter of the room, a lamp that is on, or a bed in use agrees."""
    here = [seen for seen in devices if seen.device.area == room]
    if need is Need.ASLEEP and any(bed_in_use(seen) for seen in here):
        return True
    measured = [_agrees(need, seen) for seen in here]
    told = [one for one in measured if one is not None]
    if told:
        return any(told)
    return need in _LAMP_ON and any(_is_lamp_on(seen) for seen in here)


def meters_say(need: Need, room: str, devices: Iterable[Seen]) -> bool | None:
    """Whether the meters of a room, or of any room where none is known, agree that it is so; None
    where nothing measures it."""
    here = [seen for seen in devices if not room or seen.device.area == room]
    told = [one for seen in here if (one := _agrees(need, seen)) is not None]
    return any(told) if told else None


def _agrees(need: Need, seen: Seen) -> bool | None:
    """None for a device that does not measure it."""
    for quantity, bears_out in _METERS.get(need, ()):
        if seen.device.attributes.get("device_class") == quantity:
            value = real_number(seen.condition.value)
            return bears_out(value) if seen.condition.known and value is not None else None
    return None


def _is_lamp_on(seen: Seen) -> bool:
    return kind_of(seen.device).purpose is Purpose.LAMP and seen.condition.value == "on"


def bed_in_use(seen: Seen) -> bool:
    """Whether a bed's own sensor says that somebody lies in it."""
    words = set(seen.device.id.partition(".")[2].lower().split("_"))
    return kind_of(seen.device).detects and seen.condition.value == "on" and bool(words & _BEDS)
