"""Conditions of an intent: choose one by code, and see when it has come true."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from companion.ports.clock import Clock
from companion.ports.house import House
from companion.words.context import DeliberationContextPack
from companion.words.device_report import MOVING
from companion.words.ids import DeviceId
from companion.words.intent import Waiting, WaitsFor
from companion.words.trigger import Trigger

LATER = timedelta(minutes=10)
"""How long it waits where nothing but time can change the answer: two heartbeats."""
LONGEST = timedelta(hours=6)
"""After so long a deferred thought is dropped."""
_PRESENT = "present"


@dataclass(frozen=True, kw_only=True)
class WaitConditions:
    """A moment, somebody in a room, a device that has come to stand."""

    house: House
    people: Callable[[], Awaitable[Mapping[str, str | None]]]
    """Place -> `present`, `absent` or None, as it is held now."""
    clock: Clock

    def of(self, trigger: Trigger, pack: DeliberationContextPack, times: int) -> Waiting:
        """The condition that would change the answer, as far as code can tell; else only time."""
        latest = self.clock.now() + LONGEST
        moving = next((e.object_id for e in pack.menu if self._moves(e.object_id)), "")
        if moving:
            return Waiting(
                waits_for=WaitsFor.DEVICE_AT_REST, until=latest, device_id=moving, times=times
            )
        if trigger.place and pack.people.get(trigger.place, _PRESENT) != _PRESENT:
            return Waiting(
                waits_for=WaitsFor.SOMEBODY, until=latest, place=trigger.place, times=times
            )
        return self.for_a_while(times)

    def for_a_while(self, times: int) -> Waiting:
        """Only time can change the answer."""
        return Waiting(waits_for=WaitsFor.TIME, until=self.clock.now() + LATER, times=times)

    async def has_come_true(self, waiting: Waiting) -> bool:
        """Whether it is worth a thought now."""
        if waiting.waits_for is WaitsFor.TIME:
            return self.clock.now() >= waiting.until
        if waiting.waits_for is WaitsFor.SOMEBODY:
            return (await self.people()).get(waiting.place) == _PRESENT
        state = self.house.state(DeviceId(waiting.device_id))
        return state is not None and state.available and state.value not in MOVING

    def _moves(self, device_id: str) -> bool:
        state = self.house.state(DeviceId(device_id)) if device_id else None
        return state is not None and state.available and state.value in MOVING
