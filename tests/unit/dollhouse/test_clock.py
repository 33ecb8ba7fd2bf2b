"""The simulated clock (DESIGN 1.7, T-45): order, no loss, cancellation, the same at any speed."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dollhouse.clock import CATCH_UP_S, SimClock

START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
NAPS = st.lists(
    st.lists(st.sampled_from([0.0, 0.2, 0.5, 1.0, 1.0, 2.5, 7.0]), max_size=4), max_size=6
)


def clock(speed: float = 1000.0) -> SimClock:
    return SimClock(START, speed=speed, settle_s=0.0005)


async def diary(naps: Sequence[Sequence[float]], speed: float) -> list[tuple[float, int, int]]:
    """Who woke when, in order."""
    woken: list[tuple[float, int, int]] = []
    sim = clock(speed)

    async def sleeper(who: int) -> None:
        for turn, seconds in enumerate(naps[who]):
            await sim.sleep(seconds)
            woken.append((round(sim.monotonic(), 6), who, turn))

    async with sim, asyncio.TaskGroup() as group:
        for who in range(len(naps)):
            group.create_task(sleeper(who))
    return woken


@settings(max_examples=20, deadline=None)
@given(naps=NAPS)
def test_everybody_wakes_once_in_order_of_time(naps: list[list[float]]) -> None:
    woken = asyncio.run(diary(naps, 1000))
    assert [t for t, _, _ in woken] == sorted(t for t, _, _ in woken)
    assert sorted((who, turn) for _, who, turn in woken) == [
        (who, turn) for who, own in enumerate(naps) for turn in range(len(own))
    ]
    for t, who, turn in woken:
        assert t == pytest.approx(sum(naps[who][: turn + 1]))


@settings(max_examples=5, deadline=None)
@given(naps=st.lists(st.lists(st.sampled_from([0.05, 0.1, 0.15]), max_size=2), max_size=4))
def test_the_same_at_1x_50x_and_1000x(naps: list[list[float]]) -> None:
    diaries = [asyncio.run(diary(naps, speed)) for speed in (1.0, 50.0, 1000.0)]
    assert diaries[0] == diaries[1] == diaries[2]


@settings(max_examples=15, deadline=None)
@given(naps=st.lists(st.floats(0.1, 50), min_size=1, max_size=8), drop=st.sets(st.integers(0, 7)))
def test_the_cancelled_are_forgotten_and_nobody_else(naps: list[float], drop: set[int]) -> None:
    async def story() -> list[int]:
        sim, woken = clock(), list[int]()

        async def nap(who: int) -> None:
            await sim.sleep(naps[who])
            woken.append(who)

        tasks = [asyncio.create_task(nap(who)) for who in range(len(naps))]
        await asyncio.sleep(0)
        for who in drop & set(range(len(naps))):
            tasks[who].cancel()
        async with sim:
            await asyncio.gather(*tasks, return_exceptions=True)
        return woken

    assert set(asyncio.run(story())) == set(range(len(naps))) - drop


async def test_now_and_monotonic_move_together() -> None:
    sim = clock()
    async with sim:
        await sim.sleep(3600)
    assert sim.monotonic() == pytest.approx(3600)
    assert sim.now() == datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize("speed", [0.0, -1.0, 1001.0])
def test_speeds_outside_the_range_are_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        SimClock(START, speed=speed)


def test_a_start_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        SimClock(datetime(2026, 1, 1))


async def test_at_1x_it_takes_real_time() -> None:
    sim = SimClock(START, speed=1.0)
    async with sim:
        began = time.monotonic()
        for _ in range(5):
            await sim.sleep(0.05)
        took_s = time.monotonic() - began
    assert 0.24 <= took_s < 0.24 + CATCH_UP_S + 0.5


async def test_never_faster_than_the_speed() -> None:
    sim = clock(50)
    async with sim:
        began = time.monotonic()
        await sim.sleep(10)
        assert time.monotonic() - began >= 0.19


async def test_time_stands_still_while_held() -> None:
    sim = clock()
    async with sim:
        sleeper = asyncio.create_task(sim.sleep(1))
        with sim.hold():
            with sim.hold():
                await asyncio.sleep(0.03)
            await asyncio.sleep(0.03)
            assert sim.monotonic() == 0
            assert not sleeper.done()
        await sleeper
    assert sim.monotonic() == pytest.approx(1)


async def test_a_charge_is_the_same_at_any_speed_whatever_the_work_took() -> None:
    async def story(speed: float, work_s: float) -> list[tuple[str, float]]:
        sim, seen = clock(speed), list[tuple[str, float]]()

        async def model() -> None:
            await sim.sleep(1)
            with sim.hold():
                await asyncio.sleep(work_s)
                sim.charge(0.4)
            seen.append(("model", round(sim.monotonic(), 6)))

        async def other() -> None:
            for _ in range(3):
                await sim.sleep(0.5)
                seen.append(("other", round(sim.monotonic(), 6)))

        async with sim, asyncio.TaskGroup() as group:
            group.create_task(model())
            group.create_task(other())
        return seen

    assert await story(10, 0.01) == await story(1000, 0.05)


def test_time_is_not_charged_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        clock().charge(-1)


async def test_wait_for_gives_the_result_or_times_out_on_its_own_time() -> None:
    sim = clock()

    async def answer(after_s: float) -> str:
        await sim.sleep(after_s)
        return "here"

    async with sim:
        assert await sim.wait_for(answer(2), 5) == "here"
        with pytest.raises(TimeoutError):
            await sim.wait_for(answer(9), 5)
    assert sim.monotonic() == pytest.approx(7)


async def test_wait_for_gives_the_error_of_the_work() -> None:
    async def broken() -> None:
        raise LookupError("gone")

    sim = clock()
    async with sim:
        with pytest.raises(LookupError):
            await sim.wait_for(broken(), 5)


async def test_cancelling_a_wait_cancels_the_work() -> None:
    sim, ended = clock(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(sim.wait_for(work(), 100))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    assert ended.is_set()


async def test_a_cancellation_just_as_the_time_is_up_is_not_lost() -> None:
    """Found by the story test: a watcher cancelled at its own timeout went on for ever."""
    sim = clock()

    async def watcher() -> None:
        while True:
            with suppress(TimeoutError):
                await sim.wait_for(asyncio.Event().wait(), 1)

    async with sim:
        for steps in range(6):
            task = asyncio.create_task(watcher())
            await sim.sleep(5)
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            done, _ = await asyncio.wait({task}, timeout=5)
            assert done


async def test_it_waits_for_barriers_before_a_jump() -> None:
    sim, passed, open_now = clock(), list[float](), asyncio.Event()

    async def barrier() -> None:
        await open_now.wait()
        passed.append(sim.monotonic())

    sim.barrier(barrier)
    async with sim:
        sleeper = asyncio.create_task(sim.sleep(1))
        await asyncio.sleep(0.03)
        assert not sleeper.done()
        open_now.set()
        await sleeper
        assert passed
        sim.drop_barrier(barrier)
        before = len(passed)
        await sim.sleep(1)
        assert len(passed) == before


async def test_sleep_until_the_past_only_yields() -> None:
    sim = clock()
    await sim.sleep_until(-5)
    await sim.sleep(0)
    assert sim.monotonic() == 0


async def test_start_and_stop_are_idempotent() -> None:
    sim = clock()
    await sim.start()
    await sim.start()
    await sim.sleep(1)
    await sim.stop()
    await sim.stop()
