"""The notice corridor turns reports of cameras, devices and the clock into triggers.

input -> `Observation` (perception) -> rate-limited and deduplicated -> journal -> `Trigger`, which
the act corridor walks. The act corridor decides about it; this one does not. Cameras tell by the
port `Senses` (`rooms/perception/sight.py`), devices by the port `House`, and the clock by `ripen`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.ports.house import House
from companion.ports.part import ResidentSpec, Stage, Tick
from companion.ports.policy import TriggerSink
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.rooms.perception.occasions import Occasions
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import Perception
from companion.service.blackboard import Blackboard
from companion.words.device import DeviceState
from companion.words.event import EventSource
from companion.words.facts import fact_of
from companion.words.observation import Certainty, Observation
from companion.words.timing import MEASURED

OCCASIONS_S = 5.0
"""How often it is looked whether something has lasted long enough: a door left open, rain."""
TOLD_BEFORE = 2000
"""Newest observations in which it is looked, at the start, what was noticed before: some days."""


@dataclass(frozen=True, kw_only=True)
class Notice:
    """The corridor and what stands along it."""

    house: House
    reports: DeviceReports
    """Filter of device reports: new values, up to a limit per minute."""
    occasions: Occasions
    """Meaning of reports and sightings together, with its duration: a door left open, smoke."""
    perception: Perception
    blackboard: Blackboard
    journal: Journal
    record: Record
    triggers: TriggerSink
    became: Callable[[str, str], Awaitable[None]]
    """Hears each fact of the home that became so: the schedule has entries that wait for one."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The reports of devices."""
        return (ResidentSpec("device reports", self.follow_home, Stage.INTAKE, needed=True),)

    def ticks(self) -> tuple[Tick, ...]:
        """The look at what has lasted."""
        return (Tick("occasions", OCCASIONS_S, self.ripen),)

    async def notice(self, observations: tuple[Observation, ...]) -> None:
        """Record what is new or was held back, and wake who should think of it."""
        sifted = self.perception.sift(observations)
        for observation in (*sifted.to_refresh, *sifted.to_record):
            self.blackboard.seen(observation)
            self.occasions.seen(observation)
        for observation in sifted.to_record:
            words = self.perception.of_note(observation)
            event = await self.journal.observed(observation, words=words)
            if (trigger := self.perception.trigger_for(observation, event.id)) is not None:
                self.triggers.raise_trigger(trigger)
            await self._came_true(observation)
        for report in self.reports.due():
            await self.journal.device_changed(report)

    async def follow_home(self) -> None:
        """Resident: every report of the home. It listens first: what the home told before is held,
        what comes now is heard."""
        changes = self.house.changes()
        held = (self.house.state(device.id) for device in self.house.devices())
        await self.follow(changes, tuple(state for state in held if state is not None))

    async def follow(
        self, changes: AsyncIterator[DeviceState], held: Sequence[DeviceState] = ()
    ) -> None:
        """The home says how its devices are; the latest is held, what is new is recorded.
        `held`: what it had said before anybody listened; at a quick start the whole home."""
        before = await self.record.recent(
            limit=TOLD_BEFORE, sources=(EventSource.OBSERVATION,), origin="home"
        )
        seen = (fact_of(event, Observation) for event in before)
        self.occasions.begin(one for one in seen if one is not None)
        for state in held:
            await self._reported(state)
        async for state in changes:
            await self._reported(state)

    async def ripen(self) -> None:
        """A tick of the clock: what has lasted long enough to mean something is noticed (a door
        left open, a silent device)."""
        if ripe := self.occasions.due():
            await self.notice(ripe)

    async def _came_true(self, seen: Observation) -> None:
        """Tell the schedule who is surely where."""
        if seen.subject == "person" and seen.certainty is Certainty.FACT and seen.value is not None:
            await self.became(f"{seen.subject}@{seen.place}", seen.value)

    async def _reported(self, state: DeviceState) -> None:
        self.blackboard.reported(state)
        for report in self.reports.take(state):
            await self.journal.device_changed(report)
            if report.available and report.value is not None:
                await self.became(report.device_id, report.value)
        measured = state.attributes.get("current_temperature")
        if state.available and isinstance(measured, int | float):
            await self.became(f"{MEASURED}{state.device_id}", f"{measured:g}")
        if said := (*self.perception.wording(state), *self.occasions.reported(state)):
            await self.notice(said)
