"""Hub: sends one publisher's messages to many watchers (`ports.stream.Stream`), in bounded
memory."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime
from weakref import WeakSet

from companion.words.activity import StreamKind, StreamMessage

QUEUE_LIMIT = 256
"""Messages one watcher may be behind before the oldest are dropped: a slow page holds nobody up."""
QUIET_S = 15.0
"""A page hears something at least so often, or twice that, so that a dead connection is noticed
and proxies keep it open."""
AT_ONCE, APART_S = 10, 0.002
"""Pages woken together, and how long the next of them wait for theirs. The owner's requests go on
in between, however many pages watch; a page that waits gets all messages of the meantime at once.
With every turn of the loop instead, a flood of streams doubled an act's time."""


class _Watcher:
    """One bounded queue; remembers how many it lost so that its reader can resync."""

    def __init__(self, limit: int) -> None:
        self.waiting: deque[StreamMessage] = deque(maxlen=limit)
        self.lost = 0
        self.ready = asyncio.Event()
        self.is_due = False
        self.is_quiet = False

    def put(self, message: StreamMessage) -> None:
        if len(self.waiting) == self.waiting.maxlen:
            self.lost += 1
        self.waiting.append(message)
        self.is_quiet = False


class Hub:
    """Sends each message to every watcher without ever waiting for one.

    A watcher that falls behind loses its oldest messages and is told so by one
    `state` message with `{"resync": true, "lost": n}`; it then asks the record.
    """

    def __init__(self, now: Callable[[], datetime], *, queue_limit: int = QUEUE_LIMIT) -> None:
        self._now = now
        self._queue_limit = queue_limit
        # Weak: a watcher taken but never read is gone with its reader, finally or not.
        self._ours: WeakSet[_Watcher] = WeakSet()
        self._pages: WeakSet[_Watcher] = WeakSet()
        self._due: deque[_Watcher] = deque()
        self._beat: asyncio.TimerHandle | None = None

    def publish(self, message: StreamMessage) -> None:
        """Send to every watcher; never blocks. Call it on the event loop."""
        for watcher in tuple(self._ours):
            watcher.put(message)
            watcher.ready.set()
        pages = tuple(self._pages)
        for watcher in pages:
            watcher.put(message)
        self._wake(pages)

    def _wake(self, pages: Iterable[_Watcher]) -> None:
        turning = bool(self._due)
        for watcher in pages:
            if not watcher.is_due:
                watcher.is_due = True
                self._due.append(watcher)
        if self._due and not turning:
            self._turn()

    def _break_silence(self) -> None:
        """One timer for all pages: one for each message and page cost as much as sending it."""
        pages, self._beat = tuple(self._pages), None
        self._wake(page for page in pages if page.is_quiet)
        for page in pages:
            page.is_quiet = True
        if pages:
            self._beat = asyncio.get_running_loop().call_later(QUIET_S, self._break_silence)

    def _turn(self) -> None:
        """Wake the next few pages, and the rest a little later."""
        for _ in range(min(AT_ONCE, len(self._due))):
            watcher = self._due.popleft()
            watcher.is_due = False
            watcher.ready.set()
        if self._due:
            asyncio.get_running_loop().call_later(APART_S, self._turn)

    def watch(self) -> AsyncIterator[StreamMessage]:
        """Messages from this call on (not from the first `anext`), until closed."""
        return self._one_by_one(self._new(self._ours))

    def batches(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """The same, all that wait taken at once: a burst costs each watcher one turn, not one
        a message. For pages, which take turns; an empty one breaks a long silence."""
        watcher = self._new(self._pages)
        if self._beat is None:
            self._break_silence()
        return self._read(watcher, self._pages)

    def bursts(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """The same for a part of the house, which is woken at once and is no page."""
        return self._read(self._new(self._ours), self._ours)

    def _new(self, among: "WeakSet[_Watcher]") -> _Watcher:
        watcher = _Watcher(self._queue_limit)
        among.add(watcher)
        return watcher

    def pages(self) -> int:
        """How many pages watch now."""
        return len(self._pages)

    def watchers(self) -> int:
        """How many watch now, pages and parts of the house."""
        return len(self._ours) + len(self._pages)

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
            self._ours.discard(watcher)

    async def _read(
        self, watcher: _Watcher, among: "WeakSet[_Watcher]"
    ) -> AsyncIterator[tuple[StreamMessage, ...]]:
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
            among.discard(watcher)

    def _resync(self, lost: int) -> StreamMessage:
        return StreamMessage(
            kind=StreamKind.STATE, at=self._now(), data={"resync": True, "lost": lost}
        )
