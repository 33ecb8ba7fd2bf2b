"""Grants: tell if a person has allowed an act ahead, for a time, without being asked each time.

A grant holds for the devices that were meant when it was given, each by its identity: a device that
comes later, or takes another name, is not covered. No words of others use or widen one
(`verdict.py`). A grant for the tasks of a plan holds for exactly the acts that its list showed,
each in its own task.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.rooms.approval.shown import act_hash, identity
from companion.words.areas import GrantValue, value_in
from companion.words.capability import RiskTier
from companion.words.device import Device
from companion.words.ids import DeviceId, EventId
from companion.words.writeplan import StateRow

GRANT = "grant"
"""Kind of the rows of state; the key is the event by which it was given."""
HIGHEST = RiskTier.ASK
"""No grant reaches higher, whoever gives it."""


@dataclass(frozen=True, slots=True)
class StandingGrant:
    """A grant that holds now, and the event by which it was given."""

    id: EventId
    value: GrantValue


def standing(rows: Iterable[StateRow], now: datetime) -> tuple[StandingGrant, ...]:
    """The grants that hold at this moment, oldest first."""
    read = ((row, value_in(row, GrantValue)) for row in rows)
    found = [
        StandingGrant(EventId(int(row.key)), value)
        for row, value in read
        if value is not None and not value.revoked and value.given_at <= now < value.until
    ]
    return tuple(sorted(found, key=lambda one: one.id))


def device_mark(device: Device) -> str:
    """The identity of a device as a grant keeps it."""
    return sha256("\x1f".join(identity(device)).encode()).hexdigest()[:16]


def task_mark(
    task: str,
    action_type: str,
    payload: Mapping[str, Any],
    device: Callable[[DeviceId], Device | None],
) -> str:
    """The mark of one act in one task: what it does, with which values, on which devices as they
    are now."""
    return f"{task}|{act_hash(action_type, payload, device)}"


def covering(
    grants: Iterable[StandingGrant],
    action_type: str,
    device: Device | None,
    risk: int,
    mark: str = "",
) -> EventId | None:
    """The first grant that covers this act on this device; None where none does. `mark`: of the act
    in the task of the plan that it is for."""
    for grant in grants:
        value = grant.value
        if risk > min(value.max_risk, HIGHEST):
            continue
        if value.tasks and mark not in value.tasks:
            continue
        if value.action_types and action_type not in value.action_types:
            continue
        on_device = device is not None and device_mark(device) in value.devices
        # A list of tasks names each act exactly: one without a device may stand beside others.
        unbound = bool(value.tasks) or (not value.devices and bool(value.action_types))
        without = device is None and unbound
        if on_device or without:
            return grant.id
    return None
