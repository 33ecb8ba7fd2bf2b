"""Stop: ends all running and waiting acts at once, and records it afterwards."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.service.intents.put_off import PutOff
from companion.words.event import Event

STOPPED = "stopped by the owner"


@dataclass(frozen=True, kw_only=True)
class StopEverything:
    """Queue, act in hand, generation, sound; each interrupted act says so itself."""

    lines: Sequence[TriggerQueue]
    stops: Sequence[Callable[[], Awaitable[object]]]
    """Begun together, in this order: the base stands first, also where no act of ours is under
    way."""
    put_off: PutOff
    journal: Journal

    async def stop(self, channel: str) -> Event:
        """The line in the record comes last: a full disk must not keep the wheels turning."""
        for line in self.lines:
            line.clear_below_user()
        await asyncio.gather(*(stop() for stop in self.stops))
        await self.put_off.stop()
        return await self.journal.interrupted(STOPPED, channel)
