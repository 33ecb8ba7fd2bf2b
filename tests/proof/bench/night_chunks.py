"""A long run of simulated nights: in chunks, on several processes, and on again where it ended.

Each chunk has chances and zones of its own, runs in a process of its own, and leaves one line of
JSON when it is done; a run that was interrupted does those alone that have no line yet.
"""

import asyncio
import contextlib
import gc
import json
import math
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.proof.bench.night_oracle import Verdict
from tests.proof.bench.nights import figures, nights_each, run_nights, zones_of

Answers = Callable[
    ["LongRun", Sequence[tuple[int, int]]], Iterator[tuple[int, "Future[dict[str, Any]]"]]
]
CHUNK = 1_000
"""Nights of one chunk: a minute or two."""
STUCK_AFTER_S = 3600.0
"""A chunk that takes so long does not go on any more; its line stays out."""
_GARBAGE_AT = 50_000
"""New objects between two looks for garbage: a house makes so many that 700 are a tenth of it."""


@dataclass(frozen=True)
class LongRun:
    """What is to be run. The same again goes on where it ended."""

    nights: int
    seed: int = 1
    processes: int = 1
    progress: Path | None = None
    """One JSON line a chunk; None keeps nothing."""
    chunk: int = CHUNK

    @property
    def each(self) -> int:
        """Nights of one household."""
        return nights_each(self.nights)

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Number and nights of each."""
        for number in range(math.ceil(self.nights / self.chunk)):
            yield number, min(self.chunk, self.nights - number * self.chunk)


@dataclass
class Done:
    """The chunks that are done."""

    lines: dict[int, dict[str, Any]] = field(default_factory=dict)

    def merged(self, run: LongRun) -> dict[str, Any]:
        """One result of all of them; lateness to the millisecond."""
        verdict, houses, late = Verdict(), list[tuple[str, int]](), Counter[int]()
        for number, line in self.lines.items():
            verdict.missed += line["missed"]
            verdict.double += line["double"]
            verdict.rings += line["rings"]
            late.update({int(ms): count for ms, count in line["late_ms"].items()})
            houses += zones_of(line["nights"], run.seed, number, run.each)
        verdict.late_s = [ms / 1000 for ms, count in late.items() for _ in range(count)]
        took_s = sum(line["took_s"] for line in self.lines.values())
        return figures(sum(line["nights"] for line in self.lines.values()), verdict, houses, took_s)


def run_long(
    run: LongRun, tell: Callable[[str], None], answers: Answers | None = None
) -> dict[str, Any]:
    """All of it; `took_s` is the sum over the processes. `answers`: who lives the chunks.

    Raises `RuntimeError` naming chunks that could not be run: the same call tries those again.
    """
    done = Done(dict(_kept(run)))
    left = [(number, nights) for number, nights in run.chunks() if number not in done.lines]
    if done.lines:
        tell(f"{len(done.lines)} chunks were done before, {len(left)} are left")
    failed = []
    for number, answer in (answers or in_processes)(run, left):
        error = answer.exception()
        if error is not None:
            failed.append(number)
            tell(f"chunk {number} could not be run: {error!r}")
            continue
        line = done.lines[number] = answer.result()
        _keep(run, line)
        _tell_of(line, done.merged(run), tell)
    if failed:
        raise RuntimeError(f"chunks that could not be run: {sorted(failed)}")
    return done.merged(run)


def _tell_of(line: dict[str, Any], sofar: dict[str, Any], tell: Callable[[str], None]) -> None:
    for detail in line["details"]:
        tell(detail)
    tell(
        f"chunk {line['chunk']}: {sofar['nights']} nights so far, {sofar['missed']} missed, "
        f"{sofar['double']} double, {sofar['rings']} rings, late p99 {sofar['late_p99_s']} s, "
        f"most {sofar['late_max_s']} s, {sofar['zones']} zones ({line['took_s']} s)"
    )


def in_processes(
    run: LongRun, left: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, "Future[dict[str, Any]]"]]:
    """As they come. A process lives for one chunk, so that nothing of it is left for the next."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        run.processes, mp_context=spawn, initializer=_seldom_tidy, max_tasks_per_child=1
    ) as pool:
        going = {pool.submit(live_chunk, run.seed, n, nights, run.each): n for n, nights in left}
        for answer in as_completed(going):
            yield going[answer], answer


def _seldom_tidy() -> None:
    gc.freeze()
    gc.set_threshold(_GARBAGE_AT, 20, 20)


def live_chunk(seed: int, number: int, nights: int, each: int) -> dict[str, Any]:
    """One chunk, in this process; its line. Raises `TimeoutError` where it does not go on."""
    verdict, details, began = Verdict(), list[str](), time.monotonic()

    async def live() -> None:
        async with asyncio.timeout(STUCK_AFTER_S):
            await run_nights(
                nights, seed=seed, chunk=number, each=each, verdict=verdict, tell=details.append
            )

    asyncio.run(live())
    return {
        "seed": seed,
        "chunk": number,
        "nights": nights,
        "missed": verdict.missed,
        "double": verdict.double,
        "rings": verdict.rings,
        "late_ms": Counter(round(late_s * 1000) for late_s in verdict.late_s),
        "details": details,
        "took_s": round(time.monotonic() - began, 1),
    }


def _kept(run: LongRun) -> Iterator[tuple[int, dict[str, Any]]]:
    """What an earlier run left of this one; a last line that was cut off counts for nothing."""
    if run.progress is None or not run.progress.exists():
        return
    wanted = dict(run.chunks())
    for text in run.progress.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            line = json.loads(text)
            if line["seed"] == run.seed and wanted.get(line["chunk"]) == line["nights"]:
                yield line["chunk"], line


def _keep(run: LongRun, line: dict[str, Any]) -> None:
    if run.progress is None:
        return
    with run.progress.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")
        file.flush()
        os.fsync(file.fileno())
