"""Whoever opens a record in a process of its own finds it held by the one that writes.

SQLite keeps other processes off by POSIX locks. The kernel gives a process's locks on a file up as
soon as that process closes any descriptor of that file
(https://www.sqlite.org/howtocorrupt.html, section 2.2).
"""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.store.sqlite import Store, record_path
from companion.store.thin import Keep
from tests.unit.store.samples import SetClock, draft
from tests.unit.store.years import walked

_WHO = """
import fcntl, struct, sys
# Where SQLite locks: the record's SHARED range, and "somebody has it open" of the wal-index.
for name, start, length in ((sys.argv[1], 0x40000002, 510), (sys.argv[1] + "-shm", 128, 1)):
    with open(name, "r+b") as file:
        asked = struct.pack("hhqqi", fcntl.F_WRLCK, 0, start, length, 0)
        told = struct.unpack("hhqqi", fcntl.fcntl(file, fcntl.F_GETLK, asked))
        print("free" if told[0] == fcntl.F_UNLCK else told[4])
"""
_LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT max(id) FROM events").fetchone()[0])
connection.close()
"""


async def in_another_process(program: str, path: Path) -> list[str]:
    """What it prints, line by line."""
    command = [sys.executable, "-c", program, str(path)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, check=True)
    return done.stdout.decode().split()


async def backed_up(store: Store, clock: SetClock) -> None:
    """The first day makes a copy, every other day brings it up to date."""
    for n in range(2):
        await walked(store, n)
        assert await store.back_up_daily() is not None
        clock.pass_time(days=1)


async def erased(store: Store, clock: SetClock) -> None:
    await store.back_up_daily()
    event = await store.events.append(draft())
    assert (await store.erasure.erase([event.id], "", "test")).overwritten


async def thinned(store: Store, clock: SetClock) -> None:
    clock.pass_time(days=60)
    await store.thinning.begin(Keep())
    while await store.thinning.step():
        pass


async def checked(store: Store, clock: SetClock) -> None:
    await store.check()
    await store.anchor()
    await store.sweep()


@pytest.mark.parametrize("work", [backed_up, erased, thinned, checked])
async def test_all_of_a_days_work_leaves_the_record_held(
    tmp_path: Path, work: Callable[[Store, SetClock], Awaitable[None]]
) -> None:
    """Issue 10.2: without its locks another process moves or deletes the WAL at any moment."""
    clock, path = SetClock(), record_path(tmp_path)
    store = await Store.open(path, clock)
    await walked(store, 0)
    before = await in_another_process(_WHO, path)
    assert "free" not in before
    await work(store, clock)
    assert await in_another_process(_WHO, path) == before
    await store.close()


async def test_another_program_that_looks_in_takes_nothing_with_it(tmp_path: Path) -> None:
    """Issue 10.2: the last one to close a record deletes its WAL; after the daily backup a shell
    that looked in was taken for the last one, and what the house wrote from then on was in a file
    that nobody could find any more."""
    clock, path = SetClock(), record_path(tmp_path)
    store = await Store.open(path, clock)
    await backed_up(store, clock)
    await in_another_process(_LOOK, path)
    said = await store.events.append(draft(text="written after"), durable=True)
    assert await in_another_process(_LOOK, path) == [str(said.id)]
    await store.close()
