"""Hub: one publisher, many watchers (ports.stream.Stream); memory is bounded by design (F20)."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from weakref import WeakSet

from companion.words.activity import StreamKind, StreamMessage

QUEUE_LIMIT = 256
"""Messages one watcher may be behind before the oldest are dropped (T12: drop-oldest)."""


class _Watcher:
    """One bounded queue; remembers how many it lost so that its reader can resync."""

    def __init__(self, limit: int) -> None:
        self.waiting: deque[StreamMessage] = deque(maxlen=limit)
        self.lost = 0
        self.ready = asyncio.Event()

    def put(self, message: StreamMessage) -> None:
        if len(self.waiting) == self.waiting.maxlen:
            self.lost += 1
        self.waiting.append(message)
        self.ready.set()


class Hub:
    """Sends each message to every watcher without ever waiting for one.

    A watcher that falls behind loses its oldest messages and is told so by one
    `state` message with `{"resync": true, "lost": n}`; it then asks the record.
    """

    def __init__(self, now: Callable[[], datetime], *, queue_limit: int = QUEUE_LIMIT) -> None:
        self._now = now
        self._queue_limit = queue_limit
        self._watchers: WeakSet[_Watcher] = WeakSet()
        # Weak: a watcher taken but never read is gone with its reader, finally or not.

    def publish(self, message: StreamMessage) -> None:
        """Send to every watcher; never blocks. Call it on the event loop."""
        for watcher in tuple(self._watchers):
            watcher.put(message)

    def watch(self) -> AsyncIterator[StreamMessage]:
        """Messages from this call on (not from the first `anext`), until closed."""
        return self._one_by_one(self._new())

    def batches(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """The same, all that wait taken at once: a burst costs each watcher one turn, not one
        a message (P19)."""
        return self._read(self._new())

    def _new(self) -> _Watcher:
        watcher = _Watcher(self._queue_limit)
        self._watchers.add(watcher)
        return watcher

    def watchers(self) -> int:
        """How many watch now."""
        return len(self._watchers)

    async def _one_by_one(self, watcher: _Watcher) -> AsyncIterator[StreamMessage]:
        try:
            while True:
                await watcher.ready.wait()
                watcher.ready.clear()
                if watcher.lost:
                    lost, watcher.lost = watcher.lost, 0
                    yield self._resync(lost)
                while watcher.waiting:
                    yield watcher.waiting.popleft()
        finally:
            self._watchers.discard(watcher)

    async def _read(self, watcher: _Watcher) -> AsyncIterator[tuple[StreamMessage, ...]]:
        try:
            while True:
                await watcher.ready.wait()
                watcher.ready.clear()
                taken = tuple(watcher.waiting)
                watcher.waiting.clear()
                if watcher.lost:
                    lost, watcher.lost = watcher.lost, 0
                    taken = (self._resync(lost), *taken)
                yield taken
        finally:
            self._watchers.discard(watcher)

    def _resync(self, lost: int) -> StreamMessage:
        return StreamMessage(
            kind=StreamKind.STATE, at=self._now(), data={"resync": True, "lost": lost}
        )
