"""Watched tasks: run short tasks for a person, and log each that fails."""

import asyncio
import logging
from collections.abc import Awaitable

log = logging.getLogger(__name__)


class WatchedTasks:
    """Tasks that run beside their caller: a walk behind a button, a reply to a sentence."""

    def __init__(self) -> None:
        self._running: set[asyncio.Future[object]] = set()

    def begin(self, work: Awaitable[object], name: str) -> None:
        """Begin it now, and wait for nothing."""
        task = asyncio.ensure_future(work)
        if isinstance(task, asyncio.Task):
            task.set_name(name)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def idle(self) -> bool:
        """Whether all that was begun has ended."""
        return not self._running

    async def settled(self) -> None:
        """Until all that was begun has ended, and what was begun meanwhile."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def close(self) -> None:
        """Cancel what still runs."""
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _ended(self, task: asyncio.Future[object]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s died", _name(task), exc_info=error)


def _name(task: asyncio.Future[object]) -> str:
    return task.get_name() if isinstance(task, asyncio.Task) else "a task"
