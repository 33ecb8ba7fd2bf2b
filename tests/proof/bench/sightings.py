"""How soon a lamp follows a sighting while the model is busy, quiet and under load.

The shipped house (simulated devices on a real broker, the record on the disk, the real ranker) in
real time, with a model twin that takes twenty seconds for every answer and is asked by somebody
who chats all the while. A camera's word that somebody came, or went, is given to the corridor; what
is measured ends where the act on the hall light begins: the simulated lamp takes two seconds of its
own, and has reported the change before the next sighting. Under load eight programs burn the cores.
Then somebody comes and is gone at once: whether the light stays off, or goes off again, is counted.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from companion.app import Companion
from companion.links.broker import find_mosquitto
from companion.service.settings import Settings
from companion.service.supervision import until
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.observation import Certainty, Change, Observation
from companion.words.said import Said
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.whole import living, shipped

IDS = ("sightings",)
LAMP, ROOM = DeviceId("light.hall"), "hall"
QUIET_S, LOADED_S = 1.0, 3.0
"""Limits: from the sighting to the act."""
BURNERS = 8
THINKS_S = 20.0
"""Of the model twin, each answer."""
ROUNDS = {Effort.SHORT: 3, Effort.LONG: 30}
"""Of coming and going, quiet and under load."""
GIVEN_UP_S = 60.0
CHAT_EVERY_S = 2.0
_BURN = "while True: sum(range(10**5))"


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Both times, and how often the light was on in a room that had been seen empty."""
    if find_mosquitto() is None:
        return (NotMeasured(id=IDS[0], why="mosquitto is not installed"),)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        async with living(_settings(Path(folder))) as (house, _), _chatted(house):
            await until(lambda: house.home.house.state(LAMP) is not None)
            if house.mind.ranker is None:
                return (NotMeasured(id=IDS[0], why="no ranker: its part is not installed"),)
            await _lit(house, "off")
            await _followed(house, 1)  # the first loads the ranker
            quiet = await _followed(house, ROUNDS[effort])
            async with _burning():
                loaded = await _followed(house, ROUNDS[effort])
            in_vain = await _in_vain(house, ROUNDS[effort])
            thoughts = await _by_model(house)
    return (
        _figure("a lamp follows a sighting, slowest", quiet, QUIET_S, thoughts),
        _figure(f"the same beside {BURNERS} programs that burn", loaded, LOADED_S, thoughts),
        Figure(
            id=IDS[0],
            what="times the light stayed on where somebody had come and gone at once",
            value=in_vain,
            limit=0,
            sense=Sense.AT_MOST,
            unit="times",
        ),
    )


def _figure(what: str, took_s: Sequence[float], limit_s: float, thoughts: int) -> Figure:
    middle = round(statistics.median(took_s), 3)
    return Figure(
        id=IDS[0],
        what=what,
        value=round(max(took_s), 3),
        limit=limit_s,
        sense=Sense.AT_MOST,
        unit="s",
        detail={"sightings": len(took_s), "median_s": middle, "decided_by_model": thoughts},
    )


def _settings(folder: Path) -> Settings:
    shipped_ones = shipped(folder, cameras={}, policies={})
    llm = shipped_ones.llm.model_copy(update={"settings": {"takes_s": (THINKS_S,)}})
    limits = shipped_ones.limits.model_copy(
        update={
            "events_per_minute_per_source": 1000,
            "triggers_per_minute_per_source": 1000,
            "dedup_window_s": 0.001,
            "llm_calls_per_hour": 10_000,
        }
    )
    home = shipped_ones.home.model_copy(update={"speed": 1.0})
    return shipped_ones.model_copy(update={"llm": llm, "limits": limits, "home": home})


@asynccontextmanager
async def _chatted(house: Companion) -> AsyncIterator[None]:
    """Somebody talks about their day, so that the model always thinks of something."""

    async def talk() -> None:
        while True:
            await house.desk.reception.say(Said("What a long day that was at the office.", "web"))
            await asyncio.sleep(CHAT_EVERY_S)

    talking = asyncio.create_task(talk())
    try:
        yield
    finally:
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)


@asynccontextmanager
async def _burning() -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for _ in range(BURNERS):
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", _BURN)
            stack.push_async_callback(process.wait)
            stack.callback(process.kill)
        yield


async def _followed(house: Companion, rounds: int) -> list[float]:
    """Seconds to the act, of every coming and every going."""
    took_s = []
    for _ in range(rounds):
        for value, lamp in (("present", "on"), ("absent", "off")):
            began = time.perf_counter()
            await _see(house, value)
            begun = until(lambda: bool(house.acting.act.execution.running()), look_every_s=0.005)
            await asyncio.wait_for(begun, GIVEN_UP_S)
            took_s.append(time.perf_counter() - began)
            await _lit(house, lamp)
            await until(lambda: not house.acting.act.execution.running())
    return took_s


async def _in_vain(house: Companion, rounds: int) -> int:
    """How often the light stays on after somebody came and went at once."""
    stayed = 0
    for _ in range(rounds):
        await _see(house, "present")
        await _see(house, "absent")
        await asyncio.sleep(QUIET_S)
        try:
            await asyncio.wait_for(_lit(house, "off"), LOADED_S)
        except TimeoutError:
            stayed += 1
    return stayed


async def _see(house: Companion, value: str) -> None:
    """What a camera of the hall would say, once and for sure."""
    here = value == "present"
    change = Change.APPEARED if here else Change.GONE
    now, sure = house.foundations.clock.now(), Certainty.FACT
    said = Observation("person", ROOM, change, sure, 0.95, now, f"{ROOM}_camera", value, int(here))
    await house.acting.notice.notice((said,))


async def _lit(house: Companion, value: str) -> None:
    """Until the light reports it."""

    def reported() -> bool:
        state = house.home.house.state(LAMP)
        return state is not None and state.value == value

    await asyncio.wait_for(until(reported), GIVEN_UP_S)


async def _by_model(house: Companion) -> int:
    """Decisions that a model made; none of them was waited for."""
    sources = (EventSource.DELIBERATION_DECISION,)
    found = [
        await house.storage.record.decision(event.id)
        for event in await house.storage.record.recent(limit=1000, sources=sources)
    ]
    return sum(decision is not None and decision.decided_by == "llm" for decision in found)
