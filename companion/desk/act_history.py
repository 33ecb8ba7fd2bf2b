"""History of acts: finds the act that "why?", "undo that" or "never do that again" means."""

from dataclasses import dataclass
from datetime import timedelta

from companion.home.device_group import ways_back
from companion.home.device_operation import BY_OWN_ID, OPERATION_BY_NAME
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.event import Event, EventSource
from companion.words.facts import Requested, acted_of, fact_of
from companion.words.result import ActionResult

LOOKED_THROUGH = 40
"""Newest results among which the act is looked for; what is older is found on the page."""
UNDONE_WITHIN = timedelta(hours=1)
"""After so long nobody means the act by "undo that"."""


@dataclass(frozen=True, kw_only=True)
class ActHistory:
    """Reads the record from its newest act back."""

    record: Record
    catalogue: Catalogue
    clock: Clock

    async def last_undoable(self) -> tuple[Event, ActionResult] | None:
        """The newest act that can be taken back, was not, and is no taking back itself."""
        asked = await self.record.recent(limit=LOOKED_THROUGH, sources=(EventSource.USER_INPUT,))
        wishes = ((event, fact_of(event, Requested)) for event in asked)
        undone = {wish.undo_of: e.id for e, wish in wishes if wish is not None and wish.undo_of}
        since = self.clock.now() - UNDONE_WITHIN
        for event, result in await self.acts():
            if event.at < since:
                return None
            decision = await self.record.decision(result.decision_event_id)
            takes_back = decision is not None and set(undone.values()) & set(
                decision.evidence_event_ids
            )
            if ways_back(result) and event.id not in undone and not takes_back:
                return event, result
        return None

    async def last_of_my_own(self) -> tuple[Event, ActionDecision] | None:
        """The newest act that nobody asked for, of the last hour."""
        since = self.clock.now() - UNDONE_WITHIN
        for event, result in await self.acts():
            if event.at < since:
                return None
            decision = await self.record.decision(result.decision_event_id)
            if decision is not None and decision.decided_by in BY_MIND:
                return event, decision
        return None

    async def last_for_good(self) -> str | None:
        """The id of the scene or script that the newest act started; None where it was another
        act. It can do anything, so nothing is known that would undo it, and what was done before it
        is not what "undo that" means."""
        for event, result in await self.acts():
            if event.at < self.clock.now() - UNDONE_WITHIN:
                return None
            row = OPERATION_BY_NAME.get(result.operation)
            if row is None or row.kind not in BY_OWN_ID:
                return None
            return acted_of(result).device_id
        return None

    async def acts(self) -> list[tuple[Event, ActionResult]]:
        """The newest acts with their results, newest first; chimes, notices and looks are none."""
        events = await self.record.recent(
            limit=LOOKED_THROUGH, sources=(EventSource.ACTION_RESULT,)
        )
        found = [(event, await self.record.result(event.id)) for event in events]
        return [(e, r) for e, r in found if r is not None and self._is_act(r)]

    def _is_act(self, result: ActionResult) -> bool:
        """Also of a capability that is no longer configured."""
        capability = self.catalogue.get(result.capability)
        return capability is None or capability.SPEC.acts
