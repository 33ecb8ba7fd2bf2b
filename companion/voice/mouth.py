"""Mouth: what was recorded and published is then spoken, one message after the other (D-009).

It is given the event id of a recorded message and nothing else: no text can be spoken that is
not in the record. Speaking goes on beside the next walk; a new message waits its turn.
"""

import asyncio

from companion.ports.capability import Catalogue
from companion.ports.stream import Stream
from companion.words.activity import StreamKind, StreamMessage
from companion.words.capability import ActionCall
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.result import ActionResult

WAITING_MOST = 4
"""Messages that may wait; older news than that is not worth hearing and is only shown."""


class Mouth:
    """A resident. `say` never waits; `run` speaks through the capability `speak`."""

    def __init__(self, catalogue: Catalogue, stream: Stream) -> None:
        self._catalogue, self._stream = catalogue, stream
        self._waiting: asyncio.Queue[tuple[Event, EventId]] = asyncio.Queue()
        self.unsaid = 0
        """Messages shown but not spoken because too many waited."""

    def say(self, message: Event, decided: EventId) -> None:
        """Speak a recorded message after those that wait."""
        if self._waiting.qsize() >= WAITING_MOST:
            self.unsaid += 1
            return
        self._waiting.put_nowait((message, decided))

    async def hush(self) -> None:
        """Stop: silence now, and nothing that waits is spoken any more."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        if (capability := self._catalogue.get("speak")) is not None:
            call = ActionCall(operation="stop", payload={}, decision_event_id=EventId(0))
            await capability.perform(call)

    async def run(self) -> None:
        """Speak until cancelled."""
        while True:
            message, decided = await self._waiting.get()
            capability = self._catalogue.get("speak")
            if capability is None:
                continue
            call = ActionCall(
                operation="play_utterance",
                payload={"utterance_id": int(message.id)},
                decision_event_id=decided,
            )
            self._tell(message, await capability.perform(call))

    def _tell(self, message: Event, result: ActionResult) -> None:
        """How much of it was heard goes to the activity view; the record has the message."""
        self._stream.publish(
            StreamMessage(
                kind=StreamKind.ACTIVITY,
                at=result.observed_at,
                event_id=message.id,
                data={"kind": "spoken", "status": result.status.value, **result.result_payload},
            )
        )
