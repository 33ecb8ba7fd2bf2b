"""Walk the remember corridor for one event."""

from collections.abc import Awaitable, Callable

from companion.ports.record import Record
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.job import Job, JobPriority, Retry


class RememberEvent:
    """Job kind `remember_event`, payload `{"event_id": id}`; safe to run again."""

    KIND = "remember_event"
    PRIORITY = JobPriority.LEARNING
    RETRY = Retry(attempts=5)
    PERIOD = None

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


def build(*, record: Record, remember: Callable[[Event], Awaitable[object]]) -> RememberEvent:
    """`remember`: walks the corridor."""
    return RememberEvent(record, remember)
