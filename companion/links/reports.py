"""Reports: pass every state report to every open listener, in order (port `House.changes`)."""

import asyncio
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable

from companion.words.device import DeviceState
from companion.words.ids import DeviceId

MERGE_FROM = 256
"""Reports one listener may be behind; from then on a device's newest takes the place of the one
that waits. Bounded by this and the number of devices."""


IN_A_ROW = 8
"""Reports given without letting others have their turn."""


class _Listener(AsyncIterator[DeviceState]):
    """One open `changes()`; forgotten when nobody holds it any more."""

    def __init__(self) -> None:
        self._waiting: deque[list[DeviceState]] = deque()
        self._newest: dict[DeviceId, list[DeviceState]] = {}
        self._something = asyncio.Event()
        self.merged = 0
        self._in_a_row = 0

    def put(self, state: DeviceState) -> None:
        """One report more."""
        cell = self._newest.get(state.device_id)
        if cell is not None and len(self._waiting) >= MERGE_FROM:
            cell[0] = state
            self.merged += 1
            return
        self._newest[state.device_id] = cell = [state]
        self._waiting.append(cell)
        self._something.set()

    async def __anext__(self) -> DeviceState:
        """Wait for the next report."""
        self._in_a_row += 1
        if self._in_a_row >= IN_A_ROW:
            self._in_a_row = 0
            await asyncio.sleep(0)
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        cell = self._waiting.popleft()
        if self._newest.get(cell[0].device_id) is cell:
            del self._newest[cell[0].device_id]
        return cell[0]


class Reports:
    """Fan-out of state reports. A listener hears what came after it was opened."""

    def __init__(self) -> None:
        self._listeners: weakref.WeakSet[_Listener] = weakref.WeakSet()
        self.pass_on: Callable[[DeviceState], None] = lambda state: None
        """Passes reports on to the house that this one is part of (`JoinedHouse`)."""

    def listen(self) -> AsyncIterator[DeviceState]:
        """Open a listener; it counts from this call on, not from its first `anext`."""
        listener = _Listener()
        self._listeners.add(listener)
        return listener

    def tell(self, state: DeviceState) -> None:
        """Give one report to all."""
        for listener in tuple(self._listeners):
            listener.put(state)
        self.pass_on(state)

    def listening(self) -> int:
        """How many are open."""
        return len(self._listeners)
