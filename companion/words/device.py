"""Device 機器: a thing in the home that can be read or switched."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel


class Domain(StrEnum):
    """機器の種別: Home Assistant's domain names."""

    LIGHT = "light"
    SWITCH = "switch"
    COVER = "cover"
    CLIMATE = "climate"
    LOCK = "lock"
    FAN = "fan"
    MEDIA_PLAYER = "media_player"
    VACUUM = "vacuum"
    HUMIDIFIER = "humidifier"
    SCENE = "scene"
    SCRIPT = "script"
    SENSOR = "sensor"
    BINARY_SENSOR = "binary_sensor"
    DEVICE_TRACKER = "device_tracker"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """機器: what the home announced."""

    id: DeviceId
    domain: Domain
    name: Bilingual
    area: str
    """Room id, or "" where unknown."""
    operations: tuple[str, ...]
    """Operations this very device takes, of the domain's table: `turn_on`, `open` ..."""
    by_itself: bool = False
    """The owner allows tier-1 operations without asking."""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    name_trust: TrustLabel = TrustLabel.SELF
    """`self`: the owner named it at set-up; `observed`: the name and the id came over the wire.
    A link that builds a device from the wire says so (a law test holds the links to it)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceState:
    """機器の状態: as last reported. `value` None is unknown, never `off`."""

    device_id: DeviceId
    value: str | None
    """`on`, `off`, `open`, `closed`, `locked`, `21.5` ...; None when unknown."""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    """`brightness` 0..255, `position` and `tilt` 0..100 (100 lets most light in), `temperature` in
    °C, `color` `#rrggbb` at full brightness, `color_temperature_k`, `oscillating` and `muted` `on`
    or `off`, `track` a mark that changes with what is played, `started` when a scene or script was
    last started (it has no other state: its value is `idle`; of a script also `on`) ..."""
    at: datetime
    available: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceCommand:
    """機器への命令: one operation with its parameters; not retained, never replayed."""

    device_id: DeviceId
    operation: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


def devices_in(payload: Mapping[str, Any]) -> tuple[DeviceId, ...]:
    """The devices that a payload acts on: its `device_ids`, in order, or its one `device_id`."""
    many = payload.get("device_ids")
    if isinstance(many, list | tuple):
        return tuple(DeviceId(one) for one in many if isinstance(one, str))
    one = payload.get("device_id")
    return (DeviceId(f"{one}"),) if one else ()
