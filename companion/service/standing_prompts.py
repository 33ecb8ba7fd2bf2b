"""Standing prompts: give the unchanging part of every prompt, so that the model reads it before
anybody waits."""

import contextlib
from dataclasses import dataclass

from companion.ports.clock import Clock, Ids
from companion.ports.ranker import Ranker, RankerUnavailable
from companion.rooms.context.room import ContextRoom
from companion.rooms.conversation.room import Conversation
from companion.rooms.deliberation.room import Deliberation
from companion.rooms.expression.room import Expression
from companion.rooms.scheduler.room import heartbeat_trigger
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.llm import Prefix


@dataclass(frozen=True, kw_only=True)
class StandingPrompts:
    """Asks the rooms that word prompts."""

    context: ContextRoom
    deliberation: Deliberation
    expression: Expression
    conversation: Conversation
    ranker: Ranker | None
    clock: Clock
    ids: Ids
    language: Language

    async def prefixes(self) -> tuple[Prefix, ...]:
        """Of a decision, a message and a reply: what matters most comes first."""
        return (
            self.deliberation.prefix(await self._quiet_moment()),
            self.expression.prefix(self.context.now.persona),
            self.conversation.prefix(),
        )

    async def rank_ahead(self) -> None:
        """The ranker loads, and learns the home's names."""
        if self.ranker is not None:
            with contextlib.suppress(RankerUnavailable):
                await self.ranker.rank(await self._quiet_moment())

    async def _quiet_moment(self) -> DeliberationContextPack:
        return await self.context.gather(heartbeat_trigger(self.clock, self.ids, self.language))
