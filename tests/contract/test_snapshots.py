"""Contract of the port `SnapshotStore`, over SQLite and its twin."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.store.sqlite import Store
from companion.words.snapshot import RuntimeSnapshot
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import START, SetClock


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


async def test_the_newest_comes_back(store: Store) -> None:
    """B-032, B-097: none on a first start; later the last one saved, whole."""
    assert await store.snapshots.latest() is None
    for n in range(14):
        snapshot = RuntimeSnapshot(
            created_at=START,
            running=(f"task {n}",),
            attention_targets=("person",),
            latest={"observations": {}, "counters": {"seen": n}},
            intents=("灯りをつける",),
        )
        await store.snapshots.save(snapshot)
    assert await store.snapshots.latest() == snapshot
