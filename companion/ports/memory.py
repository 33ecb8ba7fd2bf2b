"""Memory: what comes to mind; the room `recall` stands behind it, joined in `app`."""

from typing import Protocol

from companion.words.event import Event
from companion.words.recalled import Recalled


class Memory(Protocol):
    """Recalls conversation.

    Must: never give back a decision or internal judgement, nor an action
    result that was not made recallable; keep every trust label.
    """

    async def recall(self, about: Event, *, limit: int = 12) -> tuple[Recalled, ...]:
        """Memories that belong to `about` (an input event, itself left out), oldest first."""
