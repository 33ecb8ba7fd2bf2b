"""Port of the act book: claims an act before it has an effect, so that no crash or restart does it
twice."""

from typing import Protocol

from companion.words.ids import EventId


class ActBook(Protocol):
    """Durable book of the decided acts that were begun. Its result event, or `drop`, settles an
    act."""

    async def begin(self, decision_event_id: EventId) -> bool:
        """Claim it, FULL on the disk before this returns; False when it was begun or dropped
        before, and may not be done (again). Where nothing can be written the claim is held in
        memory: the owner's own commands go on without a disk."""

    async def drop(self, decision_event_id: EventId, why: str) -> None:
        """It will not be done: refused, too late, cut off before it began."""

    async def unfinished(self) -> tuple[EventId, ...]:
        """Begun, and no result: after a restart their outcome is unknown."""

    async def unsettled(self) -> tuple[EventId, ...]:
        """Decided `do_action`, neither begun nor dropped, refused or denied, and no question
        waiting: what a restart finds half walked. Oldest first, of the newest few hundred."""

    async def unwalked(self) -> tuple[EventId, ...]:
        """Wishes of a person (`user_input`) that no decision, drop or interrupt followed.
        Oldest first, of the newest few hundred."""
