"""Benchmark of the reads of a deliberation, on a record of a million events.

The record is mostly device reports, as a house writes them; what people said lies far behind. The
peer is the same statement on a bare connection, its rows left as they come. The search of memory is
measured in `ranked`.
"""

import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from companion.rooms.context.collect import EVENTS_READ, HAPPENED, TALK
from companion.service.clock import SystemClock
from companion.store.bulk import append_all
from companion.store.queries import sql
from companion.store.sqlite import Store
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel
from tests.proof.bench.append import draft
from tests.proof.bench.figure import Effort, Figure, Sense

IDS = ("P4",)
EVENTS = {Effort.SHORT: 30_000, Effort.LONG: 1_000_000}
ASKED = {Effort.SHORT: 60, Effort.LONG: 500}
LIMIT_MS = 20.0
OBSERVED_EVERY, SAID_EVERY = 50, 500
QUIET_FROM = 0.9
"""From here on nobody speaks and nobody is seen: the newest of them are far behind."""
RARE = (EventSource.AUTONOMY_MESSAGE,)


async def measure(effort: Effort) -> Sequence[Figure]:
    """Each kind of reading, asked again and again, in turn with its bare statement."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        path, count = Path(name) / "memory_hash.db", EVENTS[effort]
        await asyncio.to_thread(append_all, path, _years(count))
        store = await Store.open(path, SystemClock(UTC))
        bare = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return [
                await _read(store, bare, what, limit, sources, ASKED[effort])
                for what, limit, sources in (
                    ("what a deliberation looks through", EVENTS_READ, HAPPENED),
                    ("what was said lately", EVENTS_READ, TALK),
                    ("the last of what was never said", 1, RARE),
                )
            ]
        finally:
            bare.close()
            await store.close()


def _years(count: int) -> Iterator[EventDraft]:
    chance = random.Random(4)
    for number in range(count):
        one = draft(number)
        heard = number < QUIET_FROM * count
        if heard and number % SAID_EVERY == 0:
            words = chance.choice(("電気をつけて", "open the curtain", "おはよう"))
            yield replace(
                one, source=EventSource.USER_INPUT, user_text=words, trust=TrustLabel.OWNER
            )
        elif heard and number % OBSERVED_EVERY == 0:
            yield replace(one, source=EventSource.OBSERVATION, kind="person_appeared")
        else:
            yield one


async def _read(
    store: Store,
    bare: sqlite3.Connection,
    what: str,
    limit: int,
    sources: Sequence[EventSource],
    asked: int,
) -> Figure:
    values = {
        "limit": limit,
        "before": 2**62,
        "after": -1,
        "sources": json.dumps(sources),
        "origin": "",
    }
    ours, theirs = [], []
    for _ in range(asked):
        began = time.perf_counter()
        bare.execute(sql("events_recent_of"), values).fetchall()
        theirs.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        await store.record.recent(limit=limit, sources=sources)
        ours.append(1000 * (time.perf_counter() - began))
    (newest,) = await store.record.recent(limit=1)
    p50_ms, bare_ms = sorted(ours)[asked // 2], sorted(theirs)[asked // 2]
    return Figure(
        id="P4",
        what=f"{what}, of {newest.id:,} events, p99",
        value=sorted(ours)[int(0.99 * asked)],
        limit=LIMIT_MS,
        sense=Sense.AT_MOST,
        unit="ms",
        detail={"p50_ms": round(p50_ms, 2), "bare_p50_ms": round(bare_ms, 2), "asked": asked},
    )
