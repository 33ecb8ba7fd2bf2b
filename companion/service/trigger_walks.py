"""Trigger walks: take triggers out of the two queues and walk them."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.ports.part import ResidentSpec, Stage
from companion.rooms.perception.queue import TriggerQueue
from companion.words.trigger import Trigger

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class TriggerWalks:
    """While the record cannot be written no trigger is taken: what could not be recorded is not
    begun."""

    triggers: TriggerQueue
    thoughts: TriggerQueue
    """Those of them that need the model."""
    walk_at_once: Callable[[Trigger], Awaitable[bool]]
    """False: the model is needed, and nothing was done."""
    walk: Callable[[Trigger], Awaitable[None]]
    writable: Callable[[], Awaitable[None]]
    """Waits until the disk takes what it is given."""
    halted: Callable[[Trigger], bool] = lambda trigger: False
    """Whether this trigger is not walked now: the companion's own ideas halt."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The tasks."""
        return (
            ResidentSpec("settler", self.settle_each, Stage.ACT, needed=True),
            ResidentSpec("walker", self.walk_each, Stage.ACT, needed=True),
        )

    async def settle_each(self) -> None:
        """Walk triggers that need no model at once, one at a time, so that an act sees what the one
        before it did. The others go into the model's own line."""
        while True:
            trigger = await self._next(self.triggers)
            if not await self.walk_at_once(trigger):
                self.thoughts.raise_trigger(trigger)

    async def walk_each(self) -> None:
        """Triggers that need the model are walked one at a time."""
        while True:
            await self.walk(await self._next(self.thoughts))

    async def _next(self, line: TriggerQueue) -> Trigger:
        await self.writable()
        while self.halted(trigger := await line.next()):
            log.warning("not walked, since its own acts halt: %s", trigger.about.text)
        return trigger
