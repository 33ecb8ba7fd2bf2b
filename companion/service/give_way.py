"""Give way: lets background work wait for a moment after a person asked for something."""

import asyncio

from companion.ports.clock import Clock

GIVE_WAY_S = 0.1
"""Real seconds. From a sentence to its command takes a tenth of them; a job of memory can wait as
long."""


class GiveWay:
    """Told by the desk of every sentence and button; asked by background work before each job."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_at = -GIVE_WAY_S

    def asked(self) -> None:
        """A person asks for something now."""
        self._asked_at = asyncio.get_running_loop().time()

    async def leisure(self) -> None:
        """Until nobody has just asked for something."""
        left_s = self._asked_at + GIVE_WAY_S - asyncio.get_running_loop().time()
        if left_s > 0:
            with self._clock.hold():
                await asyncio.sleep(left_s)
