"""Agenda: keeps the due moments in a heap, without clock or disk."""

import heapq
import itertools
from collections.abc import Hashable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Agenda(Generic[K]):
    """Heap of keys, each due at one moment or not at all; setting a key again replaces its
    moment."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, K]] = []
        self._at: dict[K, tuple[float, datetime | int]] = {}
        """A moment that nobody asked for yet stays a number."""
        self._order = itertools.count()

    def __len__(self) -> int:
        return len(self._at)

    def put(self, key: K, due: datetime | None) -> None:
        """It is due then; None: not at all."""
        if due is None:
            self._at.pop(key, None)
            return
        stamp = due.timestamp()
        self._at[key] = (stamp, due)
        heapq.heappush(self._heap, (stamp, next(self._order), key))

    def fill(self, moments: Iterable[tuple[K, int]]) -> None:
        """Many new keys at once, each due so many microseconds after 1970 (UTC)."""
        at, heap, order = self._at, self._heap, self._order
        for key, due_us in moments:
            stamp = due_us / 1e6
            at[key] = (stamp, due_us)
            heap.append((stamp, next(order), key))
        heapq.heapify(self._heap)

    def due_of(self, key: K) -> datetime | None:
        """When a key is due."""
        found = self._at.get(key)
        return _moment(found[1]) if found is not None else None

    def until(self, moment: datetime) -> list[K]:
        """Everything due by then, in order; it stays."""
        stamp = moment.timestamp()
        due = [(at, key) for key, (at, _) in self._at.items() if at <= stamp]
        return [key for _, key in sorted(due, key=lambda pair: pair[0])]

    def next(self) -> datetime | None:
        """When anything is due next."""
        self._drop_stale()
        return _moment(self._at[self._heap[0][2]][1]) if self._heap else None

    def take(self, now: datetime) -> list[tuple[K, datetime]]:
        """Everything due by now, in order; it leaves the agenda."""
        taken, stamp = [], now.timestamp()
        self._drop_stale()
        while self._heap and self._heap[0][0] <= stamp:
            key = heapq.heappop(self._heap)[2]
            taken.append((key, _moment(self._at.pop(key)[1])))
            self._drop_stale()
        return taken

    def _drop_stale(self) -> None:
        """Drop entries at the top of the heap that were replaced or taken out meanwhile."""
        while self._heap:
            stamp, _, key = self._heap[0]
            found = self._at.get(key)
            if found is not None and found[0] == stamp:
                return
            heapq.heappop(self._heap)


def _moment(due: datetime | int) -> datetime:
    return due if isinstance(due, datetime) else _EPOCH + timedelta(microseconds=due)
