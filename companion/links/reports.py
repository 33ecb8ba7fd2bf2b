"""Reports: every state report to every open listener, in order (port `House.changes`)."""

import asyncio
import weakref
from collections.abc import AsyncIterator

from companion.words.device import DeviceState


class _Listener(AsyncIterator[DeviceState]):
    """One open `changes()`; forgotten when nobody holds it any more."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[DeviceState] = asyncio.Queue()

    async def __anext__(self) -> DeviceState:
        """Wait for the next report."""
        return await self.queue.get()


class Reports:
    """Fan-out of state reports. A listener hears what came after it was opened."""

    def __init__(self) -> None:
        self._listeners: weakref.WeakSet[_Listener] = weakref.WeakSet()

    def listen(self) -> AsyncIterator[DeviceState]:
        """Open a listener; it counts from this call on, not from its first `anext`."""
        listener = _Listener()
        self._listeners.add(listener)
        return listener

    def tell(self, state: DeviceState) -> None:
        """Give one report to all."""
        for listener in tuple(self._listeners):
            listener.queue.put_nowait(state)

    def listening(self) -> int:
        """How many are open."""
        return len(self._listeners)
