"""House: the devices of the home, over any carrier (MQTT, Home Assistant, simulated)."""

from collections.abc import AsyncIterator
from typing import Protocol

from companion.words.device import Device, DeviceCommand, DeviceState
from companion.words.ids import DeviceId


class HouseUnreachable(ConnectionError):
    """The broker or hub cannot be reached; the command was not sent and is not queued."""


class CommandUnconfirmed(ConnectionError):
    """It was sent, but the carrier did not confirm: the outcome is unknown. Observe; never
    send it again by yourself."""


class DeviceUnknown(KeyError):
    """No such device was announced."""


class DeviceUnavailable(ConnectionError):
    """The device says of itself that it is offline; the command was not sent."""


class House(Protocol):
    """Read and command devices.

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
