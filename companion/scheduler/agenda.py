"""Agenda: one heap of what is due next (limits 2.7). Pure; knows neither time nor disk."""

import heapq
import itertools
from collections.abc import Hashable
from datetime import datetime
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Agenda(Generic[K]):
    """Each key is due at one moment or not at all; setting it again replaces it."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, K]] = []
        self._at: dict[K, tuple[float, datetime]] = {}
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

    def due_of(self, key: K) -> datetime | None:
        """When a key is due."""
        found = self._at.get(key)
        return found[1] if found is not None else None

    def next(self) -> datetime | None:
        """When anything is due next."""
        self._drop_stale()
        return self._at[self._heap[0][2]][1] if self._heap else None

    def take(self, now: datetime) -> list[tuple[K, datetime]]:
        """Everything due by now, in order; it leaves the agenda."""
        taken, stamp = [], now.timestamp()
        self._drop_stale()
        while self._heap and self._heap[0][0] <= stamp:
            key = heapq.heappop(self._heap)[2]
            taken.append((key, self._at.pop(key)[1]))
            self._drop_stale()
        return taken

    def _drop_stale(self) -> None:
        """What was replaced or taken out still lies in the heap until it comes up."""
        while self._heap:
            stamp, _, key = self._heap[0]
            found = self._at.get(key)
            if found is not None and found[0] == stamp:
                return
            heapq.heappop(self._heap)
