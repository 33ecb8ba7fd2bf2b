"""MQTT wire MQTT での姿: lists the keys of a discovery config that tell and operate one kind of
device.

Source of the keys and defaults: Home Assistant's documentation of MQTT discovery. `links` reads the
tables; a kind whose payloads no table can tell (a lamp with its colours) is written out there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.home.wire_values import quantity

Config = Mapping[str, Any]
Ends = Callable[[Config], tuple[float, float]]
"""The two ends of the device's own scale. Raises `ValueError` where they are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttWord:
    """言葉の報告: a topic that tells one word of a fixed set."""

    topic: str
    template: str
    words: Mapping[str, str] = field(default_factory=dict)
    """Our word -> `key:default` of the payload that means it."""
    listed: str = ""
    """Key of a list of words that stand for themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttNumber:
    """数の報告: a topic that tells a number."""

    topic: str
    template: str
    percent_of: Ends | None = None
    """The device's own scale, told as 0..100; None: the number as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttPress:
    """決まった命令: one fixed payload."""

    topic: str
    payload: str
    """`key:default`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttSetting:
    """値の命令: a number or a word that is sent."""

    parameter: str
    topic: str
    template: str
    percent_of: Ends | None = None
    """The device's own scale, sent from 0..100."""
    within: Ends | None = None
    """Lowest and highest number that is sent as it is."""
    listed: str = ""
    """Key of the words that may be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttWire:
    """MQTT での姿: the tables of one kind."""

    short: Mapping[str, str] = field(default_factory=dict)
    """Short keys of discovery that only this kind has -> the keys written out."""
    on_off: str = ""
    """Key of the template of a plain on and off; "" where it has none."""
    words: Mapping[str, MqttWord] = field(default_factory=dict)
    """Attribute, or `value` for the state itself."""
    numbers: Mapping[str, MqttNumber] = field(default_factory=dict)
    presses: Mapping[str, MqttPress] = field(default_factory=dict)
    settings: Mapping[str, MqttSetting] = field(default_factory=dict)
    facts: Callable[[Config], Mapping[str, Any]] = lambda config: {}
    """Facts that do not change: limits, modes."""
    read_only: Callable[[Config], bool] = lambda config: False


def ends_of(
    config: Config, low_key: str, low: int, high_key: str, high: int
) -> tuple[float, float]:
    """The two ends of the device's own scale. Raises `ValueError` where they are none."""
    ends = config.get(low_key, low), config.get(high_key, high)
    first, last = quantity(ends[0]), quantity(ends[1])
    if first is None or last is None:
        raise ValueError(f"{low_key} and {high_key} must be numbers")
    if first == last:
        raise ValueError(f"{low_key} and {high_key} are the same")
    return first, last
