"""Trial: `verify` has to find sixteen random bytes that were overwritten, thirty times, and fast.

SQLite alone keeps no page checksums; its own check is run beside ours on the same flips. A flip
that falls on bytes no row and no index uses changes nothing anybody could read: such draws are
counted, proven harmless by comparing every row and index with the original, and drawn again.
"""

import asyncio
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.store.bulk import append_all
from companion.store.verify import verify
from tests.proof.bench.append import draft
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("R2", "T15")
EVENTS = {Effort.SHORT: 3_000, Effort.LONG: 20_000}
SCANNED = {Effort.SHORT: 40_000, Effort.LONG: 1_000_000}
FLIPS, FLIP_BYTES, CONTROLS = 30, 16, 3
RATE_LIMIT = 200_000
SCANS = 3


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Flips found, false alarms, rows a second."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        flips = await asyncio.to_thread(_flips, folder, EVENTS[effort])
        return [*flips, await asyncio.to_thread(_speed, folder, SCANNED[effort])]


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        yield connection
    finally:
        connection.close()


def _filled(path: Path, count: int) -> Path:
    append_all(path, (draft(number) for number in range(count)))
    with _opened(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    return path


def _flips(folder: Path, count: int) -> list[Figure]:
    path, chance = _filled(folder / "good.db", count), random.Random(16)
    good, original = path.read_bytes(), _dump(path)
    found = by_sqlite = hurt = harmless = 0
    bad = folder / "bad.db"
    while hurt < FLIPS:
        at = chance.randrange(len(good) - FLIP_BYTES)
        bad.write_bytes(good[:at] + chance.randbytes(FLIP_BYTES) + good[at + FLIP_BYTES :])
        ours, sqlites = _judge(bad)
        if not ours and not sqlites and _dump(bad) == original:
            harmless += 1
            continue
        hurt, found, by_sqlite = hurt + 1, found + ours, by_sqlite + sqlites
    alarms = 0
    for number in range(CONTROLS):
        control = Path(shutil.copy(path, folder / f"control{number}.db"))
        alarms += _judge(control)[0]
    detail = {"by_quick_check_alone": by_sqlite, "draws_on_unused_bytes": harmless}
    return [
        Figure(
            id="R2",
            what=f"of {FLIPS} flips of {FLIP_BYTES} bytes, found by verify",
            value=found,
            limit=FLIPS,
            sense=Sense.AT_LEAST,
            unit="",
            against=f"quick_check alone: {by_sqlite}; {harmless} more fell on unused bytes",
            detail=detail,
        ),
        Figure(
            id="R2",
            what=f"false alarms on {CONTROLS} untouched copies",
            value=alarms,
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
        ),
    ]


def _judge(path: Path) -> tuple[bool, bool]:
    """Whether verify, and whether SQLite's quick_check, finds something."""
    with _opened(path) as connection:
        ours = not verify(connection).sound
    with _opened(path) as connection:
        try:
            sqlites = connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok"
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            sqlites = True
    return ours, sqlites


def _dump(path: Path) -> list[str] | None:
    """All that can be read: every row of every table, as SQL."""
    with _opened(path) as connection:
        try:
            return list(connection.iterdump())
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return None


def _speed(folder: Path, count: int) -> Figure:
    path = _filled(folder / "long.db", count)
    rates, walls = [], []
    for _ in range(SCANS):
        with _opened(path) as connection:
            found = verify(connection)
            rates.append(found.rows / found.cpu_s)
            walls.append(found.rows / found.took_s)
    return Figure(
        id="R2",
        what="rows verified a second of one core's time, best of three scans",
        value=max(rates),
        limit=RATE_LIMIT,
        sense=Sense.AT_LEAST,
        unit="rows/s",
        against=f"{count} events; SQLite's own integrity check runs beside it",
        detail={"wall_rows_per_s": [round(rate) for rate in walls], "sound": found.sound},
    )
