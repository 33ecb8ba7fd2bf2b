"""Ceding: of several companions that hear one call, the one that heard it loudest answers.

Each tells the others at once what it heard and decides a quarter of a second later, with what came
until then; meanwhile it listens, so nothing is lost of a sentence that follows. No companion
waits for an answer: without a broker each answers alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from companion.ports.clock import Clock
from companion.ports.house import CommandUnconfirmed, HouseUnreachable
from companion.words.call import CallHeard

log = logging.getLogger(__name__)

WINDOW_S = 0.25
"""Before the chime for the caller, which comes after 0.3 s."""
SETTLED_S = 0.15
"""Another that told so long before decides without this one: it would come too late to be weighed,
and two would answer."""
SAME_CALL_S = 1.5
"""Detectors differ by less; what was told earlier was another call."""


@dataclass
class Ceding:
    """Decides whether this companion answers a call."""

    device: str
    place: str
    tell: Callable[[CallHeard], Awaitable[None]]
    """Tells the other companions. Raises `HouseUnreachable`, `CommandUnconfirmed`."""
    clock: Clock
    ceded: int = field(default=0, init=False)
    _others: list[tuple[float, CallHeard]] = field(default_factory=list, init=False)

    def heard_elsewhere(self, call: CallHeard) -> None:
        """Another companion tells what it heard."""
        if call.device != self.device:
            self._others.append((self.clock.monotonic(), call))

    async def answers(self, loudness_db: float) -> bool:
        """Whether this companion answers the call that it has just heard."""
        began = self.clock.monotonic()
        self._others = [one for one in self._others if began - one[0] <= SAME_CALL_S]
        own = CallHeard(self.device, self.place, loudness_db)
        best = own
        if all(began - at <= SETTLED_S for at, _ in self._others):
            telling = asyncio.create_task(self._tell(own))
            await self.clock.sleep(WINDOW_S)
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling
            best = max(
                (own, *(call for _, call in self._others)),
                key=lambda call: (call.loudness_db, call.device),
            )
            wins = best is own
        else:
            best, wins = self._others[0][1], False
        self._others.clear()
        if not wins:
            self.ceded += 1
            log.info("the call is left to %s in %s", best.device, best.place or "no known room")
        return wins

    async def _tell(self, call: CallHeard) -> None:
        with suppress(HouseUnreachable, CommandUnconfirmed):  # alone, or nearly: it answers
            await self.tell(call)
