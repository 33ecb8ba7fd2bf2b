"""Deeds: list the operations that a routine of the page can do with a device, as choices and as
words.

A choice travels as `device|operation` (a mode or a colour as `device|operation|word`); its number,
where it has one, beside it. An act that was saved elsewhere and is no such choice is kept as it
stands: `keep|0`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.home.color import COLORS
from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import (
    OPERATION_BY_NAME,
    operations_of,
)
from companion.home.kinds import NUMBERS
from companion.home.operation_said import deed_said
from companion.home.request import DEVICES, room_request
from companion.ports.body import Drive
from companion.ports.house import House
from companion.web.names import Names
from companion.words.capability import RiskTier
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.number import real_number
from companion.words.schedule import SavedAction
from companion.words.travel import GO_TO_ROOM, go_label

KEEP = "keep"
DRIVE = "drive"
"""In place of a device: the wheeled base. Its choices are `drive|room`."""


class NoSuchDeed(ValueError):
    """Error: no device of the home can do this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose; `low` to `unit` only where it needs a number."""

    value: str
    label: Bilingual
    number: str = ""
    low: float = 0
    high: float = 100
    step: float = 1
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A saved action as the form shows it."""

    value: str
    amount: float | None = None


def choices_of(device: Device, names: Names) -> Iterator[Choice]:
    """Acts of a device that a routine may do; never an act that always needs a person."""
    for row in operations_of(device):
        if row.risk >= RiskTier.NEVER_BY_ITSELF:
            continue
        value = f"{device.id}|{row.name}"
        if row.word:
            for word in _words(row, device):
                label = _deed(device, row, {row.word: word})
                yield Choice(value=f"{value}|{word}", label=label)
        elif row.number in NUMBERS:
            offered = NUMBERS[row.number]
            low, high = offered.of(device)
            yield Choice(
                value=value,
                label=_deed(device, row, {}),
                number=row.number,
                low=low,
                high=high,
                step=offered.step,
                unit=offered.unit,
            )
        elif not row.number:
            yield Choice(value=value, label=_deed(device, row, {}))


def ways_of(drive: Drive, names: Names) -> Iterator[Choice]:
    """The rooms a routine may send the wheeled base to."""
    for room in names.in_order(drive.rooms()):
        yield Choice(value=f"{DRIVE}|{room}", label=go_label(names.place_words(room)))


def action_of(choice: str, amount: str, house: House, names: Names) -> SavedAction:
    """The action a choice means. Raises `NoSuchDeed`."""
    device_id, _, rest = choice.partition("|")
    if device_id == DRIVE:
        return _way(rest, names)
    name, _, word = rest.partition("|")
    device, row = house.device(DeviceId(device_id)), OPERATION_BY_NAME.get(name)
    if device is None or row is None or row not in operations_of(device):
        raise NoSuchDeed(choice)
    payload: dict[str, Any] = {"device_id": device_id}
    if row.number:
        payload[row.number] = _on_the_wire(device, row, amount)
    if row.word:
        if word not in _words(row, device):
            raise NoSuchDeed(choice)
        payload[row.word] = word
    label = _deed(device, row, payload)
    return SavedAction(action_type=f"{DEVICES}.{name}", payload=payload, label=label)


def chosen_of(action: SavedAction, number: int, house: House) -> Chosen:
    """How the form shows a saved action; one it has no choice for is kept as it stands."""
    if action.action_type == GO_TO_ROOM:
        return Chosen(value=f"{DRIVE}|{action.payload.get('room', '')}")
    capability, _, name = action.action_type.partition(".")
    row = OPERATION_BY_NAME.get(name)
    device = house.device(DeviceId(str(action.payload.get("device_id", ""))))
    fits = capability == DEVICES and row is not None and device is not None
    if not fits or row is None or device is None or row not in operations_of(device):
        return Chosen(value=f"{KEEP}|{number}")
    value = f"{device.id}|{row.name}"
    if row.word:
        return Chosen(value=f"{value}|{action.payload.get(row.word, '')}")
    return Chosen(value=value, amount=_shown(row, action.payload))


def said_of(action: SavedAction, house: House, names: Names) -> Bilingual:
    """`寝室のカーテンを半分開ける` / `open the bedroom curtain half way`."""
    row = OPERATION_BY_NAME.get(action.action_type.partition(".")[2])
    device = house.device(DeviceId(str(action.payload.get("device_id", ""))))
    if row is not None and device is not None:
        return _deed(device, row, action.payload)
    if action.label is None and row is not None:  # the device is gone: its id is all there is
        return deed_said(
            row, {}, _the(names.device_words(str(action.payload.get("device_id", ""))))
        )
    return action.label or Bilingual(action.action_type, action.action_type)


def _way(room: str, names: Names) -> SavedAction:
    if not names.knows_place(room):
        raise NoSuchDeed(f"{DRIVE}|{room}")
    wish = room_request(room, names.place_words(room))
    return SavedAction(action_type=wish.action_type, payload=wish.payload, label=wish.label)


def _deed(device: Device, row: DeviceOperation, payload: Mapping[str, Any]) -> Bilingual:
    return deed_said(row, payload, _the(device.name))


def _the(name: Bilingual) -> Bilingual:
    return Bilingual(name.ja, name.en if name.en.lower().startswith("the ") else f"the {name.en}")


def _on_the_wire(device: Device, row: DeviceOperation, amount: str) -> float | int:
    offered = NUMBERS[row.number]
    low, high = offered.of(device)
    shown = real_number(amount)
    if shown is None:
        raise NoSuchDeed(f"{row.number}: {amount!r} is no number")
    if not low <= shown <= high:
        raise NoSuchDeed(f"{row.number}: {low:g} to {high:g}")
    return shown if row.fractions else round(shown * offered.scale)


def _words(row: DeviceOperation, device: Device) -> Sequence[str]:
    if row.word == "color":
        return list(COLORS)
    modes = device.attributes.get("modes")
    return [str(mode) for mode in modes] if isinstance(modes, list | tuple) else []


def _shown(row: DeviceOperation, payload: Mapping[str, Any]) -> float | None:
    """The number as people see it; None where there is none."""
    sent = payload.get(row.number) if row.number in NUMBERS else None
    if not isinstance(sent, int | float) or isinstance(sent, bool):
        return None
    return round(sent / NUMBERS[row.number].scale, 1)
