"""The record's keeper: a resident that brings held events to the disk and minds the ballast."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from companion.store.ballast import Ballast, LastRoom
from companion.store.held import HeldEvents

TRY_EVERY_S = 1.0
"""Real seconds between tries while events are held: they are written within 5 s of space."""
MIND_EVERY_S = 60.0
"""How often a ballast that was given away is laid again where there is room."""


class Keeper:
    """Nothing is lost while the disk is away, and it is said once."""

    def __init__(
        self,
        held: HeldEvents,
        ballast: Ballast,
        room: LastRoom,
        owed: Callable[[], Awaitable[object]],
    ) -> None:
        """`owed`: what could not be done for want of room, if anything; asked now and then."""
        self._held, self._ballast, self._room = held, ballast, room
        self._owed = owed
        held.on_trouble = self._troubled
        self._trouble = asyncio.Event()

    def _troubled(self) -> None:
        self._trouble.set()

    async def run(self) -> None:
        """Mind the record until cancelled. Real seconds: disks fill in real time."""
        while True:
            with contextlib.suppress(OSError):  # a disk that takes nothing has a line of its own
                await self._owed()
            if not self._room.laid:
                await asyncio.to_thread(self._room.lay)
            await asyncio.to_thread(self._ballast.lay)
            try:
                async with asyncio.timeout(MIND_EVERY_S):
                    await self._trouble.wait()
            except TimeoutError:
                continue
            self._trouble.clear()
            await asyncio.to_thread(self._ballast.give_away)
            while not await self._held.write_held():  # noqa: ASYNC110 - a disk tells nobody
                await asyncio.sleep(TRY_EVERY_S)
