"""Devices by room: show state, age, operations and last action of each (Home)."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from markupsafe import Markup

from companion.home.color import COLORS, SAME, apart
from companion.home.device_goal import mode_of
from companion.home.device_operation import DEVICE_OPERATIONS, operation_of
from companion.home.kinds import NUMBERS, kind_of
from companion.phrases.states import state_said
from companion.ports.house import House
from companion.web.lines import LogLine
from companion.web.names import Names, capital
from companion.web.quotation import plain_json
from companion.web.texts import Words
from companion.web.times import Age, age
from companion.words.device import Device, DeviceState
from companion.words.language import Bilingual
from companion.words.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """One numeric operation."""

    operation: str
    parameter: str
    label: str
    low: float
    high: float
    step: float
    value: float | None
    unit: str
    scale: float = 1.0
    """Wire value of one shown unit: brightness is shown in %, sent as 0..255."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One press: an operation, with a mode where it needs one; `active` where it is so."""

    operation: str
    label: str
    active: bool
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCard:
    """One device on the page."""

    id: str
    domain: str
    icon: Markup
    """Paths of its sign; they come from the file of its kind."""
    name: str
    area: str
    value: str | None
    state: str
    detail: str
    known: bool
    available: bool
    lit: bool
    """On, open, unlocked, playing: worth a glance."""
    time: Age | None
    buttons: tuple[Button, ...]
    sliders: tuple[Slider, ...]
    last: LogLine | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return {name: plain_json(value) for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """One room with its devices."""

    id: str
    name: str
    devices: tuple[DeviceCard, ...]


_SLIDERS = {row.does: row.number for row in DEVICE_OPERATIONS if row.number in NUMBERS}


class DeviceShelf:
    """Turns what the house reports into cards for one reader."""

    def __init__(self, house: House, words: Words, names: Names) -> None:
        self._house = house
        self._words = words
        self._names = names

    def cards(
        self, now: datetime, last: Iterable[tuple[str, LogLine]] = ()
    ) -> tuple[DeviceCard, ...]:
        """Every announced device; `last` gives the newest action line per device id."""
        by_id = dict(last)
        return tuple(
            self._card(d, self._house.state(d.id), now, by_id.get(d.id))
            for d in self._house.devices()
        )

    def rooms(self, cards: tuple[DeviceCard, ...], places: tuple[Place, ...]) -> tuple[Room, ...]:
        """Cards by room in the order of the home; devices without a room come last."""
        known = {p.id for p in places}
        ids = [*(p.id for p in places), *sorted({c.area for c in cards} - known - {""}), ""]
        rooms = []
        for room_id in ids:
            inside = tuple(c for c in cards if c.area == room_id)
            name = self._names.place(room_id) if room_id else self._words("home.nowhere")
            if inside:
                rooms.append(Room(id=room_id, name=name, devices=inside))
        return tuple(rooms)

    def _card(
        self, device: Device, state: DeviceState | None, now: datetime, last: LogLine | None
    ) -> DeviceCard:
        value = state.value if state else None
        available = state is not None and state.available
        kind = kind_of(device)
        shown = "" if kind.stateless else self._names.value(device.id, value)
        return DeviceCard(
            id=device.id,
            domain=device.domain.value,
            icon=Markup(kind.icon),
            name=capital(self._words.of(device.name)),
            area=device.area,
            value=value,
            state=shown if available or state is None else self._words("home.unavailable"),
            detail=self._detail(device, state, now) if available else "",
            known=value is not None and available,
            available=available,
            lit=available and value in kind.lit,
            time=age(state.at, now, self._words.language) if state else None,
            buttons=tuple(self._presses(device, state)) if available else (),
            sliders=tuple(self._sliders(device, state)) if available else (),
            last=last,
        )

    def _presses(self, device: Device, state: DeviceState | None) -> Iterable[Button]:
        value = state.value if state else None
        facts = state.attributes if state else {}
        yield from self._buttons(device, value, facts)
        yield from self._modes(device, state)
        yield from self._colors(device, facts)

    def _buttons(
        self, device: Device, value: str | None, facts: Mapping[str, Any]
    ) -> Iterable[Button]:
        for row in (row for does in device.operations if (row := operation_of(device, does))):
            if row.parameter:
                continue
            name, word = row.holds or ("", "")
            so = facts.get(name) == word if name else row.value == value
            yield Button(
                operation=row.does,
                label=capital(self._words.of(row.verb.button)),
                active=value is not None and so and not row.moves,
            )

    def _colors(self, device: Device, facts: Mapping[str, Any]) -> Iterable[Button]:
        """One press per colour with a name; the lamp's own stands out."""
        if "set_color" not in device.operations:
            return
        shown = facts.get("color")
        for name, (color, called) in COLORS.items():
            yield Button(
                operation="set_color",
                label=self._words.of(called),
                active=isinstance(shown, str) and apart(shown, color) <= SAME,
                parameters={"color": name},
            )

    def _modes(self, device: Device, state: DeviceState | None) -> Iterable[Button]:
        """One press per mode the device announced."""
        row = operation_of(device, "set_mode")
        modes = device.attributes.get("modes") if row is not None else None
        now = mode_of(state, row) if state is not None and row is not None else None
        for mode in modes if isinstance(modes, list | tuple) else ():
            yield Button(
                operation="set_mode",
                label=capital(self._words.of(_mode_button(device, str(mode)))),
                active=mode == now,
                parameters={"mode": str(mode)},
            )

    def _sliders(self, device: Device, state: DeviceState | None) -> Iterable[Slider]:
        for operation in device.operations:
            if (number := _SLIDERS.get(operation)) is None:
                continue
            offered = NUMBERS[number]
            low, high = offered.of(device)
            raw = state.attributes.get(number) if state else None
            yield Slider(
                operation=operation,
                parameter=number,
                label=self._words.of(offered.label),
                low=low,
                high=high,
                step=offered.step,
                value=round(raw / offered.scale, 1) if isinstance(raw, int | float) else None,
                unit=offered.unit,
                scale=offered.scale,
            )

    def _detail(self, device: Device, state: DeviceState | None, now: datetime) -> str:
        """Figures beside the state: `60 %`, `21.5 → 24 °C`."""
        attributes = state.attributes if state else {}
        kind = kind_of(device)
        found = attributes.get(kind.figure)
        now_is = state.value if state else None
        if not isinstance(found, int | float) or kind.figure_while not in ("", now_is):
            return self._started(attributes, now)
        number = NUMBERS[kind.figure_target or kind.figure]
        target = attributes.get(kind.figure_target)
        aim = f" → {target:g}" if isinstance(target, int | float) else ""
        shown = round(found / number.scale) if number.scale != 1 else found
        return f"{shown:g}{aim} {number.unit}"

    def _started(self, attributes: Mapping[str, Any], now: datetime) -> str:
        """When a scene or script was last started: all that is known of it."""
        told = attributes.get("started")
        if not isinstance(told, str):
            return ""
        at = datetime.fromisoformat(told)
        return f"{self._words('home.started')} {age(at, now, self._words.language).text}"


def _mode_button(device: Device, mode: str) -> Bilingual:
    """`暖房` / `heating`; a mode with a verb of its own says that: `止める` / `turn off`."""
    row = operation_of(device, "set_mode")
    if row is not None and mode in row.verb.at:
        return row.verb.at[mode].button
    return state_said(device, mode)
