"""Condition 様子: writes a device's state for the scene, and tells whether an operation would
change it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.home.device_operation import DEVICE_OPERATIONS
from companion.home.kinds import KINDS, NUMBERS
from companion.words.device import DeviceState

UNAVAILABLE = "unavailable"
"""The thing says of itself that it is offline."""
UNKNOWN = "unknown"
"""Value of a device without a report; never the same as `off`."""

WORDS = "text"
"""It reports words of somebody's own; they are told as data elsewhere, never as a state."""

_STATE_WORDS = (
    "on off open closed opening closing locked unlocked locking unlocking jammed playing paused "
    "idle standby buffering stopped stop auto cool heat dry fan_only heat_cool home not_home away "
    "active inactive detected clear ok problem wet low normal high charging full empty true false "
    "sunny cloudy partlycloudy rainy pouring snowy fog windy lightning hail clear-night present "
    "exceptional above_horizon below_horizon absent cleaning docked returning error"
)
_STATES = frozenset(_STATE_WORDS.split()) | {value for kind in KINDS for value in kind.said}
"""Home Assistant's state values, and our own; with numbers and times all that is a state."""
_FIGURE = re.compile(
    r"[+-]?\d{1,9}(?:[.,:/-]\d{1,6}){0,6}(?:T[\d:.]{4,15})?(?:[Zz]|[+-]\d\d:\d\d)?%?"
)

_SHOWN = tuple(
    dict.fromkeys(
        [n for n in NUMBERS if n != "color_temperature_k"] + ["muted", "oscillating", "mode"]
    )
)
"""Attributes that an operation can set; all others only lengthen a prompt."""
_NOT_A_SETTING = frozenset({"device_id", "device_ids", "object_id"})


def _when_done() -> Mapping[str, frozenset[str]]:
    """Operation -> values in which it changes nothing, by its whole name; and by its own where
    every kind that has it ends alike."""
    done: dict[str, frozenset[str]] = {}
    own: dict[str, set[frozenset[str]]] = {}
    for row in DEVICE_OPERATIONS:
        if not row.parameter:
            ends = frozenset({row.value}) | row.as_good if row.value else frozenset[str]()
            done[row.name] = ends
            own.setdefault(row.does, set()).add(ends)
    return done | {does: ends.pop() for does, ends in own.items() if len(ends) == 1}


_WHEN_DONE = _when_done()
_ALWAYS_ANEW = frozenset(row.name for row in DEVICE_OPERATIONS if row.moves == "started")
"""They have no state in which they would change nothing."""


@dataclass(frozen=True, slots=True)
class Condition:
    """様子: the value and the settings that stand beside it, `on; brightness=128`."""

    value: str
    settings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: DeviceState | None) -> "Condition":
        """From a report; no report and no value are both unknown."""
        if state is not None and not state.available:
            return cls(UNAVAILABLE)
        if state is None or state.value is None:
            return cls(UNKNOWN)
        found = {k: state.attributes.get(k) for k in _SHOWN}
        shown = {k: _plain(v) for k, v in found.items() if v is not None}
        value = state.value if is_state(state.value) else WORDS
        return cls(value, {k: v for k, v in shown.items() if is_state(v)})

    @classmethod
    def read(cls, text: str) -> "Condition":
        """From the scene's `state` attribute."""
        value, *rest = text.split("; ")
        pairs = (part.partition("=") for part in rest)
        return cls(value, {key: setting for key, _, setting in pairs})

    def __str__(self) -> str:
        return "; ".join((self.value, *(f"{k}={v}" for k, v in self.settings.items())))

    @property
    def known(self) -> bool:
        """True if a state was reported and the thing can be reached."""
        return self.value not in (UNAVAILABLE, UNKNOWN)

    def already(self, operation: str, payload: Mapping[str, Any]) -> bool:
        """True if the operation would change nothing now; an unknown state is never already so.

        Operations may carry the kind before them: `light_turn_on` is read as `turn_on`.
        """
        if not self.known:
            return False
        wanted = {k: _plain(v) for k, v in payload.items() if k not in _NOT_A_SETTING}
        if wanted:
            has = {"mode": self.value, **self.settings}
            works = self.value != "off" or wanted == {"mode": "off"}
            return works and all(has.get(k) == wanted[k] for k in wanted)
        if operation in _ALWAYS_ANEW:
            return False
        if _is(operation, "turn_on"):
            return self.value != "off"
        if _is(operation, "open") and self.settings.get("position", "100") != "100":
            return False
        return any(_is(operation, name) and self.value in done for name, done in _WHEN_DONE.items())


def is_state(value: str) -> bool:
    """True if the value is a known state, a number or a time, and not somebody's words."""
    return value in (UNAVAILABLE, UNKNOWN) or value in _STATES or bool(_FIGURE.fullmatch(value))


def _is(operation: str, name: str) -> bool:
    return operation == name or operation.endswith(f"_{name}")


def _plain(value: object) -> str:
    """Numbers as short as they are: 100.0 and 100 are the same setting."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"{value:g}" if number else f"{value}"
