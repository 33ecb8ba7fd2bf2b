"""A record in a file and one in memory: the contract suites run over each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from companion.store.sqlite import Store, record_path
from tests.unit.store.samples import SetClock

KINDS = ("file", "memory")


@asynccontextmanager
async def opened(kind: str, folder: Path, clock: SetClock) -> AsyncIterator[Store]:
    """A store of one kind, closed at the end."""
    if kind == "file":
        store = await Store.open(record_path(folder), clock)
    else:
        store = Store.in_memory(clock)
    try:
        yield store
    finally:
        await store.close()
