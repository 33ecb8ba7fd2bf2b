"""Short tasks begun for a person: none of them dies unseen."""

import asyncio

import pytest

from companion.service.watched_tasks import WatchedTasks


async def test_a_task_that_dies_leaves_a_line(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> None:
        raise LookupError("a mistake of ours")

    tasks = WatchedTasks()
    tasks.begin(broken(), "wish 7")
    assert not tasks.idle()
    await asyncio.wait_for(_died(tasks), 5)
    assert "a mistake of ours" in caplog.text
    assert "wish 7" in caplog.text


async def _died(tasks: WatchedTasks) -> None:
    while not tasks.idle():
        await asyncio.sleep(0)


async def test_settled_waits_also_for_what_was_begun_meanwhile() -> None:
    tasks, done = WatchedTasks(), list[str]()

    async def later() -> None:
        await asyncio.sleep(0)
        done.append("later")

    async def first() -> None:
        tasks.begin(later(), "later")
        done.append("first")

    tasks.begin(first(), "first")
    await tasks.settled()
    assert (done, tasks.idle()) == (["first", "later"], True)


async def test_close_ends_what_still_runs() -> None:
    tasks, ended = WatchedTasks(), asyncio.Event()

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    tasks.begin(forever(), "forever")
    await asyncio.sleep(0)
    await tasks.close()
    assert ended.is_set()
    assert tasks.idle()
