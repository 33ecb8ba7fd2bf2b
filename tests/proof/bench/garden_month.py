"""Benchmark of a month of garden beside a model: its budget, and whether a person waits for it.

First the pinned 1.5 B, on one thread, answers what the garden asks on its first day. Then thirty
days at the rate of the wall clock, in simulated time, with owner's turns on each day: the queue,
the budget, the corridor and the prompts are the product's. In the month the answers are those that
the model gave before, at the pace that was measured; how many calls were real stands in the result.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from companion.engines.llm_runtime.process import IDLE_STEP_TOKENS
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.ports.llm import ModelPreempted
from companion.rooms.garden.episodes import LlmEpisodes
from companion.rooms.garden.talk_words import LlmTalks
from companion.rooms.perception.budget import CallBudget
from companion.service.draws import SeededDraws
from companion.service.garden_settings import GardenSettings
from companion.store.sqlite import Store
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, Prefix
from companion.words.said import Said
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.garden_heard import turn
from tests.proof.bench.garden_lived import TICK_S, GardenLived
from tests.proof.bench.garden_year import SEEDS
from tests.proof.bench.real_model import loaded, models
from tests.twins.clock import EVENING, JumpClock

IDS = ("A-month",)
DAYS = {Effort.SHORT: 2, Effort.LONG: 30}
REAL = {Effort.SHORT: 3, Effort.LONG: 12}
"""Garden calls that a real model answers."""
TURNS_A_DAY = 20
PER_HOUR = GardenSettings().llm_calls_per_hour
PROBABILITY = 0.5
"""Of an episode, as the design says."""
HOUR_S = 3600.0
GARDEN = (
    LlmRequestPurpose.ASYNC_GARDEN_DECISION,
    LlmRequestPurpose.ASYNC_MINI_EPISODE,
    LlmRequestPurpose.ASYNC_GARDEN_TALK,
)
EARLY = EVENING.replace(hour=6, minute=0)


@dataclass
class Model:
    """Engine behind the queue: answers of the real model, given again at its pace.

    A person's request is answered in the time of a short answer. A running request ends at its next
    step once somebody more urgent waits, as the worker does."""

    clock: JumpClock
    replies: Sequence[tuple[LlmRequest, LlmReply]]
    step_s: float
    """Seconds between two chances to stop, the longest that was measured."""
    garden_at: list[float] = field(default_factory=list)
    """When a call of the garden was served, in seconds since the start."""
    served: dict[int, float] = field(default_factory=dict)
    """When a person's request was served, by its seed."""
    running: asyncio.Event = field(default_factory=asyncio.Event)
    _stopped: bool = False

    async def complete(self, request: LlmRequest) -> LlmReply:
        """The next answer to a request of this purpose."""
        self._stopped = False
        known = [r for asked, r in self.replies if asked.purpose is request.purpose]
        person = request.priority is Priority.USER
        if person:
            self.served[request.seed] = self.clock.monotonic()
            reply = replace(self.replies[0][1], text="", took_s=2.0)
        else:
            reply = known[len(self.garden_at) % len(known)]
            self.garden_at.append(self.clock.monotonic())
            self.running.set()
        try:
            await self._work(reply.took_s)
        finally:
            if not person:
                self.running.clear()
        return reply

    async def _work(self, left_s: float) -> None:
        while left_s > 0:
            await self.clock.sleep(min(self.step_s, left_s))
            left_s -= self.step_s
            if self._stopped:
                raise ModelPreempted("gave way")

    async def preempt(self) -> None:
        """Stop at the next step."""
        self._stopped = True

    async def start(self) -> None:
        """Loaded from the beginning."""

    async def stop(self) -> None:
        """Nothing to unload."""

    def ready(self) -> bool:
        """Always."""
        return True

    def why_down(self) -> str:
        """Never down."""
        return ""

    def silent_s(self) -> float:
        """It never hangs."""
        return 0.0

    def life(self) -> object:
        """Loaded once."""
        return 1

    def model_name(self) -> str:
        """The real one's."""
        return self.replies[0][1].model

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Keeps none."""
        del prefix
        return False

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keeps none."""
        del prefix
        return False

    async def forget(self) -> None:
        """Keeps nothing."""


@dataclass
class Month:
    """A garden that lives beside a queue, and the owner who talks meanwhile."""

    clock: JumpClock
    llm: "LlmQueue | Kept"
    asked: list[float] = field(default_factory=list)
    """When the budget gave a call."""
    refused: int = 0
    waited: list[float] = field(default_factory=list)
    """Seconds of the house's clock from a person's request to its being served."""
    behind: int = 0
    """Owner's turns that came while the garden's request was being answered."""

    def __post_init__(self) -> None:
        self.store = Store.in_memory(self.clock)
        self.budget = CallBudget(self.clock, PER_HOUR)
        self.garden = GardenLived(
            self.store,
            self.clock,
            llm=self.llm,
            llm_idle=self.llm.idle,
            may_ask=self.may_ask,
            episodes=LlmEpisodes(
                self.llm,
                SeededDraws(SEEDS[0]),
                probability=PROBABILITY,
                language=Language.JA,
                may_ask=self.may_ask,
            ),
            talks=LlmTalks(self.llm, language=Language.JA, may_ask=self.may_ask),
        )

    def may_ask(self) -> bool:
        """As the product's own (`app/garden.py`), counted."""
        if self.budget.left() <= 0:
            self.refused += 1
            return False
        self.budget.spend()
        self.asked.append(self.clock.monotonic())
        return True

    async def live(self, until: Callable[[], bool]) -> None:
        """A tick a minute until then."""
        while not until():
            await self.garden.tick_alone()
            await self.clock.sleep(TICK_S)
        await self.garden.close()

    async def talk(self, model: Model, days: int) -> None:
        """The owner speaks, half of the time just when the garden has begun to ask."""
        chance = random.Random(SEEDS[0])
        moments = sorted(
            day * 24 * HOUR_S + chance.uniform(1, 17) * HOUR_S
            for day in range(days)
            for _ in range(TURNS_A_DAY)
        )
        for number, at_s in enumerate(moments):
            await self.clock.sleep(max(0.0, at_s - self.clock.monotonic()))
            if number % 2:
                await self._until_it_asks(model, chance)
            self.behind += model.running.is_set()
            await self.garden.journal.heard(
                Said("廊下の明かりはついてる？", "voice"), TrustLabel.OWNER
            )
            began = self.clock.monotonic()
            await self.llm.complete(turn(number))
            self.waited.append(model.served[number] - began)

    async def _until_it_asks(self, model: Model, chance: random.Random) -> None:
        until_s = self.clock.monotonic() + HOUR_S
        while not model.running.is_set() and self.clock.monotonic() < until_s:
            await self.clock.sleep(1.0)
        if model.running.is_set():
            await self.clock.sleep(chance.uniform(0, 1.0))


