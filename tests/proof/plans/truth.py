"""Truth of a house that lives for a purpose: judges every DONE by the simulator's own states."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.dollhouse.chronicle import Happening, Kind
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import Seen, task_kinds
from companion.rooms.governance.kinds.watch import reads_of
from companion.rooms.governance.trail import trail_of
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.plan import Task
from tests.proof.plans.house import PlanHouse

JUDGED = ("device", "watch")
"""Kinds of tasks whose end the state of a device decides."""


@dataclass
class Truth:
    """True states of all devices, oldest first; houses that live after each other share one."""

    states: dict[DeviceId, list[DeviceState]] = field(default_factory=dict)
    houses: list[PlanHouse] = field(default_factory=list)

    def follow(self, house: PlanHouse) -> None:
        """Read a house as it is, and note from now on each change."""
        self.houses.append(house)
        for device_id in house.devices:
            self._note(device_id)
        house.chronicle.watch(self._changed)

    def _changed(self, happened: Happening) -> None:
        if happened.kind is Kind.CHANGED:
            self._note(happened.subject)

    def _note(self, device_id: str) -> None:
        house, own = self.houses[-1], DeviceId(device_id)
        device, before = house.devices[device_id], self.states.setdefault(own, [])
        state = DeviceState(
            device_id=own,
            value=device.value(),
            attributes=device.attributes(),
            at=house.clock.now(),
        )
        if not before or replace(before[-1], at=state.at) != state:
            before.append(state)

    async def objection(self, task: Task) -> str:
        """Why a task that was told as done was not so; "" where it was."""
        house = self.houses[-1]
        own = house.cycle.governance.home
        home = replace(own, house=_TrueHouse(own, self.states))  # type: ignore[arg-type]
        told = await trail_of(house.store.record, house.store.state, task.begun)
        seen = Seen(
            task=task,
            now=house.clock.now(),
            home=home,
            reported=self._reported(task),
        )
        end = task_kinds()[task.kind].ended(seen)
        if end is None or end.cause is not None:
            return "it was not so"
        if end.told is not None and not told.results:
            return "it was seen by nobody"
        return ""

    def _reported(self, task: Task) -> tuple[DeviceState, ...]:
        """What was true in the time of a guard, as it began as well."""
        if (watched := reads_of(task)) is None:
            return ()
        devices, since = watched
        return tuple(
            state for one in devices for state in self.states.get(one, ()) if state.at >= since
        )


@dataclass(frozen=True)
class _TrueHouse:
    """The devices that the product knows, in their true states."""

    known: HomeView
    states: dict[DeviceId, list[DeviceState]]

    def devices(self) -> Any:
        return self.known.house.devices()

    def device(self, device_id: DeviceId) -> Any:
        return self.known.house.device(device_id)

    def state(self, device_id: DeviceId) -> DeviceState | None:
        past = self.states.get(device_id, ())
        return past[-1] if past else None
