"""Occupancy: tells who is where, from cameras, doors and motion detectors.

Presence at home cannot be seen, only concluded: somebody was last seen where the door is, the door
opened and closed about then, and nothing has stirred anywhere since. That is an estimate and told
as one.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.home.evidence import number_of
from companion.home.kinds import kind_of
from companion.home.occasion import is_opening
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.rooms.perception.steady import Steady
from companion.words.device import Device, DeviceState
from companion.words.observation import Certainty, Change, Observation

AT_THE_DOOR = timedelta(seconds=30)
"""Between the door's moving and the last sight of the person who went through it."""
NOBODY_STIRS = timedelta(minutes=2)
"""So long nothing was seen or felt anywhere: longer than a detector holds a motion (30-90 s)."""
LATELY = timedelta(minutes=10)
_LIFE = frozenset({"motion", "occupancy", "presence", "moving"})


class Household:
    """Occupancy of the whole home."""

    def __init__(self, house: House, steady: Steady, clock: Clock) -> None:
        self._house, self._steady, self._clock = house, steady, clock
        self._people: dict[str, bool] = {}
        self._gone: tuple[datetime, str] | None = None
        """When and where somebody was seen last."""
        self._door: tuple[datetime, Device] | None = None
        self._alive: dict[str, datetime] = {}
        """Room -> newest sign of life in it."""
        self._told = False

    def seen(self, observation: Observation) -> None:
        """A camera's conclusion. Only facts say who is where; an unknown takes them back."""
        if observation.subject != "person":
            return
        if observation.certainty is Certainty.UNKNOWN:
            self._people.pop(observation.place, None)
        if observation.certainty is not Certainty.FACT:
            return
        self._people[observation.place] = observation.value == "present"
        if observation.value == "present":
            self._stirs(observation.place, observation.at)
        elif observation.change is Change.GONE:
            self._gone = (observation.at, observation.place)

    def changed(self, device: Device, state: DeviceState, now: datetime) -> None:
        """A device was heard to change."""
        if not kind_of(device).detects or state.value != "on":
            return
        if device.attributes.get("device_class") in _LIFE:
            self._stirs(device.area, now)
        elif is_opening(device):
            self._door = (now, device)

    def left_by(self, now: datetime) -> Device | None:
        """The door by which the last person seems to have left, once; None otherwise."""
        if self._told or self._gone is None or self._door is None:
            return None
        (gone_at, place), (door_at, door) = self._gone, self._door
        apart = abs(gone_at - door_at)
        if door.area not in ("", place) or apart > AT_THE_DOOR:
            return None
        quiet_since = max(gone_at, door_at, *self._alive.values())
        if now - quiet_since < NOBODY_STIRS or any(self._people.values()) or self._felt():
            return None
        self._told = True
        return door

    def somebody_in(self, place: str, now: datetime) -> bool:
        """Whether somebody is known to be there, or stirred there lately."""
        if place in self._people:
            return self._people[place]
        alive = self._alive.get(place)
        return alive is not None and now - alive <= LATELY

    def something_on(self, but: str) -> bool:
        """Whether anything that serves people is on, leaving out one room."""
        for device in self._house.devices():
            held = self._steady.held(device.id)
            if held is not None and device.area != but and held.value in kind_of(device).lived_in:
                return True
        return False

    def warmth(self, device: Device) -> float | None:
        """The room's temperature, °C, by a thermometer; None for what is none."""
        if not kind_of(device).measures:
            return None
        if device.attributes.get("device_class") != "temperature" or not device.area:
            return None
        return number_of(self._house.state(device.id))

    def _stirs(self, place: str, at: datetime) -> None:
        self._alive[place] = at
        self._told = False

    def _felt(self) -> bool:
        return any(self._feels(device) for device in self._detectors())

    def _detectors(self) -> Iterable[Device]:
        for device in self._house.devices():
            if kind_of(device).detects and device.attributes.get("device_class") in _LIFE:
                yield device

    def _feels(self, device: Device) -> bool:
        held = self._steady.held(device.id)
        return held is not None and held.value == "on"
