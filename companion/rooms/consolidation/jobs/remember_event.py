"""Walk the remember corridor for one event."""

from collections.abc import Awaitable, Callable

from companion.ports.record import Record
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.job import Job


class RememberEvent:
    """Job kind `remember_event`, payload `{"event_id": id}`; safe to run again."""

    KIND = "remember_event"

    def __init__(self, record: Record, remember: Callable[[Event], Awaitable[object]]) -> None:
        self._record = record
        self._remember = remember

    async def run(self, job: Job) -> None:
        """Find the event and remember it. Raises `LookupError` if it is not in the record."""
        event_id = EventId(int(job.payload["event_id"]))
        event = await self._record.event(event_id)
        if event is None:
            raise LookupError(f"event {event_id} is not in the record")
        await self._remember(event)
