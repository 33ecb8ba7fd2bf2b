"""What was in the house's mind is saved now and then, and is there again after a restart."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.ports.record import Record
from companion.words.event import Event, EventSource
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]


async def test_runtime_state_is_saved_by_itself_and_taken_up_by_the_next_start(
    tmp_path: Path,
) -> None:
    """B-032, B-097: saved by its own tick, restored before anything new begins; what was under way
    is said to have been cut off, and is not done again."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    # The task ends after the house does: a save between both would say that nothing was under way.
    with ExitStack() as under_way:
        async with awake(settings) as house:
            assert house.foundations.dollhouse is not None
            await house.foundations.dollhouse.clock.start()
            house.foundations.blackboard.count("dropped", 3)
            under_way.enter_context(house.foundations.blackboard.running("lighting the hall"))
            async with asyncio.timeout(20):
                while (
                    last := await house.storage.store.snapshots.latest()
                ) is None or not last.running:
                    await asyncio.sleep(0.05)
    async with awake(settings) as house:
        assert house.foundations.blackboard.counters()["dropped"] == 3
        assert house.foundations.blackboard.tasks() == ()
        async with asyncio.timeout(20):
            while not (lines := await _cut_off(house.storage.store.record)):
                await asyncio.sleep(0.05)
    assert [line.payload["running"] for line in lines] == [["lighting the hall"]]


async def _cut_off(record: Record) -> list[Event]:
    # The garden lives through the hours between both lives, and writes them down at once.
    system = await record.recent(limit=500, sources=(EventSource.SYSTEM,))
    return [event for event in system if event.kind == "cut_off"]
