"""Trackers: tell who of the household came home or left, as their trackers report it.

A tracker is a device (`person.mika`, `device_tracker.phone`) that reports `home`, another zone, or
`not_home`. An unknown report is neither: nobody arrives because a phone was switched on again.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from companion.ports.house import HOME_STATE
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.timing import EVERYBODY, Movement

Moved = Callable[[str, Movement, str], Awaitable[None]]
"""(person, movement, place "" for the home); `EVERYBODY` once the last of them has moved."""


class People:
    """Follower of the trackers' reports. `trackers`: person -> device."""

    def __init__(
        self, trackers: Mapping[str, str], state_of: Callable[[DeviceId], DeviceState | None]
    ) -> None:
        self._trackers = {DeviceId(device): person for person, device in trackers.items()}
        self._devices = {person: DeviceId(device) for person, device in trackers.items()}
        self._state_of = state_of
        self._at_home: dict[str, bool] = {}

    async def follow(self, changes: Callable[[], AsyncIterator[DeviceState]], moved: Moved) -> None:
        """Resident: tell each arrival and leaving that a tracker reports."""
        async for state in changes():
            movement = self.take(state)
            if movement is None:
                continue
            await moved(self._trackers[state.device_id], movement, "")
            if self._all(at_home=movement is Movement.ARRIVES):
                await moved(EVERYBODY, movement, "")

    def take(self, state: DeviceState) -> Movement | None:
        """The movement that this report shows; the first report shows a position and no
        movement."""
        person = self._trackers.get(state.device_id)
        now = _at_home(state)
        if person is None or now is None:
            return None
        before = self._at_home.get(person)
        self._at_home[person] = now
        if before is None or before == now:
            return None
        return Movement.ARRIVES if now else Movement.LEAVES

    def _all(self, *, at_home: bool) -> bool:
        """Whether every tracker is known to say so; one that is silent leaves it open."""
        for device, person in self._trackers.items():
            state = self._state_of(device)
            there = self._at_home.get(person)
            known = _at_home(state) if there is None and state is not None else there
            if known is not at_home:
                return False
        return True

    def away(self, person: str) -> bool:
        """Whether somebody is known to be out; who has no tracker never is."""
        device = self._devices.get(person)
        state = None if device is None else self._state_of(device)
        return state is not None and _at_home(state) is False


def _at_home(state: DeviceState) -> bool | None:
    if not state.available or state.value is None:
        return None
    return state.value == HOME_STATE
