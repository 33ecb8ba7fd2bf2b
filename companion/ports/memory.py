"""Port of memory: recalls the episodes that belong to a sentence; the room `recall` implements
it."""

from collections.abc import Collection
from datetime import datetime, tzinfo
from typing import Protocol

from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.recalled import Found, Recollection
from companion.words.summary import Span, Summary


class Memory(Protocol):
    """Memory of what was said and what happened.

    Must: never give back a decision or internal judgement, nor an action
    result that was not made recallable, nor what was withdrawn or erased; keep
    every trust label; answer soon, with less where the search takes too long.
    """

    async def recall(self, about: Event, *, limit: int = 12) -> Recollection:
        """The last `limit` turns before `about` (an input event, itself left out), and what
        belongs to it of the time before them."""

    async def find(
        self, question: str, as_of: datetime, *, limit: int, without: Collection[EventId] = ()
    ) -> tuple[Found, ...]:
        """Episodes that belong to a text, as known at `as_of`, best first; none where nothing can
        be searched just now."""

    async def summaries(
        self, span: Span, zone: tzinfo | None, *, limit: int
    ) -> tuple[Summary, ...]:
        """The newest days or months in which something was told, the newest first, each with the
        sentences that tell most of what is believed now. Never an answer to a question."""
