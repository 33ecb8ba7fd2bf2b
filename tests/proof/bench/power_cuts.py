"""Trial: the power is cut in the middle of writing, over and over, on one running record.

A cut leaves what was synced, and of what was not any part: the WAL is cut at a random byte behind
the last sync, some of its blocks there never reached the disk, and half of the time the last one is
torn. What was acknowledged as durable has to be there; what was not may lack its last second. (A
disk that lies about syncs is outside the model; so is a cut in the middle of a checkpoint, which
SQLite syncs in its own order.)
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from companion.service.clock import SystemClock
from companion.store.sqlite import Store
from companion.store.verify import verify
from tests.proof.bench.append import draft
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("F2", "R1-cuts")
CUTS = {Effort.SHORT: 60, Effort.LONG: 400}
CUTS_A_RUN = 20
"""So few that the WAL of one run is never moved into the file: it only grows."""
RUN_S = 3.0
BLOCK = 4096
PACE_S = 0.012
DURABLE_EVERY = 40
WINDOW_LIMIT_S = 1.0


@dataclass(frozen=True)
class _Cut:
    """The disk as one cut would have left it, and what had been promised by then."""

    synced: int
    """Bytes of the WAL that a sync had covered."""
    database: bytes
    wal: bytes
    durable: tuple[int, ...]
    others: tuple[tuple[int, float], ...]
    """Ids acknowledged without being durable, and how long before the cut."""


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Cuts; how many records were corrupt, what was lost, how old the oldest loss was."""
    chance = random.Random(2)
    corrupt = lost = 0
    windows = [0.0]
    for _ in range(CUTS[effort] // CUTS_A_RUN):
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
            for number, cut in enumerate(await _run(Path(name), chance)):
                folder = Path(name) / f"cut{number}"
                bad, gone, window_s = await asyncio.to_thread(_judge, folder, cut, chance)
                corrupt, lost = corrupt + bad, lost + gone
                windows.append(window_s)
    cuts = len(windows) - 1
    return [
        _count("records corrupt", corrupt, cuts),
        _count("durable events lost", lost, cuts),
        Figure(
            id="F2",
            what="age of the oldest event lost that was not promised durable",
            value=max(windows),
            limit=WINDOW_LIMIT_S,
            sense=Sense.AT_MOST,
            unit="s",
            against=f"{cuts} cuts at a random byte behind the last sync",
            detail={"median_s": round(sorted(windows)[len(windows) // 2], 3)},
        ),
    ]


def _count(what: str, value: int, cuts: int) -> Figure:
    what = f"{what} in {cuts} power cuts"
    return Figure(id="F2", what=what, value=value, limit=0, sense=Sense.AT_MOST, unit="")


async def _run(folder: Path, chance: random.Random) -> list[_Cut]:
    path = folder / "memory_hash.db"
    store = await Store.open(path, SystemClock(UTC))
    # A record begins with its first tables synced.
    await store.anchor()
    wal, statements = path.with_name(path.name + "-wal"), _Syncs(path)
    await store.events._writer.upkeep(lambda c: c.set_trace_callback(statements.heard))
    commits = store.events._writer._commits
    commits._sync_wal = statements.heard_by(commits._sync_wal)  # type: ignore[method-assign]
    durable: list[int] = []
    others: list[tuple[int, float]] = []
    moments = sorted(chance.uniform(0.3, RUN_S) for _ in range(CUTS_A_RUN))
    cuts: list[_Cut] = []
    began, number = time.monotonic(), 0
    while moments:
        number += 1
        event = await store.events.append(draft(number), durable=number % DURABLE_EVERY == 0)
        if number % DURABLE_EVERY == 0:
            durable.append(event.id)
        else:
            others.append((event.id, time.monotonic()))
        while moments and time.monotonic() - began > moments[0]:
            moments.pop(0)
            now = time.monotonic()
            ages = tuple((i, now - at) for i, at in others)
            # Between two commits, so that what is synced is known to the byte.
            with commits.lock:
                left = statements.settle(), path.read_bytes(), wal.read_bytes()
            cuts.append(_Cut(*left, tuple(durable), ages))
        await asyncio.sleep(PACE_S)
    await store.close()
    return cuts


class _Syncs:
    """Watches the statements of the writer: after a FULL commit its WAL is on the disk."""

    def __init__(self, path: Path) -> None:
        self._wal = path.with_name(path.name + "-wal")
        self._full = True
        self._ended_full = False
        self.synced = self._wal.stat().st_size

    def heard(self, statement: str) -> None:
        """One statement is about to run: if a FULL commit ran before it, that has been synced."""
        self.settle()
        if statement.startswith("PRAGMA synchronous"):
            self._full = statement.endswith("FULL")
        elif statement == "COMMIT" and self._full:
            self._ended_full = True

    def heard_by(self, sync: Callable[[], None]) -> Callable[[], None]:
        """The sync beside the commits: what stood in the WAL before it is on the disk after it."""

        def synced() -> None:
            size = self._wal.stat().st_size
            sync()
            self.synced = max(self.synced, size)

        return synced

    def settle(self) -> int:
        """Bytes that are on the disk, when no commit is under way."""
        if self._ended_full:
            self.synced, self._ended_full = self._wal.stat().st_size, False
        return self.synced


def _judge(folder: Path, cut: _Cut, chance: random.Random) -> tuple[bool, int, float]:
    """Open what the cut left; corrupt or not, durable events lost, age of the oldest other lost."""
    folder.mkdir()
    path = folder / "memory_hash.db"
    path.write_bytes(cut.database)
    path.with_name(path.name + "-wal").write_bytes(_left(cut, chance))
    connection = sqlite3.connect(path)
    try:
        there = {row[0] for row in connection.execute("SELECT id FROM events")}
        sound = verify(connection).sound
    except sqlite3.DatabaseError:
        return True, 0, 0.0
    finally:
        connection.close()
    gone = sum(i not in there for i in cut.durable)
    return not sound, gone, max((age for i, age in cut.others if i not in there), default=0.0)


def _left(cut: _Cut, chance: random.Random) -> bytes:
    """The WAL: whole up to the last sync, behind it cut, with holes, and perhaps torn."""
    synced = min(cut.synced, len(cut.wal))
    end = chance.randint(synced, len(cut.wal))
    wal = bytearray(cut.wal[:end])
    for at in range(synced, end, BLOCK):
        if chance.random() < 0.15:
            wal[at : at + BLOCK] = bytes(len(wal[at : at + BLOCK]))
    if chance.random() < 0.5:
        wal += chance.randbytes(chance.randint(1, BLOCK))
    return bytes(wal)
