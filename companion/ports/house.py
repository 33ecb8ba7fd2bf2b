"""Port of the house: reads and commands the devices of the home over MQTT, Home Assistant or a
simulation."""

from collections.abc import AsyncIterator
from typing import Protocol

from companion.home.kinds import kind_of
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


HOME_STATE = "home"
"""State of a tracker whose person is at home."""


def is_away(house: House, person: str) -> bool:
    """Whether the tracker of a person says that they are out; who has none never is."""
    trackers = (d for d in house.devices() if kind_of(d).follows_a_person)
    device = next((d for d in trackers if person and d.id.partition(".")[2] == person), None)
    where = None if device is None else _where(house, device)
    return where is not None and where != HOME_STATE


def only_one_at_home(house: House) -> str:
    """The one person of those with a tracker who is at home; "" for none, for several, and where
    one of them is not known."""
    trackers = [device for device in house.devices() if kind_of(device).follows_a_person]
    where = {device.id.partition(".")[2]: _where(house, device) for device in trackers}
    at_home = [person for person, place in where.items() if place == HOME_STATE]
    return at_home[0] if len(at_home) == 1 and None not in where.values() else ""


def _where(house: House, device: Device) -> str | None:
    state = house.state(device.id)
    return state.value if state is not None and state.available else None
