"""Benchmark of the sums over the tables that authorise (ADR 0032), against the same store without
their triggers.

CPU time: on a shared machine wall time tells of the neighbours. Both stores are open at once and do
each step one after the other, in turn which comes first, so that both meet the same moments; what
is given is the ratio of the medians.
"""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing
from datetime import UTC
from pathlib import Path
from unittest.mock import patch

from companion.service.clock import SystemClock
from companion.store import writer
from companion.store.sealed import SEALED
from companion.store.sqlite import Store, record_path
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.rescues import reported, walked

IDS = ("R2-sums",)
STEPS = {Effort.SHORT: 30, Effort.LONG: 2000}
WARM_UP = 20
"""Steps before those that are counted."""
LIMIT_PERCENT = 10.0

Step = Callable[[Store, int], Awaitable[object]]


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """A report, which moves no sum; a report that is remembered; a whole walk."""
    return [
        await _cost("a plain report", _reported, STEPS[effort]),
        await _cost("a report with its job, taken up and finished", _remembered, STEPS[effort]),
        await _cost("a whole walk: seen, decided, begun, done, state", walked, STEPS[effort]),
    ]


async def _reported(store: Store, number: int) -> None:
    await store.events.append(reported(number))


async def _remembered(store: Store, number: int) -> None:
    await store.events.append(reported(number), job="remember_event")
    if (job := await store.jobs.claim()) is not None:
        await store.jobs.finish(job.id)


async def _cost(what: str, step: Step, steps: int) -> Figure:
    sealed, bare = await _cpu_us(step, steps)
    with_sums, without = statistics.median(sealed), statistics.median(bare)
    return Figure(
        id="R2-sums",
        what=f"CPU time that the sums add to {what}",
        value=100 * (with_sums / without - 1),
        limit=LIMIT_PERCENT,
        sense=Sense.AT_MOST,
        unit="%",
        against="the same store without the triggers of the sums, step by step in turn",
        detail={
            "pairs": steps,
            "sealed_us": round(with_sums, 1),
            "without_us": round(without, 1),
            "mean_added_percent": round(100 * (sum(sealed) / sum(bare) - 1), 1),
        },
    )


async def _cpu_us(step: Step, steps: int) -> tuple[list[float], list[float]]:
    """CPU microseconds of each step, all threads included: sealed, and without the sums."""
    spent: tuple[list[float], list[float]] = [], []
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        async with AsyncExitStack() as stack:
            # A slow write would send those after it to a thread, and of one store only.
            stack.enter_context(patch.object(writer, "INLINE_MAX_S", 60.0))
            stores = []
            for name in ("sealed", "bare"):
                path = record_path(Path(folder) / name)
                await (await Store.open(path, SystemClock(UTC))).close()
                if name == "bare":
                    _without_triggers(path)
                stores.append(await Store.open(path, SystemClock(UTC)))
                stack.push_async_callback(stores[-1].close)
            for number in range(-WARM_UP, steps):
                for which in (0, 1) if number % 2 else (1, 0):
                    began = time.process_time()
                    await step(stores[which], abs(number))
                    if number >= 0:
                        spent[which].append(1e6 * (time.process_time() - began))
    return spent


def _without_triggers(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in SEALED:
            for change in ("insert", "delete", "update"):
                connection.execute(f"DROP TRIGGER {table}_sealed_{change}")
