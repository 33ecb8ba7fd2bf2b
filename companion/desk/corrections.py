"""Corrections 言い直し: take back the acts of a sentence that the person corrects.

"Turn on the light" | "in the bedroom", 電気つけて、違う、寝室の: the first was done already.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.desk.requests import Requests
from companion.ports.record import Record
from companion.words.decision import ActionDecision
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.result import ActionResult
from companion.words.trigger import RequestedAction

MOST_LOOKED_THROUGH = 16
"""Results looked through for those of one sentence."""


@dataclass(frozen=True, kw_only=True)
class Corrections:
    """Each way back is a wish of its own, walked and looked at like every other."""

    record: Record
    requests: Requests

    async def make_way(
        self, event: Event, first: EventId, wishes: Sequence[RequestedAction]
    ) -> tuple[RequestedAction, ...]:
        """Take back what the sentence `first` led to and the wishes of `event` do not ask for.
        Gives the wishes that are left to do: a louder that was done is not done twice."""
        acts = await self._acts_of(first)
        left = tuple(
            wish for wish in wishes if not any(_is_same(decision, wish) for _, decision in acts)
        )
        for result, decision in acts:
            if _stands(decision, wishes):
                continue
            for way in self.requests.ways_back(result[1], result[0].id):
                await self.requests.ask_and_walk(way, event.channel)
        return left

    async def _acts_of(
        self, said: EventId
    ) -> list[tuple[tuple[Event, ActionResult], ActionDecision]]:
        """Newest first, which is the order in which they are taken back."""
        found = []
        for event in await self.record.recent(
            limit=MOST_LOOKED_THROUGH, after=said, sources=(EventSource.ACTION_RESULT,)
        ):
            result = await self.record.result(event.id)
            decision = result and await self.record.decision(result.decision_event_id)
            if result and decision and said in decision.evidence_event_ids:
                found.append(((event, result), decision))
        return found


def _is_same(decision: ActionDecision, wish: RequestedAction) -> bool:
    same = decision.action_type == wish.action_type
    return same and dict(decision.action_payload) == dict(wish.payload)


def _stands(decision: ActionDecision, wishes: Sequence[RequestedAction]) -> bool:
    """Whether the act is asked for still, or done over by another one on the same devices, as a
    lamp that was switched on and is dimmed now. An act of the same kind is no other one: a little
    louder after louder."""
    if any(_is_same(decision, wish) for wish in wishes):
        return True
    devices = set(devices_in(decision.action_payload))
    over = {
        device
        for wish in wishes
        if wish.action_type != decision.action_type
        for device in devices_in(wish.payload)
    }
    return bool(devices) and devices <= over
