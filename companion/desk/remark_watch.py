"""Watch on a remark: tells whether an act about it will be the answer to it.

"It is too dark in here to cook" is no command, and the companion may switch the light on. The
person hears that (`LateAnswers`), and not what the conversation model would make of the same words
beside it. The decision is read from the events that the thought leaves in the record.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.words.activity import StreamKind, StreamMessage
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import EventId

DECIDED_WITHIN_S = 90.0
"""Real seconds after which no decision is expected; a model that chooses alone takes half a minute
on a slow device."""
DROPPED = "deliberation_dropped"


@dataclass(frozen=True, kw_only=True)
class RemarkWatch:
    """Watches the live stream of events."""

    stream: Stream
    record: Record

    def watch(self, said: Event) -> Callable[[], Awaitable[bool]]:
        """Begin to watch, before the remark is thought over; the call waits for the decision."""
        return partial(self._is_answered, said.id, self.stream.watch())

    async def _is_answered(self, said: EventId, messages: AsyncIterator[StreamMessage]) -> bool:
        try:
            async with asyncio.timeout(DECIDED_WITHIN_S):
                async for message in messages:
                    if message.kind is StreamKind.EVENT and message.event_id is not None:
                        about = said in message.data["evidence_event_ids"]
                        if about and message.data["kind"] == DROPPED:
                            return False
                        if about and _decides(message):
                            return await self._acts(message.event_id)
        except TimeoutError:
            pass
        return False

    async def _acts(self, decided: EventId) -> bool:
        decision = await self.record.decision(decided)
        return (
            decision is not None
            and decision.decision_outcome is DecisionOutcome.DO_ACTION
            and decision.answers_remark
        )


def _decides(message: StreamMessage) -> bool:
    return bool(message.data["source"] == EventSource.DELIBERATION_DECISION)
