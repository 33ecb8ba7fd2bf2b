"""Shown: hash of an act as its question shows it, so that a yes holds for exactly this act.

It covers each device (id, kind, name in both languages, room), the operation, its parameters and
the two lines. A device that is renamed or moved, or another parameter, makes another hash: the yes
does not count for it.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol

from companion.words.device import Device, devices_in
from companion.words.ids import DeviceId
from companion.words.language import Bilingual

HASH_CHARS = 32
"""128 bits of SHA-256."""


class Shown(Protocol):
    """The parts of a decision that its question shows."""

    @property
    def action_type(self) -> str:
        """`capability.operation`."""

    @property
    def action_payload(self) -> Mapping[str, Any]:
        """Devices and parameters."""

    @property
    def summary(self) -> Bilingual:
        """First line."""

    @property
    def impact(self) -> Bilingual:
        """Second line."""


def shown_hash(act: Shown, device: Callable[[DeviceId], Device | None]) -> str:
    """The hash of an act with its devices as they are now; a device that is not there counts as
    such, so it differs from one that is."""
    lines = [[line.ja, line.en] for line in (act.summary, act.impact)]
    return _hash([*_deed(act.action_type, act.action_payload, device), lines])


def act_hash(
    action_type: str, payload: Mapping[str, Any], device: Callable[[DeviceId], Device | None]
) -> str:
    """The hash of an act without the words in which it is told."""
    return _hash(_deed(action_type, payload, device))


def _deed(
    action_type: str, payload: Mapping[str, Any], device: Callable[[DeviceId], Device | None]
) -> list[Any]:
    things = [_thing(one, device(one)) for one in devices_in(payload)]
    return [action_type, dict(payload), things]


def _hash(facts: list[Any]) -> str:
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, default=_plain)
    return sha256(text.encode()).hexdigest()[:HASH_CHARS]


def identity(device: Device) -> list[str]:
    """Id, kind, name in both languages, and room: by these a person knows a device."""
    return [device.id, device.domain.value, device.name.ja, device.name.en, device.area]


def _thing(device_id: DeviceId, device: Device | None) -> list[str]:
    return [device_id] if device is None else identity(device)


def _plain(value: object) -> object:
    """As it comes back from the record."""
    if isinstance(value, Mapping):
        return dict(value)
    return value.isoformat() if isinstance(value, datetime) else str(value)
