"""The scheduler: ticks when due, one and not a burst, whether or not a page is open."""

import asyncio
from datetime import timedelta

import pytest

from companion.ports.part import Tick
from companion.rooms.scheduler.room import (
    HEARTBEAT_S,
    Scheduler,
    heartbeat,
)
from companion.words.language import Language
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.unit.store.samples import START, SetClock


class _Sink:
    def __init__(self) -> None:
        self.triggers: list[Trigger] = []

    def raise_trigger(self, trigger: Trigger) -> bool:
        self.triggers.append(trigger)
        return True


class _Ids:
    def __init__(self) -> None:
        self.given = 0

    def new(self) -> str:
        self.given += 1
        return f"id{self.given}"


async def _run_until(scheduler: Scheduler, clock: SetClock, seconds: float) -> None:
    task = asyncio.create_task(scheduler.run())
    while clock.monotonic() < seconds and not task.done():
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_b_089_the_heartbeat_wakes_deliberation_with_no_page_connected() -> None:
    """B-009, B-089, S-06, T-06: every five minutes, of the lowest waking priority."""
    clock, sink = SetClock(), _Sink()
    tick = heartbeat(sink, clock, _Ids(), Language.JA, raised=lambda: len(sink.triggers))
    await _run_until(Scheduler(clock, (tick,)), clock, 3 * HEARTBEAT_S)
    assert HEARTBEAT_S == 300
    first = sink.triggers[0]
    assert first.kind is TriggerKind.HEARTBEAT
    assert first.priority is Priority.HEARTBEAT
    assert first.at == START + timedelta(seconds=300)
    assert first.coalesce_key == "heartbeat"
    assert first.about.trust is TrustLabel.SELF
    assert len({t.id for t in sink.triggers}) == len(sink.triggers) >= 2


async def test_in_a_quiet_home_the_heartbeat_slows_down_until_something_happens() -> None:
    """S-06: each thought is kept; six quiet hours left 84 that came to nothing."""
    clock, sink = SetClock(), _Sink()
    tick = heartbeat(sink, clock, _Ids(), Language.JA, raised=lambda: len(sink.triggers))
    beats: list[int] = []
    for number in range(1, 41):
        await tick.do()
        if sink.triggers and len(sink.triggers) > len(beats):
            beats.append(number)
    assert beats == [1, 2, 4, 8, 16, 24, 32, 40]
    sink.raise_trigger(sink.triggers[0])  # somebody came
    for _ in range(3):
        await tick.do()
    assert len(sink.triggers) - len(beats) - 1 == 2, "at once, and once more"


async def test_time_slept_through_brings_one_tick_not_a_burst() -> None:
    """A suspended device, or a slow tick, is not paid back."""
    clock = SetClock()
    at: list[float] = []

    async def slow() -> None:
        at.append(clock.monotonic())
        if len(at) == 1:
            clock.pass_time(hours=1)

    await _run_until(Scheduler(clock, (Tick("slow", 60, slow),)), clock, 3800)
    assert at[:3] == [60, 3720, 3780]
