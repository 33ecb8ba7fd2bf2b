"""Runs the set on one model: grouped so that prompt prefixes are reused, metered, in order."""

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion import plugins
from companion.clock import SystemClock
from companion.engines.llm_queue import LlmQueue
from companion.evaluation.choosing.files import Case
from companion.evaluation.choosing.house import house_of
from companion.evaluation.choosing.judge import Chooser, Judged, always_skip, at_random, judge
from companion.ports.llm import ModelUnavailable
from companion.settings import Settings
from companion.words.llm import LlmReply, LlmRequest

SEED = 7
DEADLINE_S = 600.0
"""Per model call: what is measured here is what a model chooses, on a machine that may be busy;
how long it takes is reported beside it."""
TWINS = ("skip", "random")
"""Deciders that stand in for a model; the engine `scripted` goes the product's whole way."""


class Metered(LlmQueue):
    """The product's queue, keeping what every call cost."""

    def __init__(self, engine: Any, clock: SystemClock) -> None:
        super().__init__(engine, clock)
        self.replies: list[LlmReply] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer, and keep the bill."""
        reply = await super().complete(request)
        self.replies.append(reply)
        return reply


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one case took, all its orders together."""

    decisions: int
    asked_model: int
    """Calls that reached a model."""
    prompt_tokens: tuple[int, ...]
    new_tokens: tuple[int, ...]
    output_tokens: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One case judged, and its cost."""

    judged: Judged
    cost: Cost


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to run."""

    cases: tuple[Case, ...]
    settings: Settings
    orders: int = 3
    engine: str = ""
    """Empty: as configured. `skip` and `random` need no model."""
    seed: int = SEED


Told = Callable[[int, int, float, Outcome], None]
"""Cases done, of how many, seconds since the start, the last one."""


async def run(plan: Plan, told: Told) -> tuple[str, tuple[Outcome, ...]]:
    """The model's name and every case. Raises `ModelUnavailable` with the remedy."""
    began = time.perf_counter()
    async with AsyncExitStack() as stack:
        state_dir = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-eval-")))
        llm = await _model(plan, state_dir, stack)
        chooser = _twin(plan)
        outcomes: list[Outcome] = []
        for case in grouped(plan.cases):
            outcomes.append(await _one(case, plan, llm, state_dir, chooser))
            spent = time.perf_counter() - began
            told(len(outcomes), len(plan.cases), spent, outcomes[-1])
        name = plan.engine if chooser else llm.model_name()
    return name, tuple(outcomes)


def grouped(cases: Sequence[Case]) -> list[Case]:
    """Cases with the same unchanging part of the prompt next to each other (T-54)."""
    return sorted(cases, key=lambda c: (c.language, c.situation.persona, str(c.situation.home)))


async def _model(plan: Plan, state_dir: Path, stack: AsyncExitStack) -> Metered:
    clock = SystemClock(ZoneInfo(plan.settings.time_zone))
    name = plan.engine or plan.settings.llm.engine
    section = plan.settings.llm.settings if name == plan.settings.llm.engine else {}
    if name in TWINS:
        name, section = "scripted", {}
    has = {"clock": clock, "state_dir": state_dir}
    llm = Metered(plugins.build(plugins.FAMILIES["llm"], name, section, has), clock)
    stack.push_async_callback(llm.stop)
    await llm.start()
    if not llm.ready():
        raise ModelUnavailable(llm.why_down())
    return llm


def _twin(plan: Plan) -> Chooser | None:
    return {"skip": always_skip, "random": at_random(plan.seed)}.get(plan.engine)


async def _one(
    case: Case, plan: Plan, llm: Metered, state_dir: Path, chooser: Chooser | None
) -> Outcome:
    patient = plan.settings.llm.model_copy(update={"decision_deadline_s": DEADLINE_S})
    settings = plan.settings.model_copy(update={"llm": patient})
    llm.replies.clear()
    async with house_of(case, settings, llm, state_dir) as house:
        judged = await judge(house, plan.orders, plan.seed, chooser)
    replies = tuple(llm.replies)
    return Outcome(
        judged=judged,
        cost=Cost(
            decisions=len(judged.trials),
            asked_model=len(replies),
            prompt_tokens=tuple(r.prompt_tokens for r in replies),
            new_tokens=tuple(r.prompt_tokens - r.reused_tokens for r in replies),
            output_tokens=tuple(r.output_tokens for r in replies),
            seconds=tuple(r.took_s for r in replies),
        ),
    )
