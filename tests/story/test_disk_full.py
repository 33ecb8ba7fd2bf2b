"""A real disk that fills up under a running house (F3). A read-only one (F4) cannot be made while
files are open, so SQLite's own refusal stands for it in test_parts_gone.py."""

import asyncio
import contextlib
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from datetime import time
from pathlib import Path

import pytest

from companion.app import Companion
from companion.service.supervision import until
from companion.store.disk_reserve import DISK_RESERVE_BYTES
from companion.store.sqlite import record_path
from companion.words.event import EventSource
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.timing import After, Recurring
from companion.words.timing_form import to_plain
from tests.noted import Noted
from tests.story.test_parts_gone import ill, obeys, page
from tests.story.whole_house import SCENARIOS, awake, settings_for
from tests.unit.store.samples import decision, draft

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("mount"), pytest.mark.timeout(120)]
SIZE = 6 * DISK_RESERVE_BYTES
"""Room for the record, for its reserve, and for being filled."""


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    at = tmp_path / "disk"
    at.mkdir()
    tried = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(at)], capture_output=True
    )
    if tried.returncode:
        pytest.skip(f"may not mount: {tried.stderr.decode().strip()}")
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)


@pytest.fixture
async def house(mounted: Path) -> AsyncIterator[tuple[Companion, str]]:
    """Nobody comes or goes; time runs as it does outside."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), mounted, speed=1.0)
    async with awake(settings) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house, await house.page.server.address


def fill(disk: Path) -> None:
    """Until not one byte more goes in."""
    with (disk / "filling").open("ab", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(b"x" * 65536)
    assert shutil.disk_usage(disk).free == 0


async def say(house: Companion, letters: int) -> None:
    """The owner types; long enough to need a page of its own."""
    await house.storage.journal.noted(Noted(text="x" * letters))


async def ids(house: Companion) -> list[int]:
    return [int(e.id) for e in await house.storage.store.record.recent(limit=500)]


async def test_a_full_disk_first_takes_the_reserve_then_memory_and_nothing_is_lost(
    house: tuple[Companion, str], mounted: Path
) -> None:
    """F3: 0 crashes, the reserve is freed, control goes on, resumed by itself at most 5 s after
    there is space again."""
    home, at = house
    async with asyncio.timeout(60):
        await until(lambda: home.storage.reserve.reserved)
    fill(mounted)
    for _ in range(40):
        await say(home, 100_000)
    async with asyncio.timeout(60):
        await until(lambda: not home.storage.reserve.reserved and home.storage.events.since is None)
    fill(mounted)
    for _ in range(40):
        await say(home, 100_000)
    await asyncio.sleep(2)
    assert home.storage.events.since is not None
    async with asyncio.timeout(60):
        await until(lambda: ill(home, "disk"))
    await obeys(home, at)
    waiting = {int(e.id) for e in home.storage.events.waiting()}
    assert waiting
    (mounted / "filling").unlink()
    async with asyncio.timeout(5):
        await until(lambda: home.storage.events.since is None)
    written = await ids(home)
    assert waiting <= set(written)
    assert written == list(range(written[0], written[-1] - 1, -1))
    assert shutil.disk_usage(mounted).free > DISK_RESERVE_BYTES


async def without_reserve(home: Companion, disk: Path) -> None:
    """The disk was full before, and the reserve is given away."""
    fill(disk)
    while home.storage.reserve.reserved:
        # Once the disk has refused, no more: what waits would outgrow the reserve.
        if home.storage.events.since is None:
            await say(home, 100_000)
        await asyncio.sleep(0.02)
    async with asyncio.timeout(60):
        await until(lambda: home.storage.events.since is None)


def holding(disk: Path, words: bytes) -> list[str]:
    """Files of the record in which these bytes still lie."""
    files = (*disk.glob("memory_*.db"), *disk.glob("memory_*.db-wal"))
    return [file.name for file in files if words in file.read_bytes()]


async def asked_before(home: Companion) -> ApprovalId:
    """A question that waits, as a decision put it while there was room."""
    decided = await home.storage.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision(), durable=True
    )
    lines = Bilingual("開けてよいですか", "May I open it?"), Bilingual("玄関", "the door")
    return (await home.storage.store.approvals.ask(decided.id, *lines, 2)).id


def written(disk: Path, query: str) -> list[tuple[object, ...]]:
    """What another connection finds on the disk itself."""
    with contextlib.closing(sqlite3.connect(record_path(disk))) as connection:
        return connection.execute(query).fetchall()


async def test_on_a_full_disk_the_word_of_a_person_is_still_taken(
    house: tuple[Companion, str], mounted: Path
) -> None:
    """Issue 10.14: a timer, an alarm, an answer, an erasure and stop, each on the disk, while what
    the house notes by itself waits in memory; and the owner is told of the disk."""
    home, at = house
    async with asyncio.timeout(60):
        await until(
            lambda: home.storage.reserve.reserved and home.storage.store.person_reserve.reserved
        )
    secret = await home.storage.journal.noted(Noted(text="a word to be forgotten"))
    question = await asked_before(home)
    await without_reserve(home, mounted)
    fill(mounted)
    for _ in range(20):
        await say(home, 100_000)
    assert home.storage.events.since is not None
    assert shutil.disk_usage(mounted).free < 64 * 1024
    form = {"timing": to_plain(After(600.0)), "label": "卵"}
    status, made = await page(home, at, "/api/schedule", {"kind": "timer", "form": form})
    assert status == 200, made
    wake = {"timing": to_plain(Recurring(at=time(7))), "label": "起きる"}
    status, made = await page(home, at, "/api/schedule", {"kind": "alarm", "form": wake})
    assert status == 200, made
    kept = [str(row[0]) for row in written(mounted, "SELECT json FROM schedule_entries")]
    assert ["卵" in kept[0], "起きる" in kept[1]] == [True, True]
    status, told = await page(home, at, f"/api/approvals/{question}", {"answer": "n"})
    assert status == 200, told
    assert written(mounted, "SELECT status FROM approvals") == [("denied",)]
    assert (await page(home, at, "/api/stop", {}))[0] == 200
    async with asyncio.timeout(60):
        await until(lambda: ill(home, "record"))
    assert home.storage.events.since is not None
    assert home.storage.store.person_reserve.reserved
    (mounted / "filling").unlink()
    async with asyncio.timeout(60):
        await until(lambda: home.storage.events.since is None)
    assert (await home.storage.store.check()).sound
    assert secret.id in await ids(home)


async def test_on_a_full_disk_an_erasure_is_still_taken(
    house: tuple[Companion, str], mounted: Path
) -> None:
    """Issue 10.14, T18: what few entries wait are written first, then the content goes, without
    the second file that rewriting the record would take."""
    home, at = house
    async with asyncio.timeout(60):
        await until(
            lambda: home.storage.reserve.reserved and home.storage.store.person_reserve.reserved
        )
    secret = await home.storage.journal.noted(Noted(text="a word to be forgotten"))
    await without_reserve(home, mounted)
    fill(mounted)
    while home.storage.events.since is None:
        await say(home, 20_000)
    status, gone = await page(home, at, "/api/erase", {"ids": [int(secret.id)]})
    assert (status, gone.get("emptied")) == (200, 1), gone
    await home.storage.events.flush()
    found = written(mounted, f"SELECT payload, salt FROM events WHERE id = {int(secret.id)}")
    assert found == [("{}", None)]
    (mounted / "filling").unlink()
    assert gone["overwritten"] in (True, False)
    async with asyncio.timeout(30):
        await until(lambda: not holding(mounted, b"a word to be forgotten"))
    assert (await home.storage.store.check()).sound
