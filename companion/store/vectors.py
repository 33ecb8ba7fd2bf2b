"""Vectors: this index holds the vectors of the episodes in memory, one byte a number, and searches
them by brute force with numpy.

multilingual-e5 gives vectors of length 1 whose numbers stay within 0.3; 127 steps for them lose
nothing that recall can measure (ADR 0070).
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from companion.ports.embedder import Vector
from companion.words.ids import EventId

WIDEST = 0.3
"""Largest number of a vector that is kept apart from larger ones."""
BLOCK = 512
"""Rows that are widened to 4 bytes at once: they stay in the cache of one core, and the product of
so few is made by one thread. For 2,000 and more numpy wakes a thread a core, which costs ten times
the work where the other cores are busy."""
_ALL = """
SELECT v.id, e.at, v.vector FROM vectors v JOIN episodes e ON e.id = v.id ORDER BY v.id
"""
_SOME = """
SELECT v.id, e.at, v.vector FROM json_each(?) wanted JOIN vectors v ON v.id = wanted.value
JOIN episodes e ON e.id = v.id ORDER BY v.id
"""


def quantised(vector: Vector) -> bytes:
    """A vector as signed bytes."""
    import numpy as np

    steps = np.asarray(vector, np.float32) * (127 / WIDEST)
    return bytes(np.clip(np.rint(steps), -127, 127).astype(np.int8))


MOST_PARTS = 64
"""Blocks of new vectors that stand beside the first before they are put together: a copy of all for
every eight new ones would be a gigabyte a second."""


class Vectors:
    """Ids, times and vectors, in blocks."""

    def __init__(self, ids: Any, at_s: Any, rows: Any) -> None:
        """numpy arrays; numpy is loaded where memory is first asked, not with the service."""
        self._parts = [(ids, at_s, rows)] if len(ids) else []

    @classmethod
    def read(cls, index: sqlite3.Connection, only: Sequence[EventId] | None = None) -> "Vectors":
        """From the index: all of them, or those of some episodes."""
        import json

        import numpy as np

        found = (
            index.execute(_ALL) if only is None else index.execute(_SOME, (json.dumps(only),))
        ).fetchall()
        size = len(found[0][2]) if found else 0
        return cls(
            np.fromiter((row[0] for row in found), np.int64, len(found)),
            np.fromiter((row[1] for row in found), np.float64, len(found)),
            np.frombuffer(b"".join(row[2] for row in found), np.int8).reshape(len(found), size),
        )

    def add(self, new: "Vectors") -> None:
        """Take in new ones. An episode that is there already keeps both vectors, which are alike:
        `closest` gives it once."""
        self._parts += new._parts
        if len(self._parts) <= MOST_PARTS:
            return
        first, *rest = self._parts
        late = _joined(rest)
        grown = len(late[0]) > len(first[0]) // 4
        self._parts = [_joined([first, late])] if grown else [first, late]

    def closest(self, vector: Vector, until_s: float, limit: int) -> dict[EventId, float]:
        """Ids and cosines of the closest that were said by then, best first."""
        import numpy as np

        if not self._parts:
            return {}
        asked = np.asarray(vector, np.float32) * np.float32(WIDEST / 127)
        ids = np.concatenate([part[0] for part in self._parts])
        scores = np.concatenate([_scores(part, asked, until_s) for part in self._parts])
        few = min(limit, len(scores))
        best = np.argpartition(-scores, few - 1)[:few]
        found: dict[EventId, float] = {}
        for n in best[np.argsort(-scores[best], kind="stable")]:
            if scores[n] > -np.inf:
                found.setdefault(EventId(int(ids[n])), float(scores[n]))
        return found

    def between(self) -> dict[EventId, dict[EventId, float]]:
        """Cosines of each with each other one; meant for a few. A vector of zeros is like none."""
        import numpy as np

        if not self._parts:
            return {}
        ids, _, rows = _joined(self._parts)
        units = rows.astype(np.float32)
        norms = np.linalg.norm(units, axis=1, keepdims=True)
        units /= np.where(norms > 0, norms, 1)
        every = [EventId(int(one)) for one in ids]
        cosines = (units @ units.T).tolist()
        return {
            one: {other: cosine for other, cosine in zip(every, row, strict=True) if other != one}
            for one, row in zip(every, cosines, strict=True)
        }


def _joined(parts: Sequence[tuple[Any, Any, Any]]) -> tuple[Any, Any, Any]:
    import numpy as np

    ids, at_s, rows = zip(*parts, strict=True)
    return np.concatenate(ids), np.concatenate(at_s), np.concatenate(rows)


def _scores(part: tuple[Any, Any, Any], asked: Any, until_s: float) -> Any:
    import numpy as np

    _, at_s, rows = part
    scores = np.empty(len(rows), np.float32)
    for start in range(0, len(scores), BLOCK):
        block = rows[start : start + BLOCK]
        np.dot(block.astype(np.float32), asked, out=scores[start : start + BLOCK])
    scores[at_s > until_s] = -np.inf
    return scores
