"""Side by side: runs a bounded number of independent pieces of work at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class SideBySide(Generic[T]):
    """Works on each piece beside the others. `most`: how many wait at once."""

    def __init__(self, most: int) -> None:
        self._waiting = asyncio.Queue[tuple[str, T]](most)

    def put(self, piece: T, name: str) -> bool:
        """Have it worked on, under this name in the log; False: too much waits already."""
        try:
            self._waiting.put_nowait((name, piece))
        except asyncio.QueueFull:
            return False
        return True

    def take(self) -> T | None:
        """The piece that waits longest, taken out; None: nothing waits."""
        return None if self._waiting.empty() else self._waiting.get_nowait()[1]

    async def run(self, work: Callable[[T], Awaitable[object]]) -> None:
        """Until cancelled. An error in one piece takes none of the others with it."""
        async with asyncio.TaskGroup() as group:
            while True:
                name, piece = await self._waiting.get()
                group.create_task(_worked_on(work(piece), name), name=name)


async def _worked_on(work: Awaitable[object], name: str) -> None:
    try:
        await work
    # The edge of one piece: a mistake in it is logged and ends there.
    except Exception:
        log.exception("the %s was not carried out", name)
