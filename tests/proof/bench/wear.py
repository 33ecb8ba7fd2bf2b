"""Benchmark of the bytes that the record writes on the disk: on an SD card they are the wear.

Counted by the kernel: bytes this process caused to be sent to the disk (`/proc/self/io`). A page
that is written again before it was synced counts once; the file system's own journal is not in it.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

from companion.service.clock import SystemClock
from companion.service.settings import Links
from companion.store.sqlite import Store
from tests.proof.bench.append import draft, raw_row
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.whole import living, shipped

IDS = ("P25",)
EVENTS_PER_S = 10
REPORTING_S = {Effort.SHORT: 3.0, Effort.LONG: 60.0}
START_S, IDLE_S = 30.0, 600.0
"""After so long what a start writes is over; and how long is looked at."""
SETTLE_S = 1.2
"""After which everything was synced (`FLUSH_AFTER_S`)."""
TIMES_LIMIT, MB_PER_HOUR_LIMIT = 4.0, 25.0
_IO = Path("/proc/self/io")
COUNTED = _IO.is_file()
_IDLE_IS_LONG = f"an idle home is watched for {IDLE_S / 60:g} minutes: in the long form only"


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Device reports at a steady pace into a record alone; in the long form a whole idle home."""
    if not COUNTED:
        return [NotMeasured(id="P25", why="this kernel does not count what a process writes")]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        reporting = await _reporting(Path(name), REPORTING_S[effort])
        if effort is Effort.SHORT:
            return [reporting, NotMeasured(id="P25", why=_IDLE_IS_LONG)]
        return [reporting, await _idle(Path(name))]


def written() -> int:
    """Bytes this process has had written so far."""
    lines = dict(line.split(": ") for line in _IO.read_text("ascii").splitlines())
    return int(lines["write_bytes"])


def payload_bytes(number: int) -> int:
    """What one report has to say: its columns as text."""
    return len(json.dumps(raw_row(number)).encode())


async def _reporting(folder: Path, seconds: float) -> Figure:
    store = await Store.open(folder / "wear.db", SystemClock(UTC))
    await store.events.append(draft(0))
    await asyncio.sleep(SETTLE_S)
    before, count = written(), int(seconds * EVENTS_PER_S)
    for number in range(count):
        await store.events.append(draft(number))
        await asyncio.sleep(1 / EVENTS_PER_S)
    await asyncio.sleep(SETTLE_S)
    gone = written() - before
    await store.close()
    said = sum(payload_bytes(number) for number in range(count))
    return Figure(
        id="P25",
        what=f"bytes written at {EVENTS_PER_S} device reports a second",
        value=gone / said,
        limit=TIMES_LIMIT,
        sense=Sense.AT_MOST,
        against="the bytes of the reports themselves",
        detail={"bytes_an_event": round(gone / count), "events": count},
    )


async def _idle(folder: Path) -> Figure:
    async with living(shipped(folder, links=Links())) as _:
        await asyncio.sleep(START_S)
        before, began = written(), time.monotonic()
        await asyncio.sleep(IDLE_S)
        hours = (time.monotonic() - began) / 3600
        gone = written() - before
    return Figure(
        id="P25",
        what="written in an hour by the shipped home, nobody talking to it",
        value=gone / hours / 1e6,
        limit=MB_PER_HOUR_LIMIT,
        sense=Sense.AT_MOST,
        unit="MB",
        detail={"minutes": round(60 * hours, 1)},
    )
