"""Backlog: messages read from the wire and not yet looked at; bounded, newest of a topic first to
stay (F18).

A home that talks faster than we listen must not delay the one report that matters, nor fill the
memory. From `MERGE_FROM` on a message takes the place of the one of its own topic that still
waits; above `MOST` the oldest goes. Both are counted, so that received = handled + merged +
dropped, always.
"""

import asyncio
from collections import deque

from aiomqtt import Message

MERGE_FROM = 64
"""About 5 ms of work: a report waits behind no more than this and one of each other topic."""
MOST = 4096
"""Discovery, availability and states of 512 devices come at once after a connection."""


class Backlog(asyncio.Queue[Message]):
    """The queue of one connection, as aiomqtt wants it (`queue_type`)."""

    merged = 0
    dropped = 0
    _waiting: deque[list[Message]]
    _newest: dict[str, list[Message]]

    def put_nowait(self, message: Message) -> None:
        """Take a message in; never raises `QueueFull`."""
        topic = str(message.topic)
        if self.qsize() >= MERGE_FROM and (cell := self._newest.get(topic)) is not None:
            cell[0] = message
            self.merged += 1
            return
        if self.qsize() >= MOST:
            self.get_nowait()
            self.dropped += 1
        super().put_nowait(message)

    def qsize(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._waiting

    def full(self) -> bool:
        """Never: who comes last pushes out the first."""
        return False

    def _init(self, maxsize: int) -> None:
        self._waiting = deque()
        self._newest = {}

    def _put(self, item: Message) -> None:
        cell = [item]
        self._waiting.append(cell)
        self._newest[str(item.topic)] = cell

    def _get(self) -> Message:
        cell = self._waiting.popleft()
        topic = str(cell[0].topic)
        if self._newest.get(topic) is cell:
            del self._newest[topic]
        return cell[0]
