"""Buffer flusher: writes the event buffer once the disk takes it, and renews the disk reserves."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from companion.ports.part import ResidentSpec, Stage
from companion.store.disk_reserve import DiskReserve, PersonReserve
from companion.store.event_buffer import BufferedEventLog

TRY_EVERY_S = 1.0
"""Real seconds between tries while events wait: they are written within 5 s of space."""
MIND_EVERY_S = 60.0
"""How often a released reserve is laid again where there is room."""


class BufferFlusher:
    """Task that writes the buffer once the disk is back, and tells the trouble once."""

    def __init__(
        self,
        buffer: BufferedEventLog,
        reserve: DiskReserve,
        person_reserve: PersonReserve,
        owed: Callable[[], Awaitable[object]],
    ) -> None:
        """`owed`: what could not be done for want of room, if anything; asked now and then."""
        self._buffer, self._reserve, self._person_reserve = buffer, reserve, person_reserve
        self._owed = owed
        buffer.on_trouble = self.troubled
        self._trouble = asyncio.Event()

    def troubled(self) -> None:
        """Something could not be written: give room, and try again soon."""
        self._trouble.set()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("record", self.run, Stage.JOURNAL),)

    async def run(self) -> None:
        """Flush until cancelled. Real seconds: disks fill in real time."""
        while True:
            with contextlib.suppress(OSError):  # a disk that takes nothing has a line of its own
                await self._owed()
            if not self._person_reserve.reserved:
                await asyncio.to_thread(self._person_reserve.reserve)
            await asyncio.to_thread(self._reserve.reserve)
            try:
                async with asyncio.timeout(MIND_EVERY_S):
                    await self._trouble.wait()
            except TimeoutError:
                continue
            self._trouble.clear()
            await asyncio.to_thread(self._reserve.release)
            while not await self._buffer.flush():  # noqa: ASYNC110 - a disk tells nobody
                await asyncio.sleep(TRY_EVERY_S)
