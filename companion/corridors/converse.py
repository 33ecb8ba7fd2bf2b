"""The converse corridor: the other front door, for what people say.

input -> journal -> recall -> reply -> journal. It never calls deliberation and deliberation never
calls it: the input event is also a trigger there, and they meet only in events. What the
command grammar understood gets its one answer from the observed result, so the conversation
model stays silent.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from companion.ports.memory import Memory
from companion.rooms.conversation.room import Conversation, NoReply, Reply
from companion.rooms.journal.room import Journal
from companion.words.event import Event
from companion.words.recalled import Recalled
from companion.words.said import Said
from companion.words.trust import TrustLabel

STILL_THINKING_S = 2.0
"""Real seconds, as a model is slow in real time; a person hears something within 3."""


@dataclass(frozen=True, kw_only=True)
class Converse:
    """The corridor and the rooms along it."""

    journal: Journal
    memory: Memory
    conversation: Conversation
    understood: Callable[[str], bool]
    """Whether the command grammar understands a sentence; joined to the reflex in `app`."""

    async def hear(self, said: Said, trust: TrustLabel) -> Event:
        """Write down what was said, before anything is made of it."""
        return await self.journal.heard(said, trust)

    async def answer(self, said: Event) -> Event | None:
        """Reply to an input event; None where a command was understood or the model failed."""
        if self.understood(said.user_text):
            return None
        recalled = await self.memory.recall(said)
        reply = await self._reply(said, recalled)
        if isinstance(reply, NoReply):
            await self.journal.unanswered(said, reply.reason)
            return None
        return await self.journal.replied(
            reply.text,
            said,
            trust=reply.trust,
            speaker_name=self.conversation.speaker_name,
            model=reply.model,
            tokens=reply.tokens,
        )

    async def tell(self, said: Event, ids: tuple[str, ...]) -> Event | None:
        """Answer an understood question about these things from facts, without a model."""
        reply = await self.conversation.tell(ids, said)
        if isinstance(reply, NoReply):
            return await self.answer(said)
        return await self.journal.replied(
            reply.text, said, trust=reply.trust, speaker_name=self.conversation.speaker_name
        )

    async def _reply(self, said: Event, recalled: tuple[Recalled, ...]) -> Reply | NoReply:
        """The reply; while it takes its time, who asked is told so, without a model."""
        reply = asyncio.ensure_future(self.conversation.reply(said, recalled=recalled))
        try:
            done, _ = await asyncio.wait({reply}, timeout=STILL_THINKING_S)
            if not done:
                await self.journal.still_thinking(said)
            return await reply
        finally:
            reply.cancel()
