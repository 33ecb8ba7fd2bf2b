"""Wanted 頼める形: turns wishes on devices into the structured requests that the corridors walk.

A wish that the home cannot fulfil is told as such, never replaced by a similar one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.home.color import read_color
from companion.home.device_group import MOST_DEVICES, names_of
from companion.home.device_operation import ALL_OFF, ALL_ON, operation_of, row_for
from companion.home.kinds import kind_of
from companion.home.request import device_request
from companion.phrases.routine_name import labels_joined
from companion.ports.house import House
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.trigger import RequestedAction
from companion.words.understood import UnderstoodWish

_TOGETHER = {"turn_on": ALL_ON, "turn_off": ALL_OFF}


class CannotDo(Exception):
    """The home has no such ability; the message is for the person."""

    def __init__(self, words: Bilingual) -> None:
        self.words = words
        super().__init__(words.en)


class WhichOne(Exception):
    """Several fit; the message asks which."""

    def __init__(self, words: Bilingual) -> None:
        self.words = words
        super().__init__(words.en)


@dataclass(frozen=True, slots=True)
class _Part:
    """One device with the operation it takes."""

    device: Device
    operation: str
    parameters: tuple[tuple[str, Any], ...]
    does: str


def requests_for(
    wishes: Sequence[UnderstoodWish], house: House, left_out: list[Bilingual] | None = None
) -> tuple[RequestedAction, ...]:
    """One request for each act, in the order said; several devices of one wish are one act.

    Of several devices some may not be able to: that is put into `left_out`. Raises `CannotDo`
    where none is able.
    """
    requests: list[RequestedAction] = []
    for _, spoken in groupby(wishes, key=lambda w: (w.intent, sorted(map(str, w.slots.items())))):
        parts = _able(list(spoken), house, left_out)
        requests += _gathered(parts)
    return tuple(requests)


def _able(
    wishes: Sequence[UnderstoodWish], house: House, left_out: list[Bilingual] | None
) -> list[_Part]:
    parts: list[_Part] = []
    cannot: list[CannotDo] = []
    for wish, target in ((w, target) for w in wishes for target in w.targets):
        try:
            parts.append(_part(wish, _device(target, house)))
        except CannotDo as answer:
            cannot.append(answer)
    if cannot and (not parts or left_out is None):
        raise cannot[0]
    if left_out is not None:
        left_out += dict.fromkeys(answer.words for answer in cannot)
    return parts


def _device(target: str, house: House) -> Device:
    device = house.device(DeviceId(target))
    if device is None:
        raise CannotDo(
            Bilingual("それは今、家に見当たりません。", "I cannot find that in the home now.")
        )
    return device


def _part(wish: UnderstoodWish, device: Device) -> _Part:
    kind = kind_of(device)
    does = wish.operation.rpartition(".")[2].removeprefix(f"{kind.name}_")
    parameters = dict(wish.parameters)
    row = operation_of(device, does)
    if row is None and does in kind.instead:
        does, more = kind.instead[does]
        parameters |= more
        row = operation_of(device, does)
    does, parameters = _fitted(does, parameters, wish, device)
    row = operation_of(device, does)
    if row is None and (more_needed := kind.needs_more.get(does)) is not None:
        name = device.name
        raise CannotDo(more_needed.filled(name))
    if row is None:
        named = Bilingual(
            f"{device.name.ja}にはそれができません。", f"The {device.name.en} cannot do that."
        )
        raise CannotDo(named)
    if any(name.endswith("_step") for name in parameters):
        raise CannotDo(
            Bilingual(
                f"{device.name.ja}の今の値が分からないので、数で言ってください。",
                f"I do not know how {device.name.en} is set now. Please give me a number.",
            )
        )
    if wish.closing and row.closing is not None:
        parameters["closing"] = True
    return _Part(device, row.name, tuple(sorted(parameters.items())), does)


def _fitted(
    does: str, parameters: dict[str, Any], wish: UnderstoodWish, device: Device
) -> tuple[str, dict[str, Any]]:
    """As this very device takes it: a step of the volume where it knows no number, the warmest and
    the coldest white it has. Raises `CannotDo` for a colour no lamp has."""
    step = wish.slots.get("volume_step", parameters.get("volume_step"))
    if does == "set_volume" and step is not None:
        known = operation_of(device, does) is not None and "volume" in parameters
        down = step == "down" or (isinstance(step, int | float) and step < 0)
        stepped = "volume_down" if down else "volume_up"
        if not known and operation_of(device, stepped) is not None:
            return stepped, {}
    if does == "set_color" and read_color(parameters.get("color")) is None:
        raise CannotDo(Bilingual("その色にはできません。", "I cannot make it that colour."))
    if (kelvin := parameters.get("color_temperature_k")) is not None:
        low = device.attributes.get("min_color_temperature_k", kelvin)
        high = device.attributes.get("max_color_temperature_k", kelvin)
        return does, {**parameters, "color_temperature_k": min(max(kelvin, low), high)}
    return does, parameters


def _gathered(parts: Sequence[_Part]) -> list[RequestedAction]:
    """Of one kind: one act. Of several kinds that are only switched: one act too. More than fit
    into one act are several, none is left out."""
    kinds = {part.operation for part in parts}
    does = {part.does for part in parts}
    whole = _TOGETHER.get(next(iter(does), "")) if len(does) == 1 and len(kinds) > 1 else None
    if whole is not None and all(row_for(whole, part.device) for part in parts):
        return _requests(whole, [part.device for part in parts], {})
    gathered: dict[tuple[str, tuple[tuple[str, Any], ...]], list[Device]] = {}
    for part in parts:
        gathered.setdefault((part.operation, part.parameters), []).append(part.device)
    return [
        request
        for (operation, parameters), devices in gathered.items()
        for request in _requests(operation, devices, dict(parameters))
    ]


def _requests(
    operation: str, devices: Sequence[Device], parameters: Mapping[str, Any]
) -> list[RequestedAction]:
    starts = range(0, len(devices), MOST_DEVICES)
    return [device_request(operation, devices[at : at + MOST_DEVICES], parameters) for at in starts]


def names(requests: Sequence[RequestedAction]) -> Bilingual:
    """Name several requests in one line."""
    labels = [request.label for request in requests if request.label is not None]
    return labels_joined(labels)


__all__ = ["CannotDo", "WhichOne", "names", "names_of", "requests_for"]
