"""Runs the set on one model: grouped so that prompt prefixes are reused, metered, in order."""

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.service.settings import Settings
from tests.proof.evaluation.choosing.chat import chat_lines
from tests.proof.evaluation.choosing.files import Case
from tests.proof.evaluation.choosing.house import house_of
from tests.proof.evaluation.choosing.judge import Chooser, Judged, always_skip, at_random, judge
from tests.proof.evaluation.choosing.minds import Minds

SEED = 7
DEADLINE_S = 600.0
"""Per model call: what is measured here is what a model chooses, on a machine that may be busy;
how long it takes is reported beside it."""
TWINS = ("skip", "random")
"""Deciders that stand in for a model; the engine `scripted` goes the product's whole way."""


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
    ranker: bool = True
    """Whether the product's second opinion is asked, where a real model chooses."""
    chat: bool = False
    """Whether a hundred lines of chat are said in the minutes before each situation."""


Told = Callable[[int, int, float, Outcome], None]
"""Cases done, of how many, seconds since the start, the last one."""


async def run(plan: Plan, told: Told) -> tuple[str, tuple[Outcome, ...]]:
    """The model's name and every case. Raises `ModelUnavailable` with the remedy."""
    began = time.perf_counter()
    async with AsyncExitStack() as stack:
        state_dir = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-eval-")))
        chooser = _twin(plan)
        minds = Minds(plan.settings, state_dir, "scripted" if chooser else plan.engine)
        stack.push_async_callback(minds.stop)
        await minds.start()
        outcomes: list[Outcome] = []
        for case in grouped(plan.cases):
            outcomes.append(await _one(case, plan, minds, state_dir, chooser))
            spent = time.perf_counter() - began
            told(len(outcomes), len(plan.cases), spent, outcomes[-1])
        name = plan.engine if chooser else minds.llm.model_name()
    return name, tuple(outcomes)


def grouped(cases: Sequence[Case]) -> list[Case]:
    """Cases with the same unchanging part of the prompt next to each other."""
    return sorted(cases, key=lambda c: (c.language, c.situation.persona, str(c.situation.home)))


def _twin(plan: Plan) -> Chooser | None:
    return {"skip": always_skip, "random": at_random(plan.seed)}.get(plan.engine)


async def _one(
    case: Case, plan: Plan, minds: Minds, state_dir: Path, chooser: Chooser | None
) -> Outcome:
    patient = plan.settings.llm.model_copy(update={"decision_deadline_s": DEADLINE_S})
    settings = plan.settings.model_copy(update={"llm": patient})
    minds.llm.replies.clear()
    async with house_of(case, settings, minds, state_dir) as house:
        chat = chat_lines(case.language) if plan.chat else ()
        judged = await judge(house, plan.orders, plan.seed, chooser, chat)
    replies = tuple(minds.llm.replies)
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
