"""Both stores behind one name: the contract suites run over each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from companion.store.memory import MemoryStore
from companion.store.sqlite import Store, record_path
from tests.unit.store.samples import SetClock

AnyStore = Store | MemoryStore
KINDS = ("sqlite", "memory")


@asynccontextmanager
async def opened(kind: str, folder: Path, clock: SetClock) -> AsyncIterator[AnyStore]:
    """A store of one kind, closed at the end."""
    store: AnyStore
    if kind == "sqlite":
        store = await Store.open(record_path(folder), clock)
    else:
        store = MemoryStore(clock)
    try:
        yield store
    finally:
        await store.close()
