"""Port of memory: recalls what belongs to a sentence; the room `recall` implements it."""

from typing import Protocol

from companion.words.event import Event
from companion.words.recalled import Recalled


class Memory(Protocol):
    """Memory of the conversation.

    Must: never give back a decision or internal judgement, nor an action
    result that was not made recallable; keep every trust label.
    """

    async def recall(self, about: Event, *, limit: int = 12) -> tuple[Recalled, ...]:
        """Memories that belong to `about` (an input event, itself left out), oldest first."""
