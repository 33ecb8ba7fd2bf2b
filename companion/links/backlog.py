"""Backlog: holds a bounded number of MQTT messages that wait to be processed; the newest of a topic
stays.

A home that talks faster than we listen must not delay the one report that matters, nor fill the
memory. From `MERGE_FROM` on a message takes the place of the one of its own topic that still
waits; above `MOST` the oldest goes. Both are counted, so that received = handled + merged +
dropped, always. Topics that are `first` (a smoke detector, the lamp just told to go on) wait in a
lane of their own and take every other turn.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

import aiomqtt

M = TypeVar("M")

MERGE_FROM = 128
"""About 10 ms of work: a report waits behind no more than this and one of each other topic."""
MOST = 4096
"""Discovery, availability and states of 512 devices come at once after a connection."""


class _Lane(Generic[M]):
    """One queue. A cell of it holds a message until it is heard or a newer one takes its place."""

    __slots__ = ("newest", "waiting")

    def __init__(self) -> None:
        self.waiting: deque[tuple[str, list[M]]] = deque()
        self.newest: dict[str, list[M]] = {}

    def put(self, topic: str, message: M) -> None:
        cell = [message]
        self.waiting.append((topic, cell))
        self.newest[topic] = cell

    def get(self) -> M:
        topic, cell = self.waiting.popleft()
        if self.newest.get(topic) is cell:
            del self.newest[topic]
        return cell[0]


class Backlog(Generic[M]):
    """Messages of one connection in the order in which they are heard."""

    def __init__(self, first: frozenset[str] | set[str] = frozenset()) -> None:
        """`first`: topics that go before others; looked at for each message, so it may change."""
        self.merged = self.dropped = 0
        self._first = first
        self._lanes: tuple[_Lane[M], _Lane[M]] = (_Lane(), _Lane())
        self._firsts_turn = True

    def put(self, topic: str, message: M) -> None:
        """Take a message in."""
        lane = self._lanes[topic not in self._first]
        waits = len(lane.waiting)
        if waits >= MERGE_FROM:
            cell = lane.newest.get(topic)
            if cell is not None:
                cell[0] = message
                self.merged += 1
                return
            if waits >= MOST:
                lane.get()
                self.dropped += 1
        lane.put(topic, message)

    def get(self) -> M:
        """The next one to be heard. Raises `IndexError` when none waits."""
        first, others = self._lanes
        lane = first if first.waiting and (self._firsts_turn or not others.waiting) else others
        self._firsts_turn = lane is others
        return lane.get()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._lanes[0].waiting) + len(self._lanes[1].waiting)


class BacklogQueue(asyncio.Queue[aiomqtt.Message]):
    """The queue that `aiomqtt.Client` puts what it reads into: a `Backlog` instead of a list."""

    def __init__(
        self,
        backlog: Backlog[aiomqtt.Message],
        *,
        wanted: Callable[[aiomqtt.Message], bool],
        rest_s: Callable[[], float],
    ) -> None:
        """`wanted`: whether a message is kept at all. `rest_s`: seconds until the next one may be
        taken. The rest belongs here, because aiomqtt ends the wait for a message, and nothing
        else, when the connection is lost."""
        self.backlog, self._wanted, self._rest_s = backlog, wanted, rest_s
        super().__init__()

    def qsize(self) -> int:
        """How many messages wait."""
        return len(self.backlog)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self.backlog

    async def get(self) -> aiomqtt.Message:
        """The next message, after the rest."""
        await asyncio.sleep(self._rest_s())
        return await super().get()

    def _init(self, maxsize: int) -> None:
        """No list is made: the backlog holds the messages."""

    def _put(self, item: aiomqtt.Message) -> None:
        if self._wanted(item):
            self.backlog.put(str(item.topic), item)

    def _get(self) -> aiomqtt.Message:
        return self.backlog.get()
