"""Joined house: shows several houses as one, such as MQTT with a hub beside it.

A device that two of them know belongs to the first: its state and its commands go the shorter
way, and what the other tells of it is not heard.
"""

import functools
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from companion.links.reports import Reports
from companion.ports.house import DeviceUnknown, House
from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.ids import DeviceId


class Part(House, Protocol):
    """A house that passes its reports on."""

    reports: Reports


class JoinedHouse:
    """Port `House` over several, in order of preference. Starting and stopping is theirs."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self.reports = Reports()
        for part in self._parts:
            part.reports.pass_on = functools.partial(self._heard, part)

    def devices(self) -> tuple[Device, ...]:
        """All devices, by id; of two with one id the first house's."""
        found = {d.id: d for part in reversed(self._parts) for d in part.devices()}
        return tuple(found[i] for i in sorted(found))

    def device(self, device_id: DeviceId) -> Device | None:
        """One device."""
        part = self._carrier(device_id)
        return part.device(device_id) if part else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """The last report; None before the first."""
        part = self._carrier(device_id)
        return part.state(device_id) if part else None

    async def command(self, command: DeviceCommand) -> None:
        """Send it by the house that has the device. Raises what the port says."""
        part = self._carrier(command.device_id)
        if part is None:
            raise DeviceUnknown(command.device_id)
        await part.command(command)

    def changes(self) -> AsyncIterator[DeviceState]:
        """State reports of all of them from now on."""
        return self.reports.listen()

    def connected(self) -> bool:
        """Whether any carrier is up: one that is away takes only its own devices with it."""
        return any(part.connected() for part in self._parts)

    def _carrier(self, device_id: DeviceId) -> Part | None:
        return next((p for p in self._parts if p.device(device_id) is not None), None)

    def _heard(self, part: Part, state: DeviceState) -> None:
        if self._carrier(state.device_id) in (part, None):
            self.reports.tell(state)