class Kept:
    """Passes requests on to the real queue, time standing still, and keeps what came."""

    def __init__(self, real: LlmQueue) -> None:
        self._real = real
        self.replies: list[tuple[LlmRequest, LlmReply]] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Ask, and keep the answer."""
        reply = await self._real.complete(request)
        self.replies.append((request, reply))
        return reply

    def ready(self) -> bool:
        """As the real one."""
        return self._real.ready()

    def idle(self) -> bool:
        """As the real one."""
        return self._real.idle()

    def model_name(self) -> str:
        """As the real one."""
        return self._real.model_name()


@dataclass(frozen=True)
class Met:
    """Answers and pace of a real model."""

    replies: Sequence[tuple[LlmRequest, LlmReply]]
    step_s: float
    """Longest time between two chances to stop it: tokens of a prompt that are read at once."""


async def meet(clock: JumpClock, real: LlmQueue, effort: Effort) -> Met:
    """Have a real model answer the garden's first requests."""
    kept = Kept(real)
    month = Month(clock, kept)

    def enough() -> bool:
        purposes = {asked.purpose for asked, _ in kept.replies}
        return len(kept.replies) >= REAL[effort] and purposes.issuperset(GARDEN)

    await month.live(enough)
    await month.store.close()
    return Met(kept.replies, max(_step_s(reply) for _, reply in kept.replies))


def _step_s(reply: LlmReply) -> float:
    """As if nothing but the prompt had taken time: an upper limit."""
    read = max(1, reply.prompt_tokens - reply.reused_tokens)
    return reply.took_s * min(1.0, IDLE_STEP_TOKENS / read)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """The month, with the model that is installed."""
    here = {one.key: one for one in models(Effort.LONG)}
    model = here.get("default", here.get("small")) if effort is Effort.LONG else here.get("small")
    if model is None:
        return [NotMeasured(id="A-month", why="no model: companion models fetch")]
    clock = JumpClock(EARLY)
    async with loaded(model, clock=clock) as real:
        met = await meet(clock, real, effort)
    lived, engine = await month_of(met, DAYS[effort])
    await lived.store.close()
    return _figures(model.name, met, lived, engine, DAYS[effort])


async def month_of(met: Met, days: int) -> tuple[Month, Model]:
    """So many days with answers and pace of the real model."""
    clock = JumpClock(EARLY)
    engine = Model(clock, met.replies, met.step_s)
    month = Month(clock, LlmQueue(engine, clock, holds_time=False))
    end = clock.now() + timedelta(days=days)
    talk = asyncio.create_task(month.talk(engine, days))
    await month.live(lambda: clock.now() >= end)
    talk.cancel()
    await asyncio.gather(talk, return_exceptions=True)
    return month, engine


def most_in_an_hour(at_s: Sequence[float]) -> int:
    """Largest number of calls in any sixty minutes."""
    return max((sum(one <= at < one + HOUR_S for at in at_s) for one in at_s), default=0)


def _figures(name: str, met: Met, month: Month, engine: Model, days: int) -> list[Figure]:
    late = sum(waited > engine.step_s + 0.01 for waited in month.waited)
    world = month.garden.garden.world
    behind = month.garden.garden.minute_of(month.clock.now()) - world.now
    by_purpose = {
        purpose.value: sum(asked.purpose is purpose for asked, _ in met.replies)
        for purpose in GARDEN
    }
    took = [reply.took_s for _, reply in met.replies]

    def figure(what: str, value: float, limit: float, unit: str = "", **detail: object) -> Figure:
        return Figure(
            id="A-month",
            what=what,
            value=value,
            limit=limit,
            sense=Sense.AT_MOST,
            unit=unit,
            detail=detail,
        )

    return [
        figure(
            f"most calls of the garden in an hour, {days} days at the rate of the wall clock",
            most_in_an_hour(month.asked),
            PER_HOUR,
            model=name,
            calls=len(month.asked),
            served=len(engine.garden_at),
            refused_by_the_budget=month.refused,
            real_calls=len(met.replies),
            real_calls_by_purpose=by_purpose,
            real_call_s=[round(one, 1) for one in took],
            prose=[r.text for a, r in met.replies if a.purpose is GARDEN[1]][:6],
        ),
        figure(
            f"owner's turns that waited longer than to the model's next step, of "
            f"{len(month.waited)}, {month.behind} of them while the garden was being answered",
            late,
            0,
            step_s=round(engine.step_s, 2),
            longest_s=round(max(month.waited), 2),
        ),
        figure("garden minutes behind the wall clock at the end of the month", behind, 1, "min"),
    ]
