"""Port of the house: reads and commands the devices of the home over MQTT, Home Assistant or a
simulation."""

from collections.abc import AsyncIterator
from typing import Protocol

from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.ids import DeviceId


class HouseUnreachable(ConnectionError):
    """Error: the broker or hub cannot be reached; the command was not sent and is not queued."""


class CommandUnconfirmed(ConnectionError):
    """Error: the command was sent and not confirmed, so its outcome is unknown. Observe it; never
    send it again unasked."""


class DeviceUnknown(KeyError):
    """Error: no such device was announced."""


class DeviceUnavailable(ConnectionError):
    """Error: the device reports itself offline; the command was not sent."""


class House(Protocol):
    """Home whose devices can be read and commanded.

    Must: never replay a stale command after a reconnect; report unknown as None, never as
    `off`; deliver every state report to every open `changes()` iterator in order.
    """

    def devices(self) -> tuple[Device, ...]:
        """All announced devices, by id."""

    def device(self, device_id: DeviceId) -> Device | None:
        """One device."""

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """The last report; None before the first."""

    async def command(self, command: DeviceCommand) -> None:
        """Send it; returning proves only that the carrier took it. Raises
        `HouseUnreachable`, `CommandUnconfirmed`, `DeviceUnknown`, `DeviceUnavailable`,
        `ValueError` (operation or parameters)."""

    def changes(self) -> AsyncIterator[DeviceState]:
        """State reports from now on."""

    def connected(self) -> bool:
        """True if the carrier (broker or hub) is connected."""


def device_of(house: House, device_id: str) -> Device | None:
    """A device by an id that came from elsewhere; None where the home does not know it."""
    return house.device(DeviceId(device_id))


def area_of(house: House, device_id: str) -> str:
    """The room of a device; "" where the home does not know it."""
    device = device_of(house, device_id)
    return device.area if device is not None else ""
