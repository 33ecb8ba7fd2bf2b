"""The consolidation room: an event becomes a write plan, a plan becomes state.

`generate` only reads; `apply` only writes, once per event. Rules here, no model: a WritePlan by
the persona's LLM joins in the memory step.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.home.taught import TAUGHT, Lesson
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.ports.state_writer import StateWriter
from companion.rooms.consolidation.kinds import Known, memory_kinds
from companion.rooms.consolidation.provenance import bounded
from companion.words.areas import (
    HEARD_AS,
    HOUSEHOLD_LIST,
    FeedbackValue,
    GrantValue,
    HeardAsValue,
    HouseholdListValue,
    Standing,
    TaughtValue,
    WithdrawnValue,
    value_in,
)
from companion.words.event import Event
from companion.words.facts import payload_of
from companion.words.feedback import FEEDBACK
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.told import ToldKind
from companion.words.trust import TrustLabel, least_trusted
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
        self._known = Known(state, house, record)
        self._record = record
        self._writer = writer

    async def generate(self, event: Event) -> WritePlan:
        """The changes of state that this event leads to; may be empty."""
        if await self._known.state.row(WITHDRAWN, f"{event.id}") is not None:
            # It is believed no more: reading it again must not bring it back.
            return WritePlan(event_id=event.id)
        changes = [c for _, kind in memory_kinds() for c in await kind.changes(event, self._known)]
        plan = WritePlan(event_id=event.id, changes=tuple(changes))
        return await bounded(plan, event, self._record)

    async def apply(self, plan: WritePlan) -> int:
        """Apply a plan; gives the revisions made, 0 when it was applied before."""
        return await self._writer.apply(plan)

    async def withdraw(self, event_id: EventId, by: Event) -> Withdrawn:
        """Believe this event no more: what rests on it goes, and it comes to nobody's mind
        again. `by`: the event of the person who asked for it. The record keeps everything."""
        gone = await self._writer.withdraw(event_id)
        marks = tuple(
            StateChange(
                kind=WITHDRAWN,
                key=f"{withdrawn}",
                value=payload_of(WithdrawnValue(by=by.id)),
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
        """Remember the owner's lesson about acts with these keys. `by`: the event of the wish."""
        changes = tuple(
            StateChange(
                kind=TAUGHT,
                key=key,
                value=payload_of(TaughtValue(value=lesson.value, ja=label.ja, en=label.en)),
                confidence=1.0,
                trust=by.trust,
                observed_at=by.at,
                evidence_event_ids=(by.id,),
            )
            for key in keys
        )
        await self._writer.apply(WritePlan(event_id=by.id, changes=changes))

    async def forget_feedback(self, keys: Sequence[str], by: Event) -> int:
        """Forget the household's signs about acts, by the keys of its rows; gives how many
        there were. `by`: the event of the wish."""
        changes = []
        for key in keys:
            row = await self._known.state.row(FEEDBACK, key)
            held = None if row is None else value_in(row, FeedbackValue)
            if row is None or held is None or not held.tallies:
                continue
            changes.append(
                StateChange(
                    kind=FEEDBACK,
                    key=key,
                    value={**payload_of(held), "tallies": []},
                    confidence=1.0,
                    trust=by.trust,
                    observed_at=max(by.at, row.observed_at),
                    evidence_event_ids=(by.id,),
                )
            )
        await self._writer.apply(WritePlan(event_id=by.id, changes=tuple(changes)))
        return len(changes)

    async def heard_as(
        self, key: str, value: HeardAsValue, of: Sequence[EventId], by: Event
    ) -> None:
        """Keep what a sentence means. `of`: the sentence, and the yes or no to it; `by`: the event
        of this change. The row goes with any of them."""
        await self._keep(HEARD_AS, key, payload_of(value), by, of)

    async def household_list(
        self, key: str, value: HouseholdListValue, of: Event, by: Event
    ) -> None:
        """Keep a list of the household. `of`: the sentence; `by`: the event of this change."""
        await self._keep(HOUSEHOLD_LIST, key, payload_of(value), by, (of.id,))

    async def grant(self, value: GrantValue, given: EventId, trust: TrustLabel, by: Event) -> None:
        """Keep what a person allowed ahead, or that it was taken back. `given`: the event by which
        it was given, its name; `by`: the event of this change."""
        await self._keep("grant", f"{given}", payload_of(value), by, trust=trust)

    async def _keep(
        self,
        kind: str,
        key: str,
        value: Mapping[str, Any],
        by: Event,
        of: Sequence[EventId] = (),
        trust: TrustLabel | None = None,
    ) -> None:
        """Write one row of a person's own word. `by`: the event of the change, whose trust counts
        where no other is given; `of`: what it rests on besides."""
        change = StateChange(
            kind=kind,
            key=key,
            value=value,
            confidence=1.0,
            trust=by.trust if trust is None else trust,
            observed_at=by.at,
            evidence_event_ids=(*of, by.id),
        )
        await self._writer.apply(WritePlan(event_id=by.id, changes=(change,)))

    async def settle(self, key: str, standing: Standing, by: Event) -> bool:
        """Confirm or revoke a preference. `by`: the event of the person's wish. False: there is
        no such preference."""
        row = await self._known.state.row(ToldKind.PREFERENCE, key)
        if row is None:
            return False
        change = StateChange(
            kind=row.kind,
            key=row.key,
            value={**row.value, "status": standing.value},
            confidence=row.confidence,
            trust=least_trusted((row.trust, by.trust)),
            observed_at=by.at,
            evidence_event_ids=(*row.evidence_event_ids, by.id),
        )
        await self._writer.apply(WritePlan(event_id=by.id, changes=(change,)))
        return True
