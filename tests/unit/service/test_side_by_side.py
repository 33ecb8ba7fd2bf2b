"""Work side by side: bounded, and an error in one piece is nothing to the others."""

import asyncio
import logging
from contextlib import suppress

import pytest

from companion.service.side_by_side import SideBySide


async def test_one_that_waits_or_fails_keeps_none_of_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pieces, done, never = SideBySide[int](3), asyncio.Event(), asyncio.Event()

    async def work(piece: int) -> None:
        if piece == 1:
            await never.wait()
        if piece == 2:
            raise ValueError("a mistake")
        if piece == 3:
            done.set()

    assert [pieces.put(n, f"look {n}") for n in (1, 2, 3)] == [True, True, True]
    with caplog.at_level(logging.ERROR):
        running = asyncio.create_task(pieces.run(work))
        await done.wait()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert [record.message for record in caplog.records] == ["the look 2 was not carried out"]


def test_no_more_wait_than_were_allowed() -> None:
    pieces = SideBySide[str](1)
    assert pieces.put("a", "a")
    assert not pieces.put("b", "b")
    assert (pieces.take(), pieces.take()) == ("a", None)
