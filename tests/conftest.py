"""Suite-wide rules: no task is left behind, no test asks for luck."""

import asyncio
from collections.abc import AsyncIterator

import pytest


@pytest.fixture(autouse=True)
async def no_task_left_behind() -> AsyncIterator[None]:
    """A test that leaves an asyncio task behind fails (DESIGN 3)."""
    before = asyncio.all_tasks()
    yield
    await asyncio.sleep(0)
    left = [t for t in asyncio.all_tasks() - before if not t.done()]
    for task in left:
        task.cancel()
    assert not left, f"tasks left behind: {[t.get_name() for t in left]}"
