"""Benchmark of the record against bare SQLite, in interleaved rounds on the same disk.

Single appends, appends that are on the disk before they return, and a bulk import.

The peer is `sqlite3` with the same pragmas and an event-shaped row without checksum, chain, salt,
job or thread. Its rows are indexed by source, as limits 2.1 has it; ours keeps devices' reports out
of that index (step 5 of the schema). For appends the peer's values were made before. In the import
both begin with the same drafts and end with the file closed, for an import has to make its rows
from something; the comparison with rows ready made stands in the figure's detail.

Durable appends depend on the disk more than on us: where a sync takes 0.15 ms, one caller's FULL
commits are a tenth of all that the interpreter can append at all. So they are measured a second
time with 1 ms more a sync for both, as an SD card takes at least (ADR 9).
"""

import asyncio
import json
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from companion.service.clock import SystemClock
from companion.store import seal
from companion.store.bulk import append_all
from companion.store.commits import Work
from companion.store.sqlite import Store
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("P1", "P2", "P3", "R2-append")
AT = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
ROUNDS = 5
ONE_BY_ONE = {Effort.SHORT: 600, Effort.LONG: 4000}
TOGETHER = {Effort.SHORT: 64 * 40, Effort.LONG: 64 * 200}
RAW_FULL = {Effort.SHORT: 120, Effort.LONG: 600}
BULK = {Effort.SHORT: 10_000, Effort.LONG: 200_000}
CALLERS = 64
BULK_GROUP = 1000
STRETCH = 50
SLOWER_S = 0.001
"""What an SD card or a slow SSD takes at least for a sync (ADR 9)."""
T = TypeVar("T")
_RAW = """
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, source TEXT NOT NULL,
  kind TEXT NOT NULL, trust TEXT NOT NULL, authority TEXT NOT NULL, channel TEXT NOT NULL,
  user_text TEXT NOT NULL, assistant_text TEXT NOT NULL, searchable INTEGER NOT NULL,
  evidence TEXT NOT NULL, payload TEXT NOT NULL, origin TEXT NOT NULL
);
CREATE INDEX events_by_source ON events (source, id);
CREATE INDEX events_to_recall ON events (id) WHERE searchable = 1;
"""
INSERT_RAW = f"""
INSERT INTO events (at, source, kind, trust, authority, channel, user_text, assistant_text,
                    searchable, evidence, payload, origin)
VALUES ({", ".join("?" * 12)})
"""


def draft(number: int) -> EventDraft:
    """A device's report as a house writes thousands of a day."""
    return EventDraft(
        source=EventSource.DEVICE_STATE,
        kind="device_state",
        at=AT,
        trust=TrustLabel.OBSERVED,
        channel="mqtt",
        payload={
            "device_id": "light.living",
            "value": "on",
            "available": True,
            "attributes": {"brightness": number % 255},
            "at": "2026-11-22T09:00:00+00:00",
        },
    )


def raw_row(number: int) -> tuple[object, ...]:
    """The same as one row."""
    return raw_row_of(draft(number))


def raw_row_of(d: EventDraft) -> tuple[object, ...]:
    """A draft as whoever writes it down simply would."""
    return (
        d.at.isoformat(),
        d.source.value,
        d.kind,
        d.trust.value,
        d.authority.value,
        d.channel,
        d.user_text,
        d.assistant_text,
        int(d.searchable),
        json.dumps(d.evidence_event_ids),
        json.dumps(dict(d.payload)),
        d.origin,
    )


@contextmanager
def raw_database(folder: Path, synchronous: str) -> Iterator[sqlite3.Connection]:
    """The peer, with our pragmas."""
    path = folder / f"raw{time.monotonic_ns()}.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(_RAW)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    try:
        yield connection
    finally:
        connection.close()


def raw_rate(folder: Path, count: int, slower_s: float) -> float:
    """Rows a second, one FULL commit a row, its values made before; each sync `slower_s` more."""
    values = [raw_row(number) for number in range(count)]
    with raw_database(folder, "FULL") as connection:
        began = time.perf_counter()
        for row in values:
            connection.execute(INSERT_RAW, row)
            if slower_s:
                time.sleep(slower_s)
        return count / (time.perf_counter() - began)


