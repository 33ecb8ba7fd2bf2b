"""Mouth: speaks recorded messages, one after the other.

It is given the event id of a recorded message and nothing else: no text can be spoken that is
not in the record. Speaking goes on beside the next walk; a new message waits its turn. A speaker
that is away or taken is tried again until the message is old news: the page has it anyway.
"""

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.stream import Stream
from companion.voice.quiet import Quiet
from companion.words.activity import StreamKind, StreamMessage
from companion.words.capability import ActionCall
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.quiet import Channel

WAITING_MOST = 4
"""Messages that may wait; older news than that is not worth hearing and is only shown."""
LATE_MOST_S = 60.0
"""Nothing is begun to be said later than this after it was recorded."""
RETRY_S = 1.0
AWAY = frozenset({"no_speaker", "speaker_hung"})
"""Failures of `speak` that say the speaker is at fault, not what it was given."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    message: Event
    decided: EventId
    since: float


class Mouth:
    """Resident that speaks through the capability `speak`. `say` never waits."""

    def __init__(
        self, catalogue: Catalogue, stream: Stream, clock: Clock, quiet: Quiet | None = None
    ) -> None:
        self._catalogue, self._stream, self._clock = catalogue, stream, clock
        self._quiet = quiet
        self._waiting: deque[_Waiting] = deque()
        self._saying: _Waiting | None = None
        self._something = asyncio.Event()
        self.unsaid = 0
        """Messages shown but not spoken: too many waited, quiet hours, or too many this hour."""
        self.stale = 0
        """Messages shown but not spoken because no speaker took them in time."""

    def say(self, message: Event, decided: EventId) -> None:
        """Speak a recorded message after those that wait; in quiet hours it is shown."""
        if self._quiet is not None:
            if why := self._quiet.why_not(Channel.VOICE):
                self.unsaid += 1
                self._tell(message, why, {})
                return
            self._quiet.went_out(Channel.VOICE)
        if len(self._waiting) >= WAITING_MOST:
            self.unsaid += 1
            return
        self._waiting.append(_Waiting(message, decided, self._clock.monotonic()))
        self._something.set()

    async def hush(self) -> None:
        """Stop: silence now, and nothing that waits is spoken any more."""
        self._waiting.clear()
        await self._break_off()

    async def _break_off(self) -> None:
        self._saying = None
        if (capability := self._catalogue.get("speak")) is not None:
            call = ActionCall(operation="stop", payload={}, decision_event_id=EventId(0))
            await capability.perform(call)

    async def drop(self, event_ids: frozenset[EventId]) -> None:
        """Of these nothing is said any more: their content was erased."""
        self._waiting = deque(w for w in self._waiting if w.message.id not in event_ids)
        if self._saying is not None and self._saying.message.id in event_ids:
            await self._break_off()

    async def run(self) -> None:
        """Speak until cancelled."""
        while True:
            while not self._waiting:
                self._something.clear()
                await self._something.wait()
            self._saying = self._waiting.popleft()
            try:
                await self._speak(self._saying)
            finally:
                self._saying = None

    async def _speak(self, waiting: _Waiting) -> None:
        """Until it was said, hushed, or too late."""
        while self._saying is waiting:
            capability = self._catalogue.get("speak")
            if capability is None:
                return
            if self._clock.monotonic() - waiting.since > LATE_MOST_S:
                self.stale += 1
                self._tell(waiting.message, "stale", {})
                return
            call = ActionCall(
                operation="play_utterance",
                payload={"utterance_id": int(waiting.message.id)},
                decision_event_id=waiting.decided,
            )
            result = await capability.perform(call)
            if result.failure_class not in AWAY:
                self._tell(waiting.message, result.status.value, result.result_payload)
                return
            await self._clock.sleep(RETRY_S)

    def _tell(self, message: Event, status: str, facts: Mapping[str, Any]) -> None:
        """How much of it was heard goes to the activity view; the record has the message."""
        self._stream.publish(
            StreamMessage(
                kind=StreamKind.ACTIVITY,
                at=self._clock.now(),
                event_id=message.id,
                data={"kind": "spoken", "status": status, **facts},
            )
        )
