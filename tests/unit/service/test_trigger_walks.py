"""Triggers leave their lines only to be walked, and only while the record can be written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from companion.rooms.perception.queue import TriggerQueue
from companion.service.trigger_walks import TriggerWalks
from companion.words.ids import TriggerId
from companion.words.trigger import Trigger
from tests.unit.store.samples import SetClock, trigger


class House:
    """Walks what it is given; `hard` needs the model."""

    def __init__(self) -> None:
        clock = SetClock()
        self.disk = asyncio.Event()
        self.walked: asyncio.Queue[str] = asyncio.Queue()
        self.walks = TriggerWalks(
            triggers=TriggerQueue(clock),
            thoughts=TriggerQueue(clock),
            walk_at_once=self.at_once,
            walk=self.with_model,
            writable=self.writable,
        )

    async def at_once(self, one: Trigger) -> bool:
        if one.id == "hard":
            return False
        self.walked.put_nowait(f"{one.id} at once")
        return True

    async def with_model(self, one: Trigger) -> None:
        self.walked.put_nowait(f"{one.id} with the model")

    async def writable(self) -> None:
        await self.disk.wait()

    def raised(self, name: str) -> None:
        self.walks.triggers.raise_trigger(
            replace(trigger(), id=TriggerId(name), coalesce_key=name, expires_at=None)
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        tasks = [asyncio.ensure_future(spec.run()) for spec in self.walks.residents()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


async def test_a_trigger_that_needs_the_model_goes_into_the_model_s_line() -> None:
    house = House()
    house.disk.set()
    house.raised("hard")
    house.raised("easy")
    async with house.running():
        walked = {await house.walked.get(), await house.walked.get()}
    assert walked == {"hard with the model", "easy at once"}


async def test_no_trigger_is_taken_while_the_disk_takes_nothing() -> None:
    house = House()
    house.raised("easy")
    async with house.running():
        for _ in range(20):
            await asyncio.sleep(0)
        assert house.walked.empty()
        house.disk.set()
        assert await house.walked.get() == "easy at once"