@dataclass(frozen=True)
class _Ours:
    """What appending through the public port took."""

    per_s: float
    cpu_us: float
    """CPU time an event, all threads."""


async def our_rate(
    folder: Path, count: int, callers: int, *, durable: bool, slower_s: float = 0.0
) -> _Ours:
    """Events through the public port; each sync `slower_s` more."""
    store = await Store.open(folder / f"ours{time.monotonic_ns()}.db", SystemClock(UTC))
    if slower_s:
        _slow_down(store, slower_s)
    drafts = [draft(number) for number in range(count)]

    async def caller(first: int) -> None:
        for number in range(first, count, callers):
            await store.events.append(drafts[number], durable=durable)

    await store.events.append(draft(0))
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(caller(first) for first in range(callers)))
    took_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu
    await store.close()
    return _Ours(count / took_s, 1e6 * cpu_s / count)


def _slow_down(store: Store, slower_s: float) -> None:
    """A disk whose syncs take longer, as the writer's thread sees it."""
    commits = store.events._writer._commits
    commit = commits.run

    def run(work: Work[T], *, full: bool) -> T:
        result = commit(work, full=full)
        if full:
            time.sleep(slower_s)
        return result

    commits.run = run  # type: ignore[method-assign]  # the one place where a sync is waited for


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """All three, and the seal's own cost; medians of interleaved rounds."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        return [
            await _one_caller(folder, ONE_BY_ONE[effort]),
            await _many_callers(folder, TOGETHER[effort], RAW_FULL[effort], 0.0),
            await _many_callers(folder, TOGETHER[effort], RAW_FULL[effort], SLOWER_S),
            await _bulk(folder, BULK[effort]),
            await _seal_cost(folder, ONE_BY_ONE[effort]),
        ]


async def _one_caller(folder: Path, count: int) -> Figure:
    """In turn, a short stretch each, so that a neighbour's burst meets both alike; beside it the
    same by CPU time, which a neighbour disturbs less."""
    raw, ours, by_cpu = [], [], []
    store = await Store.open(folder / "one.db", SystemClock(UTC))
    with raw_database(folder, "NORMAL") as connection:
        for first in range(0, count * ROUNDS, STRETCH):
            numbers = range(first, first + STRETCH)
            values, drafts = [raw_row(n) for n in numbers], [draft(n) for n in numbers]
            began, cpu = time.perf_counter(), time.process_time()
            for row in values:
                connection.execute(INSERT_RAW, row)
            raw.append(STRETCH / (time.perf_counter() - began))
            raw_cpu_s = time.process_time() - cpu
            began, cpu = time.perf_counter(), time.process_time()
            for one in drafts:
                await store.events.append(one)
            ours.append(STRETCH / (time.perf_counter() - began))
            by_cpu.append(raw_cpu_s / (time.process_time() - cpu))
    await store.close()
    what = "append() through the port, one caller, sealed"
    figure = _ratio("P1", what, ours, raw, 0.5, "raw 1-row NORMAL commits")
    more = {"by_cpu_time": round(statistics.median(by_cpu), 3)}
    return replace(figure, detail={**figure.detail, **more})


async def _many_callers(folder: Path, count: int, raw_count: int, slower_s: float) -> Figure:
    raw, ours = [], []
    for _ in range(ROUNDS):
        raw.append(raw_rate(folder, raw_count, slower_s))
        ours.append(await our_rate(folder, count, CALLERS, durable=True, slower_s=slower_s))
    what = f"{CALLERS} callers at once, each append on the disk (FULL) before it returns"
    if slower_s:
        what += f", every sync {1000 * slower_s:g} ms slower"
    figure = _ratio("P2", what, [one.per_s for one in ours], raw, 20.0, "raw 1-row FULL commits")
    cpu = statistics.median(one.cpu_us for one in ours)
    commit_ms = round(1000 / statistics.median(raw), 2)
    more = {"append_cpu_us": round(cpu, 1), "raw_commit_ms": commit_ms}
    return replace(figure, detail={**figure.detail, **more})


async def _bulk(folder: Path, count: int) -> Figure:
    """Both from the same drafts to a closed file; beside it a peer whose rows are ready made."""
    raw, ready, ours = [], [], []
    drafts = [draft(number) for number in range(count)]
    made = [raw_row_of(one) for one in drafts]
    for _ in range(ROUNDS):
        raw.append(_raw_bulk_rate(folder, drafts, raw_row_of))
        ready.append(_raw_bulk_rate(folder, made, tuple))
        ours.append(await asyncio.to_thread(_bulk_rate, folder, drafts))
    against = f"executemany in {BULK_GROUP}s, the same drafts"
    figure = _ratio("P3", "bulk import, sealed", ours, raw, 0.6, against)
    beside = statistics.median(o / r for o, r in zip(ours, ready, strict=True))
    return replace(figure, detail={**figure.detail, "against_ready_made_rows": round(beside, 3)})


def _raw_bulk_rate(
    folder: Path, given: Sequence[T], row_of: Callable[[T], tuple[object, ...]]
) -> float:
    with raw_database(folder, "NORMAL") as connection:
        began = time.perf_counter()
        for first in range(0, len(given), BULK_GROUP):
            values = [row_of(one) for one in given[first : first + BULK_GROUP]]
            connection.execute("BEGIN")
            connection.executemany(INSERT_RAW, values)
            connection.execute("COMMIT")
        connection.close()
        return len(given) / (time.perf_counter() - began)


def _bulk_rate(folder: Path, drafts: Sequence[EventDraft]) -> float:
    path = folder / f"bulk{time.monotonic_ns()}.db"
    append_all(path, [])
    began = time.perf_counter()
    append_all(path, drafts, group=BULK_GROUP)
    return len(drafts) / (time.perf_counter() - began)


async def _seal_cost(folder: Path, count: int) -> Figure:
    """CPU time: in wall time a neighbour would drown the few microseconds of a seal."""
    appends, seals = [], []
    for _ in range(ROUNDS):
        appends.append((await our_rate(folder, count, 1, durable=False)).cpu_us)
        began = time.process_time()
        for number in range(count):
            _seal_once(number)
        seals.append(1e6 * (time.process_time() - began) / count)
    return Figure(
        id="R2-append",
        what="share of an append's CPU time that its seal takes",
        value=100 * statistics.median(s / a for s, a in zip(seals, appends, strict=True)),
        limit=10,
        sense=Sense.AT_MOST,
        unit="%",
        against="a whole append by one caller, thread hop and commit included",
        detail={
            "append_us": round(statistics.median(appends), 1),
            "seal_us": round(statistics.median(seals), 1),
        },
    )


_SALTS = seal.Salts()
_PAYLOAD = draft(1)
_FIELDS = ("2026-11-22T09:00:00+00:00", "device_state", "device_state", *("",) * 13)
_CONTENT = json.dumps(dict(_PAYLOAD.payload))


def _seal_once(number: int) -> bytes:
    """All that a seal needs and an append without it would not do."""
    salt = _SALTS.next()
    digest = seal.digest_of(salt, seal.content_of(b"", b"", _CONTENT.encode(), b"", b""))
    return seal.link_of(salt, number, digest, seal.header_of(_FIELDS))


def _ratio(
    goal: str, what: str, ours: list[float], raw: list[float], limit: float, against: str
) -> Figure:
    return Figure(
        id=goal,
        what=what,
        value=statistics.median(o / r for o, r in zip(ours, raw, strict=True)),
        limit=limit,
        sense=Sense.AT_LEAST,
        against=against,
        detail={
            "ours_per_s": round(statistics.median(ours)),
            "raw_per_s": round(statistics.median(raw)),
            "cores": os.cpu_count(),
        },
    )
