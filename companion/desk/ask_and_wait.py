"""Ask and wait: hands a sentence in and waits for the companion's reply to it.

The sentence takes the way every sentence takes (front desk, conversation, deliberation); the
answer is the reply that the record has to it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.ports.desk import Desk
from companion.ports.stream import Stream
from companion.words.activity import StreamKind
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.said import Said

PATIENCE_S = 25.0
"""Real seconds. Home Assistant's own pipeline waits 30 for an agent (its Wyoming client)."""
NO_ANSWER = frozenset({"reply_failed"})


@dataclass(frozen=True, kw_only=True)
class Asking:
    """One question and its answer."""

    desk: Desk
    stream: Stream

    async def ask(self, said: Said, patience_s: float = PATIENCE_S) -> str | None:
        """The answer; None where nothing was said in time, which the page may still show."""
        return (await self.asked(said, patience_s))[1] if said.text.strip() else None

    async def asked(self, said: Said, patience_s: float = PATIENCE_S) -> tuple[EventId, str | None]:
        """The event of the sentence, and the answer to it, if any came in time."""
        messages = self.stream.watch()  # from before it was said: no answer is too quick
        event_id = await self.desk.say(said)
        try:
            async with asyncio.timeout(patience_s):
                async for message in messages:
                    if message.kind is StreamKind.EVENT and _settles(message.data, event_id):
                        return event_id, str(message.data["assistant_text"]) or None
        except TimeoutError:
            pass
        return event_id, None


def _settles(event: Mapping[str, Any], said: EventId) -> bool:
    """Whether it is the reply to what was said, or the note that there is none."""
    if event["source"] == EventSource.INTERRUPT:
        return True
    replies = event["source"] == EventSource.CONVERSATION_REPLY or event["kind"] in NO_ANSWER
    return replies and said in event["evidence_event_ids"]
