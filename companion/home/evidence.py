"""Evidence 根拠: tells whether an observed state is the device's word alone, or has another
witness.

A report after a command is the device's own word; a cheap one echoes what it was told and an
honest one reports what it is, and on the wire both look the same (ADR 0014). Another sensor can
witness for it or against it, but only by a fresh reading: one that came after the device's own
report. A sensor that said nothing meanwhile proves nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.home.device_kind import DeviceOperation
from companion.home.kinds import kind_of
from companion.home.room_effect import ON_LIGHT, RoomEffect
from companion.words.device import Device, DeviceState
from companion.words.ids import DeviceId
from companion.words.number import real_number


class Evidence(StrEnum):
    """根拠の強さ."""

    OWN_REPORT = "own_report"
    """The device says so, and nobody else was asked or answered."""
    WITNESSED = "witnessed"
    """A sensor that is not the device felt the change."""
    CONTRADICTED = "contradicted"
    """A sensor that would have felt it read afresh and felt nothing."""


RISE_LX, RISE_SHARE = 8.0, 0.1
"""By so much a room must get brighter or darker to be a lamp's or a curtain's doing: above the
tremble of cheap light meters (a few lx, a few percent)."""
DARK_LX = 50.0
"""Only in a room darker than this is a lamp sure to be felt; beside daylight it may drown."""


@dataclass(frozen=True, slots=True)
class Reading:
    """証人の読み: what one witness read before the command, and its newest reading after."""

    before: float
    after: float | None = None
    fresh: bool = False
    """`after` came after the device's own report, and is a number it had not said before: a
    meter that repeats itself (with its availability, after a reconnect) has not read again."""

    def then(self, value: float | None, reported: bool) -> "Reading":
        """With the next value; `reported`: the device itself has spoken by now."""
        last = self.before if self.after is None else self.after
        moved = value is not None and value != last
        return Reading(self.before, value, self.fresh or (reported and moved))


def witnesses(
    operation: DeviceOperation, device: Device, house: Iterable[tuple[Device, DeviceState | None]]
) -> dict[DeviceId, Reading]:
    """Light meters of the same room, for what makes a room lighter or darker."""
    if operation.effect not in ON_LIGHT or not device.area:
        return {}
    found = {}
    for other, state in house:
        meter = other.attributes.get("device_class") == "illuminance"
        if kind_of(other).measures and meter and other.area == device.area:
            value = number_of(state)
            if value is not None:
                found[other.id] = Reading(value)
    return found


def weigh(operation: DeviceOperation, readings: Mapping[DeviceId, Reading]) -> Evidence:
    """The common verdict of the witnesses; a single one that felt it is enough."""
    lighter = operation.effect is RoomEffect.LIGHTER
    if any(_felt(reading, lighter) for reading in readings.values()):
        return Evidence.WITNESSED
    against = (r.fresh and r.after is not None and r.before < DARK_LX for r in readings.values())
    if lighter and operation.does == "turn_on" and any(against):
        return Evidence.CONTRADICTED
    return Evidence.OWN_REPORT


def number_of(state: DeviceState | None) -> float | None:
    """The value as a number; None where it is none or not known."""
    if state is None or not state.available or state.value is None:
        return None
    return real_number(state.value)


def _felt(reading: Reading, lighter: bool) -> bool:
    if reading.after is None:
        return False
    change = reading.after - reading.before
    least = max(RISE_LX, RISE_SHARE * reading.before)
    return change >= least if lighter else -change >= least
