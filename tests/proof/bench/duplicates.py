"""Benchmark of ten thousand observations a minute that only repeat known facts.

Through the corridor's own `notice`, into a real record on disk, on a clock of its own: one fake
minute. Then in real time at the same rate, beside triggers of others, to see whether they wait.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.corridors.notice import Notice
from companion.rooms.journal.room import Journal
from companion.rooms.perception.occasions import Occasions
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import Perception
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemClock, SystemIds
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.event import EventSource
from companion.words.ids import TriggerId
from companion.words.language import Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.twins.memory_house import MemoryHouse

IDS = ("P17",)
A_MINUTE = 10_000
STORED, EACH_US, DELAY = 1.0, 50.0, 1.1
"""Limits: events a dedup window, CPU each in microseconds, p95 delay of other triggers."""
TURNS, TRIGGER_EVERY_S = 12, 0.004
"""Turns of calm and storm, and how often somebody else wants something in them."""


async def unheard(thing: str, value: str) -> None:
    """No entry of a schedule waits for a fact here."""


class FakeClock(SystemClock):
    """Time that goes on only when told."""

    def __init__(self) -> None:
        super().__init__(UTC)
        self._now = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """The fake moment."""
        return self._now

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)


@dataclass(frozen=True)
class Corridor:
    """The notice corridor and what it writes to."""

    notice: Notice
    store: Store
    triggers: TriggerQueue
    clock: FakeClock

    def again(self) -> tuple[Observation, ...]:
        """What two cameras say again: somebody in the hall, nobody in the kitchen."""
        facts = (("hall", "present", 1), ("kitchen", "absent", 0))
        return tuple(
            Observation(
                "person",
                place,
                Change.STATE,
                Certainty.FACT,
                0.9,
                self.clock.now(),
                place,
                value,
                count,
            )
            for place, value, count in facts
        )


@asynccontextmanager
async def corridor() -> AsyncIterator[Corridor]:
    """The rooms that take an observation in, as the composition root joins them."""
    clock = FakeClock()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        store = await Store.open(Path(folder) / "record.db", clock)
        stack.push_async_callback(store.close)
        triggers = TriggerQueue(clock)
        perception = Perception(clock, SystemIds(), language=Language.EN, places={})
        house = MemoryHouse(clock)
        notice = Notice(
            house=house,
            reports=DeviceReports(clock),
            occasions=Occasions(house, clock),
            perception=perception,
            blackboard=Blackboard(clock),
            journal=Journal(store.events, Hub(clock.now), clock),
            record=store.record,
            triggers=triggers,
            became=unheard,
        )
        yield Corridor(notice, store, triggers, clock)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Events stored, CPU each, and the delay of others."""
    stored, each_us = await _one_minute()
    calm_us, storm_us = await _delays(0.25 if effort is Effort.SHORT else 2.5)
    return (
        Figure(
            id="P17",
            what=f"events stored of {A_MINUTE} duplicates in a minute, a source",
            value=stored,
            limit=STORED,
            sense=Sense.AT_MOST,
            unit="events",
            against="one a dedup window of 60 s",
        ),
        Figure(
            id="P17",
            what="CPU of one duplicate",
            value=each_us,
            limit=EACH_US,
            sense=Sense.AT_MOST,
            unit="us",
            against="this machine",
        ),
        Figure(
            id="P17",
            what="p95 delay of other triggers meanwhile",
            value=storm_us / calm_us,
            limit=DELAY,
            sense=Sense.AT_MOST,
            against="the same without duplicates, in turns",
            detail={"calm_p95_us": round(calm_us, 1), "storm_p95_us": round(storm_us, 1)},
        ),
    )


async def _one_minute() -> tuple[float, float]:
    """Events of each source after the first, for every minute, and microseconds of CPU each."""
    async with corridor() as house:
        await house.notice.notice(house.again())
        before = len(await _observations(house))
        rounds = A_MINUTE // 2
        began = time.process_time()
        for _ in range(rounds):
            house.clock.go_on(60 / rounds)
            await house.notice.notice(house.again())
        spent = time.process_time() - began
        more = len(await _observations(house)) - before
        return more / 2, 1e6 * spent / A_MINUTE


async def _observations(house: Corridor) -> Sequence[object]:
    sources = (EventSource.OBSERVATION,)
    return await house.store.record.recent(limit=1000, sources=sources)


async def _delays(turn_s: float) -> tuple[float, float]:
    """p95 in microseconds from raising a trigger to taking it, calm and in the storm by turns."""
    calm: list[float] = []
    storm: list[float] = []
    async with corridor() as house:
        await house.notice.notice(house.again())
        for _ in range(TURNS):
            calm += await _turn(house, turn_s, stormy=False)
            storm += await _turn(house, turn_s, stormy=True)
    return _p95_us(calm), _p95_us(storm)


def _p95_us(took_s: Sequence[float]) -> float:
    return 1e6 * statistics.quantiles(took_s, n=20)[-1]


async def _turn(house: Corridor, seconds: float, *, stormy: bool) -> list[float]:
    """Seconds that each trigger of a turn waited."""
    took: list[float] = []
    raised: dict[str, float] = {}

    async def take() -> None:
        while True:
            trigger = await house.triggers.next()
            took.append(time.perf_counter() - raised[trigger.id])

    async def pour() -> None:
        while stormy:
            house.clock.go_on(2 * 60 / A_MINUTE)
            await house.notice.notice(house.again())
            await asyncio.sleep(2 * 60 / A_MINUTE)

    tasks = [asyncio.create_task(take()), asyncio.create_task(pour())]
    for number in range(int(seconds / TRIGGER_EVERY_S)):
        await asyncio.sleep(TRIGGER_EVERY_S)
        raised[f"{number}"] = time.perf_counter()
        house.triggers.raise_trigger(_trigger(f"{number}", house.clock.now()))
    await asyncio.sleep(TRIGGER_EVERY_S)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return took


def _trigger(number: str, at: datetime) -> Trigger:
    return Trigger(
        id=TriggerId(number),
        kind=TriggerKind.EVENT,
        priority=Priority.USER,
        at=at,
        about=LabelledText("a person asked", TrustLabel.OWNER),
    )
