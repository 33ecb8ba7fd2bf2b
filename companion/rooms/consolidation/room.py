"""The consolidation room: an event becomes a write plan, a plan becomes state.

`generate` only reads; `apply` only writes, once per event. Rules here, no model: a WritePlan by
the persona's LLM joins in the memory step.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.home.occasion import MOMENTARY
from companion.home.taught import TAUGHT, Lesson
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.ports.state_writer import StateWriter
from companion.rooms.consolidation.affect import affect_of, mood_change
from companion.rooms.consolidation.interest import INTEREST, INTEREST_KEY, interest_change, pull_of
from companion.rooms.consolidation.provenance import bounded
from companion.rooms.consolidation.world import (
    Sighting,
    sighting_of_device,
    sighting_of_observation,
    sighting_of_result,
    weigh,
)
from companion.words.device import Device
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.mood import MOOD, MOOD_KEY
from companion.words.observation import TEXT
from companion.words.result import PARTS
from companion.words.world import WORLD_ITEM, world_item_of
from companion.words.writeplan import WITHDRAWN, StateChange, Withdrawn, WritePlan


class Consolidation:
    """The only writer of `state`. Plans must be made and applied one at a time, in order of
    events: the job runner sees to it."""

    def __init__(
        self,
        state: StateReader,
        writer: StateWriter,
        house: House | None = None,
        record: Record | None = None,
    ) -> None:
        self._state = state
        self._record = record
        self._writer = writer
        self._house = house
        """Where a device stands and what it can do; None leaves both as held before."""

    async def generate(self, event: Event) -> WritePlan:
        """What this event changes in what is held to be so; may be nothing."""
        changes = [
            *[await self._world(one) for one in _each(event)],
            await self._mood(event),
            await self._interest(event),
        ]
        plan = WritePlan(event_id=event.id, changes=tuple(c for c in changes if c is not None))
        return await bounded(plan, event, self._record)

    async def apply(self, plan: WritePlan) -> int:
        """Apply a plan; gives the revisions made, 0 when it was applied before."""
        return await self._writer.apply(plan)

    async def withdraw(self, event_id: EventId, by: Event) -> Withdrawn:
        """Believe this event no more: what rests on it goes, and it comes to nobody's mind
        again. `by`: the event of whoever asked for it. The record keeps everything."""
        gone = await self._writer.withdraw(event_id)
        marks = tuple(
            StateChange(
                kind=WITHDRAWN,
                key=f"{withdrawn}",
                value={"by": by.id},
                confidence=1.0,
                trust=by.trust,
                observed_at=by.at,
                evidence_event_ids=(by.id,),
            )
            for withdrawn in gone.events
        )
        await self._writer.apply(WritePlan(event_id=by.id, changes=marks))
        return gone

    async def teach(self, keys: Sequence[str], lesson: Lesson, label: Bilingual, by: Event) -> None:
        """What the owner said of acts with these keys, from now on. `by`: the event of the wish."""
        changes = tuple(
            StateChange(
                kind=TAUGHT,
                key=key,
                value={"value": lesson.value, "ja": label.ja, "en": label.en},
                confidence=1.0,
                trust=by.trust,
                observed_at=by.at,
                evidence_event_ids=(by.id,),
            )
            for key in keys
        )
        await self._writer.apply(WritePlan(event_id=by.id, changes=changes))

    async def _world(self, event: Event) -> StateChange | None:
        sighting = self._sighting(event)
        if sighting is None:
            return None
        row = await self._state.row(WORLD_ITEM, sighting.key)
        return weigh(sighting, None if row is None else world_item_of(row))

    def _sighting(self, event: Event) -> Sighting | None:
        # Invented garden life never becomes a fact about the house.
        if event.origin != "home":
            return None
        if event.source is EventSource.OBSERVATION:
            # What a sign says is somebody's word, no state of the home; what happened
            # and is over is none either.
            if event.payload.get("subject") in (TEXT, *MOMENTARY):
                return None
            return sighting_of_observation(event)
        if event.source is EventSource.DEVICE_STATE:
            return sighting_of_device(event, self._device(event))
        if event.source is EventSource.ACTION_RESULT:
            return sighting_of_result(event, self._device(event))
        return None

    def _device(self, event: Event) -> Device | None:
        device_id = event.payload.get("device_id")
        if self._house is None or not isinstance(device_id, str):
            return None
        return self._house.device(DeviceId(device_id))

    async def _mood(self, event: Event) -> StateChange | None:
        affect = affect_of(event)
        if affect is None:
            return None
        return mood_change(event, affect, await self._state.row(MOOD, MOOD_KEY))

    async def _interest(self, event: Event) -> StateChange | None:
        pull = pull_of(event)
        if pull is None:
            return None
        return interest_change(event, pull, await self._state.row(INTEREST, INTEREST_KEY))


def _each(event: Event) -> tuple[Event, ...]:
    """The result of an act on several devices says something of each."""
    parts = event.payload.get(PARTS)
    if event.source is not EventSource.ACTION_RESULT or not isinstance(parts, list | tuple):
        return (event,)
    return tuple(replace(event, payload=part) for part in parts)
