"""The remember corridor turns recorded events into the state that is held to be so.

event -> write plan (generate) -> state revision (apply) -> mood, interest, world model -> what
the next context draws on. It is walked by the job `remember_event`, one event at a time and in
order; that job is queued in the same transaction as its event, so that no crash parts them.
"""

from dataclasses import dataclass

from companion.ports.stream import Stream
from companion.rooms.consolidation.room import Consolidation
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import Event
from companion.words.writeplan import WritePlan


@dataclass(frozen=True, kw_only=True)
class Remember:
    """The corridor and the room along it."""

    consolidation: Consolidation
    stream: Stream

    async def walk(self, event: Event) -> int:
        """Remember one event; gives the revisions it led to. Safe to walk twice."""
        plan = await self.consolidation.generate(event)
        revisions = await self.consolidation.apply(plan)
        if revisions:
            self._tell(event, plan)
        return revisions

    def _tell(self, event: Event, plan: WritePlan) -> None:
        """Publish the changes of state to the live stream."""
        changed = [{"kind": c.kind, "key": c.key, "value": c.value} for c in plan.changes]
        self.stream.publish(
            StreamMessage(
                kind=StreamKind.STATE, at=event.at, event_id=event.id, data={"changed": changed}
            )
        )
