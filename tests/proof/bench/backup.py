"""Benchmark of a backup of a live record under load, against SQLite's bare backup of the file."""

import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Sequence
from datetime import UTC
from pathlib import Path

from companion.service.clock import SystemClock
from companion.store.backup import back_up
from companion.store.bulk import append_all
from companion.store.sqlite import Store
from tests.proof.bench.append import draft
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("P26",)
EVENTS = {Effort.SHORT: 50_000, Effort.LONG: 1_000_000}
ROUNDS = 5
APPENDS_PER_S = 100
QUIET_S = {Effort.SHORT: 0.6, Effort.LONG: 3.0}


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Time of a backup while 100 events a second are appended, and what it costs the appends."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        path = folder / "memory_hash.db"
        await asyncio.to_thread(
            append_all, path, (draft(number) for number in range(EVENTS[effort]))
        )
        store = await Store.open(path, SystemClock(UTC))
        try:
            return await _figures(store, folder, QUIET_S[effort])
        finally:
            await store.close()


async def _figures(store: Store, folder: Path, quiet_s: float) -> list[Figure]:
    ours, bare, calm, under = [], [], [], []
    for number in range(ROUNDS):
        bare.append(await asyncio.to_thread(_bare, store.path, folder / f"bare{number}.db"))
        calm += await _appending(store, asyncio.sleep(quiet_s))
        began = time.perf_counter()
        copied = asyncio.to_thread(back_up, store.path, folder / f"ours{number}.db")
        under += await _appending(store, copied)
        ours.append(time.perf_counter() - began)
    return [
        Figure(
            id="P26",
            what=f"backup while {APPENDS_PER_S} events a second are appended, checked and synced",
            value=statistics.median(o / b for o, b in zip(ours, bare, strict=True)),
            limit=2.0,
            sense=Sense.AT_MOST,
            against="SQLite's bare online backup of the same file, synced",
            detail={"ours_s": round(statistics.median(ours), 3)},
        ),
        Figure(
            id="P26",
            what="p99 of an append during the backup",
            value=_p99(under) / _p99(calm),
            limit=2.0,
            sense=Sense.AT_MOST,
            against="the same without a backup",
            detail={"during_ms": round(_p99(under) * 1e3, 2), "n": len(under)},
        ),
    ]


def _bare(path: Path, to: Path) -> float:
    began = time.perf_counter()
    source, target = sqlite3.connect(path), sqlite3.connect(to)
    source.backup(target)
    target.close()
    source.close()
    with to.open("rb+") as file:
        os.fsync(file.fileno())
    return time.perf_counter() - began


async def _appending(store: Store, until: Awaitable[object]) -> list[float]:
    """Appends at a steady pace until the other is done; how long each took."""
    task = asyncio.ensure_future(until)
    took: list[float] = []
    while not task.done():
        began = time.perf_counter()
        await store.events.append(draft(len(took)))
        took.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.0, 1 / APPENDS_PER_S - took[-1]))
    await task
    return took


def _p99(took: list[float]) -> float:
    ordered = sorted(took)
    return ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
