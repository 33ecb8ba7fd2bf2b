"""Recall room: returns the latest turns of the conversation. Search by meaning is a later
step's."""

from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.event import Event, EventSource
from companion.words.recalled import Recalled
from companion.words.text import LabelledText
from companion.words.writeplan import WITHDRAWN

SPOKEN_BY = {
    EventSource.USER_INPUT: "user",
    EventSource.CONVERSATION_REPLY: "assistant",
    EventSource.AUTONOMY_MESSAGE: "assistant",
}
"""Sources that are speech, and whose; nothing else is conversation, searchable or not."""


class Recall:
    """Memory of the conversation. Implements the port `Memory`."""

    def __init__(self, record: Record, state: StateReader | None = None) -> None:
        self._record = record
        self._state = state
        """Where it is written which events are withdrawn; None: none is."""

    async def recall(self, about: Event, *, limit: int = 12) -> tuple[Recalled, ...]:
        """The last `limit` turns before `about`, oldest first."""
        gone = await self._withdrawn()
        found = await self._record.recallable(limit=limit + 1 + len(gone))
        known = (event for event in found if event.id != about.id and f"{event.id}" not in gone)
        turns = [turn for event in known if (turn := _turn(event))]
        return tuple(reversed(turns[:limit]))

    async def _withdrawn(self) -> frozenset[str]:
        rows = await self._state.rows(WITHDRAWN) if self._state is not None else ()
        return frozenset(row.key for row in rows)


def _turn(event: Event) -> Recalled | None:
    role = SPOKEN_BY.get(event.source)
    text = event.user_text if role == "user" else event.assistant_text
    if role is None or not text:
        return None
    return Recalled(role=role, text=LabelledText(text, event.trust, event.id), at=event.at)
