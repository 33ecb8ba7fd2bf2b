"""Backlog: messages read from the wire and not yet looked at; bounded, newest of a topic first to
stay.

A home that talks faster than we listen must not delay the one report that matters, nor fill the
memory. From `MERGE_FROM` on a message takes the place of the one of its own topic that still
waits; above `MOST` the oldest goes. Both are counted, so that received = handled + merged +
dropped, always. Topics that are `first` (a smoke detector, the lamp just told to go on) wait in a
lane of their own and take every other turn.
"""

import asyncio
from collections import deque

from companion.links.packets import MqttMessage

MERGE_FROM = 128
"""About 10 ms of work: a report waits behind no more than this and one of each other topic."""
MOST = 4096
"""Discovery, availability and states of 512 devices come at once after a connection."""


class _Lane:
    """One queue. A cell of it holds a message until it is heard or a newer one takes its place."""

    __slots__ = ("newest", "waiting")

    def __init__(self) -> None:
        self.waiting: deque[list[MqttMessage]] = deque()
        self.newest: dict[str, list[MqttMessage]] = {}

    def put(self, message: MqttMessage) -> None:
        cell = [message]
        self.waiting.append(cell)
        self.newest[message.topic] = cell

    def get(self) -> MqttMessage:
        cell = self.waiting.popleft()
        if self.newest.get(cell[0].topic) is cell:
            del self.newest[cell[0].topic]
        return cell[0]


class Backlog:
    """The queue of one connection; `something` is set while anything waits."""

    def __init__(self, first: frozenset[str] | set[str] = frozenset()) -> None:
        """`first`: topics that go before others; looked at for each message, so it may change."""
        self.merged = self.dropped = 0
        self.something = asyncio.Event()
        self._first = first
        self._lanes = (_Lane(), _Lane())
        self._firsts_turn = True

    def put(self, message: MqttMessage) -> None:
        """Take a message in."""
        lane = self._lanes[message.topic not in self._first]
        waits = len(lane.waiting)
        if waits >= MERGE_FROM:
            cell = lane.newest.get(message.topic)
            if cell is not None:
                cell[0] = message
                self.merged += 1
                return
            if waits >= MOST:
                lane.get()
                self.dropped += 1
        lane.put(message)
        self.something.set()

    def get(self) -> MqttMessage:
        """The next one to be heard. Raises `IndexError` when none waits."""
        first, others = self._lanes
        lane = first if first.waiting and (self._firsts_turn or not others.waiting) else others
        self._firsts_turn = lane is others
        message = lane.get()
        if not first.waiting and not others.waiting:
            self.something.clear()
        return message

    def __len__(self) -> int:
        """How many wait."""
        return len(self._lanes[0].waiting) + len(self._lanes[1].waiting)
