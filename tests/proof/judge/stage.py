"""Playing a scenario to its end: what the composition root lends, and the verdict it gets."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.dollhouse.clock import SimClock
from companion.dollhouse.house import DollHouse
from companion.ports.stream import Stream
from tests.proof.judge.truth import LlmUse, Truth
from tests.proof.judge.verdict import Report

CURTAIN_S = 15.0
"""Simulated seconds after the last scene in which what is in hand may end and be told."""


async def _at_once() -> None:
    return


@dataclass(frozen=True, kw_only=True)
class Stagehand:
    """What `companion.app` lends for a play: the house on the wire and the companion awake.

    `ready` is awaited before the first second (model loaded, devices known); `llm_use` reads
    the counters at the model's door.
    """

    house: DollHouse
    clock: SimClock
    stream: Stream
    llm_use: Callable[[], LlmUse]
    ready: Callable[[], Awaitable[None]] = _at_once


async def perform(
    stagehand: Stagehand, *, progress: Callable[[float, float], None] = lambda now, end: None
) -> Report:
    """Play the house's scenario once and judge it. `progress` hears simulated seconds."""
    house, clock = stagehand.house, stagehand.clock
    await stagehand.ready()
    truth = Truth(house.world, house.scenario.rules, clock)
    listening = asyncio.create_task(truth.listen(stagehand.stream), name="judge")
    began, use = time.monotonic(), stagehand.llm_use()
    try:
        await asyncio.sleep(0)
        house.play()
        await clock.start()
        await _watch_clock(clock, house.scenario.lasts_s + CURTAIN_S, progress)
    finally:
        listening.cancel()
        await asyncio.wait({listening})
    end = stagehand.llm_use()
    return truth.report(
        scenario=house.scenario.name,
        speed=clock.speed,
        llm=LlmUse(end.calls - use.calls, end.tokens - use.tokens, end.model),
        wall_s=time.monotonic() - began,
        impatient_jumps=clock.impatient_jumps,
    )


async def _watch_clock(
    clock: SimClock, length_s: float, progress: Callable[[float, float], None]
) -> None:
    start = clock.monotonic()
    parts = 50
    for part in range(1, parts + 1):
        await clock.sleep_until(start + length_s * part / parts)
        progress(clock.monotonic() - start, length_s)
