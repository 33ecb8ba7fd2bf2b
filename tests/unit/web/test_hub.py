"""The hub: bounded, never waits for a watcher, tells who lost something (T-35, F20)."""

import asyncio
import gc
from typing import Any

from companion.web.hub import AT_ONCE, Hub
from companion.words.activity import StreamKind, StreamMessage
from tests.unit.web.twins import EVENING


def message(n: int) -> StreamMessage:
    return StreamMessage(kind=StreamKind.EVENT, at=EVENING, data={"n": n})


async def take(watcher: Any, count: int) -> list[StreamMessage]:
    return [await asyncio.wait_for(anext(watcher), 1) for _ in range(count)]


async def test_every_watcher_gets_every_message_in_order() -> None:
    """T-35: one publisher, many watchers; watching begins with the call."""
    hub = Hub(lambda: EVENING)
    first, second = hub.watch(), hub.watch()
    for n in range(3):
        hub.publish(message(n))
    for watcher in (first, second):
        assert [m.data["n"] for m in await take(watcher, 3)] == [0, 1, 2]
        await watcher.aclose()  # type: ignore[attr-defined]


async def test_a_slow_watcher_loses_the_oldest_and_is_told() -> None:
    """T12, F20: drop-oldest with a resync notice; memory does not grow."""
    hub = Hub(lambda: EVENING, queue_limit=4)
    slow = hub.watch()
    for n in range(100):
        hub.publish(message(n))
    notice, *kept = await take(slow, 5)
    assert notice.kind is StreamKind.STATE
    assert notice.data == {"resync": True, "lost": 96}
    assert [m.data["n"] for m in kept] == [96, 97, 98, 99]
    await slow.aclose()  # type: ignore[attr-defined]


async def test_a_leaver_frees_its_queue() -> None:
    """parts/limits.md 2.5: leaving clients free their queue, read or not."""
    hub = Hub(lambda: EVENING)
    read, unread = hub.watch(), hub.watch()
    hub.publish(message(1))
    await take(read, 1)
    assert hub.watchers() == 2
    await read.aclose()  # type: ignore[attr-defined]
    del unread
    gc.collect()
    assert hub.watchers() == 0


async def test_a_part_of_the_house_is_no_page_and_gets_a_burst_at_once() -> None:
    """It is woken with the message, not in its turn among the pages, and leaves like them."""
    hub = Hub(lambda: EVENING)
    part = hub.bursts()
    assert (hub.pages(), hub.watchers()) == (0, 1)
    for n in range(3):
        hub.publish(message(n))
    async with asyncio.timeout(1):
        assert [one.data["n"] for one in await anext(part)] == [0, 1, 2]
    await part.aclose()  # type: ignore[attr-defined]
    assert hub.watchers() == 0


async def test_pages_take_turns_and_lose_nothing_by_it() -> None:
    """F20: many pages are woken a few at a time, between which other work goes on; what came
    meanwhile comes at once, in order."""
    hub = Hub(lambda: EVENING)
    pages = [hub.batches() for _ in range(40)]
    first = [asyncio.ensure_future(anext(page)) for page in pages]
    await asyncio.sleep(0)
    hub.publish(message(0))
    most, woken, n = 0, 0, 0
    async with asyncio.timeout(30):
        while woken < len(pages):
            await asyncio.sleep(0)
            done = sum(page.done() for page in first)
            most, woken = max(most, done - woken), done
            if (n := n + 1) < 3:
                hub.publish(message(n))
    assert most <= AT_ONCE
    taken = [[m.data["n"] for m in await page] for page in first]
    assert min(map(len, taken)) < 3
    assert [0, 1, 2] in taken
    for page, had in zip(pages, taken, strict=True):
        rest = [] if had[-1] == 2 else [m.data["n"] for m in await anext(page)]
        assert had + rest == [0, 1, 2]
        await page.aclose()  # type: ignore[attr-defined]
