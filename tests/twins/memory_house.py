"""Memory house: simulates the port `House` in memory, with devices that behave well or badly.

Devices take time, drift and fail on command. With `delay_s` 0 a command is done when
`command` returns; otherwise it happens on the given clock. Call `stop` at the end.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.home.kinds import kind_of
from companion.links.reports import Reports
from companion.ports.clock import Clock
from companion.ports.house import (
    CommandUnconfirmed,
    DeviceUnavailable,
    DeviceUnknown,
    HouseUnreachable,
)
from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.ids import DeviceId
from tests.twins.memory_effects import Effect, effect


class Behaviour(StrEnum):
    """How a device answers a command."""

    OBEYS = "obeys"
    IGNORES = "ignores"
    """Takes the command and does nothing: the result is `no_effect`."""
    HALF = "half"
    """Goes half of the way and stays there; on/off devices ignore."""
    OFFLINE = "offline"
    """Says of itself that it is not there."""
    VANISHES = "vanishes"
    """Takes the command, then goes offline."""
    LOSES_ACK = "loses_ack"
    """Does it, but the carrier does not confirm."""
    TOGGLES = "toggles"
    """A gate with one button: whatever is sent flips it, and the confirmation is lost."""
    OPPOSITE = "opposite"
    """Ends where nobody asked it to."""


@dataclass(slots=True)
class MemoryDevice:
    """One device with its present state."""

    device: Device
    value: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    behaviour: Behaviour = Behaviour.OBEYS
    delay_s: float = 0.0
    """Seconds of the house's clock from command to report."""
    drift_after_s: float | None = None
    """Goes back to what it was this long after it obeyed."""


_OPPOSITES: Mapping[str, str] = {
    "on": "off", "off": "on", "open": "closed", "closed": "open", "locked": "jammed",
    "unlocked": "jammed", "playing": "idle", "paused": "idle",
}  # fmt: skip


class MemoryHouse:
    """Port `House` in memory."""

    def __init__(self, clock: Clock, devices: Iterable[MemoryDevice] = ()) -> None:
        self._clock = clock
        self._devices: dict[DeviceId, MemoryDevice] = {}
        self._states: dict[DeviceId, DeviceState] = {}
        self.reports = Reports()
        self._connected = True
        self._busy: set[asyncio.Task[None]] = set()
        self.commands: list[DeviceCommand] = []
        """Everything that reached a device, in order."""
        for device in devices:
            self.add(device)

    def add(self, device: MemoryDevice) -> None:
        """Put a device into the home; it reports its state at once if it has one."""
        self._devices[device.device.id] = device
        if device.value is not None or device.behaviour is Behaviour.OFFLINE:
            self._report(device)

    def remove(self, device_id: DeviceId) -> None:
        """Take a device out."""
        del self._devices[device_id]
        self._states.pop(device_id, None)

    def behave(self, device_id: DeviceId, behaviour: Behaviour, *, delay_s: float = 0.0) -> None:
        """Change how a device answers from now on."""
        found = self._devices[device_id]
        found.behaviour, found.delay_s = behaviour, delay_s
        self._report(found)

    def set_state(self, device_id: DeviceId, value: str | None, **attributes: Any) -> None:
        """Something other than us changed it: a hand on the switch."""
        found = self._devices[device_id]
        found.value = value
        found.attributes.update(attributes)
        self._report(found)

    def disconnect(self) -> None:
        """The carrier goes: everything becomes unknown."""
        self._connected = False
        for device in self._devices.values():
            self._report(device)

    def reconnect(self) -> None:
        """The carrier is back and everything reports again."""
        self._connected = True
        for device in self._devices.values():
            self._report(device)

    async def stop(self) -> None:
        """End what is still moving."""
        for task in tuple(self._busy):
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)

    def devices(self) -> tuple[Device, ...]:
        """All devices, by id."""
        return tuple(self._devices[i].device for i in sorted(self._devices))

    def device(self, device_id: DeviceId) -> Device | None:
        """One device."""
        found = self._devices.get(device_id)
        return found.device if found else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """The last report; None before the first."""
        return self._states.get(device_id)

    def changes(self) -> AsyncIterator[DeviceState]:
        """State reports from now on."""
        return self.reports.listen()

    def connected(self) -> bool:
        """Whether the carrier is up."""
        return self._connected

    async def command(self, command: DeviceCommand) -> None:
        """Give a device one operation. Raises what the port says."""
        found = self._devices.get(command.device_id)
        if found is None:
            raise DeviceUnknown(command.device_id)
        if command.operation not in found.device.operations:
            raise ValueError(f"{command.device_id} does not take {command.operation!r}")
        value, attributes = effect(found.device, found.attributes, command, self._clock.now())
        if not self._connected:
            raise HouseUnreachable("the home in memory is disconnected")
        if found.behaviour is Behaviour.OFFLINE:
            raise DeviceUnavailable(command.device_id)
        self.commands.append(command)
        if found.delay_s > 0:
            self._spawn(self._later(found, value, attributes))
        else:
            self._obey(found, value, attributes)
        if found.behaviour in (Behaviour.LOSES_ACK, Behaviour.TOGGLES):
            raise CommandUnconfirmed("the confirmation was lost")

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work, name="memory-house")
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _later(
        self, found: MemoryDevice, value: str | None, attributes: dict[str, Any]
    ) -> None:
        if kind_of(found.device).opens and value in ("open", "closed"):
            found.value = "opening" if value == "open" else "closing"
            if found.behaviour is not Behaviour.IGNORES:
                self._report(found)
        await self._clock.sleep(found.delay_s)
        self._obey(found, value, attributes)

    async def _drift(self, found: MemoryDevice, was: Effect) -> None:
        await self._clock.sleep(found.drift_after_s or 0.0)
        found.value, found.attributes = was[0], dict(was[1])
        self._report(found)

    def _obey(self, found: MemoryDevice, value: str | None, attributes: dict[str, Any]) -> None:
        if found.behaviour is Behaviour.IGNORES:
            return
        if found.behaviour is Behaviour.VANISHES:
            found.behaviour = Behaviour.OFFLINE
        elif found.behaviour is Behaviour.HALF:
            if not _go_half(found, attributes):
                return
        elif found.behaviour is Behaviour.TOGGLES:
            found.value = "closed" if found.value == "open" else "open"
        elif found.behaviour is Behaviour.OPPOSITE:
            found.value = _OPPOSITES.get(value or "", "jammed")
        else:
            was = found.value, dict(found.attributes)
            found.value = value if value is not None else found.value
            found.attributes.update(attributes)
            if found.drift_after_s is not None:
                self._spawn(self._drift(found, was))
        self._report(found)

    def _report(self, found: MemoryDevice) -> None:
        there = self._connected and found.behaviour is not Behaviour.OFFLINE
        state = DeviceState(
            device_id=found.device.id,
            value=found.value if there else None,
            attributes={k: v for k, v in found.attributes.items() if v is not None}
            if there
            else {},
            at=self._clock.now(),
            available=there,
        )
        self._states[found.device.id] = state
        self.reports.tell(state)


def _go_half(found: MemoryDevice, attributes: Mapping[str, Any]) -> bool:
    moved = False
    for name, target in attributes.items():
        before = found.attributes.get(name)
        if isinstance(before, int | float):
            found.attributes[name] = round((before + target) / 2)
            moved = True
    if moved and "position" in attributes:
        found.value = "open"
    return moved
