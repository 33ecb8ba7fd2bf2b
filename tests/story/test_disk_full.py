"""A real disk that fills up under a running house (F3). A read-only one (F4) cannot be made while
files are open, so SQLite's own refusal stands for it in test_parts_gone.py."""

import asyncio
import contextlib
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from companion.app import Companion
from companion.household import until
from companion.store.ballast import BALLAST_BYTES
from tests.story.test_parts_gone import ill, obeys
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("mount"), pytest.mark.timeout(120)]
SIZE = 6 * BALLAST_BYTES
"""Room for the record, for the ballast, and for being filled."""


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
        assert house.dollhouse is not None
        await house.dollhouse.clock.start()
        yield house, await house.address


def fill(disk: Path) -> None:
    """Until not one byte more goes in."""
    with (disk / "filling").open("ab", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(b"x" * 65536)
    assert shutil.disk_usage(disk).free == 0


async def say(house: Companion, letters: int) -> None:
    """The owner types; long enough to need a page of its own."""
    await house.journal.noted("test", {"text": "x" * letters})


async def ids(house: Companion) -> list[int]:
    return [int(e.id) for e in await house.store.record.recent(limit=500)]


async def test_a_full_disk_first_takes_the_reserve_then_memory_and_nothing_is_lost(
    house: tuple[Companion, str], mounted: Path
) -> None:
    """F3: 0 crashes, the ballast is freed, control goes on, resumed by itself at most 5 s after
    there is space again."""
    home, at = house
    async with asyncio.timeout(10):
        await until(lambda: home.ballast.laid)
    fill(mounted)
    for _ in range(40):
        await say(home, 100_000)
    async with asyncio.timeout(10):
        await until(lambda: not home.ballast.laid and home.held.since is None)
    fill(mounted)
    for _ in range(40):
        await say(home, 100_000)
    await asyncio.sleep(2)
    assert home.held.since is not None
    async with asyncio.timeout(10):
        await until(lambda: ill(home, "disk"))
    await obeys(home, at)
    waiting = {int(e.id) for e in home.held.held()}
    assert waiting
    (mounted / "filling").unlink()
    async with asyncio.timeout(5):
        await until(lambda: home.held.since is None)
    written = await ids(home)
    assert waiting <= set(written)
    assert written == list(range(written[0], written[-1] - 1, -1))
    assert shutil.disk_usage(mounted).free > BALLAST_BYTES
