"""A real model for benchmarks: the pinned ones that are installed, on one thread."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.engines.llm_runtime.request_queue import LlmEngine, LlmQueue
from companion.engines.weights import (
    MEASURED,
    MODELS_DIR,
    PinnedModel,
    is_here,
    measured_models,
    pinned_models,
)
from companion.ports.clock import Clock
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.trigger import Priority
from tests.proof.bench.figure import Effort, NotMeasured

CLOCK = SystemClock(ZoneInfo("UTC"))
RULES = (
    "You look after a home. Light only where somebody is. Nobody is woken at night. Doors are "
    "for people to open. What was asked for is done, what was not is weighed. "
)
"""About 40 tokens; repeated, it makes a prefix of any length."""


def models(effort: Effort) -> Sequence[PinnedModel]:
    """Those to measure with: the small one in a hurry, all installed ones otherwise."""
    here = [model for model in pinned_models() if is_here(model, MODELS_DIR)]
    return [m for m in here if m.key == "small"] if effort is Effort.SHORT else here


def vocabularies(effort: Effort) -> Sequence[tuple[PinnedModel, Path]]:
    """The same, and in the long form those that are only measured, with their files."""
    chosen = [(model, MODELS_DIR / model.file) for model in models(effort)]
    if effort is Effort.SHORT:
        return chosen
    folder = MODELS_DIR / MEASURED
    return [*chosen, *((m, folder / m.file) for m in measured_models() if is_here(m, folder))]


def missing(ids: Sequence[str]) -> list[NotMeasured]:
    """What to say without one."""
    return [NotMeasured(id=i, why="no model: companion models fetch --small") for i in ids]


@asynccontextmanager
async def engine_of(
    model: PinnedModel,
    *,
    n_ctx: int = 4096,
    state_dir: Path | None = None,
    path: Path | None = None,
) -> AsyncIterator[LlmEngine]:
    """The model in the product's own worker process, loaded."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        file = path or MODELS_DIR / model.file
        section = {"model_path": str(file), "n_ctx": n_ctx, "threads": 1}
        has = {"clock": CLOCK, "state_dir": state_dir or Path(folder)}
        engine: LlmEngine = plugins.build(plugins.FAMILIES["llm"], "xllamacpp", section, has)
        await engine.start()
        try:
            yield engine
        finally:
            await engine.stop()


@asynccontextmanager
async def loaded(
    model: PinnedModel,
    *,
    n_ctx: int = 4096,
    state_dir: Path | None = None,
    path: Path | None = None,
    clock: Clock = CLOCK,
) -> AsyncIterator[LlmQueue]:
    """The model behind the product's own queue and worker."""
    async with engine_of(model, n_ctx=n_ctx, state_dir=state_dir, path=path) as engine:
        queue = LlmQueue(engine, clock)
        try:
            yield queue
        finally:
            await queue.stop()


def prompt(book: str, question: str, *, rules: int) -> tuple[PromptMessage, ...]:
    """A house book of its own, so many rules long, and one question."""
    return (
        PromptMessage("system", f"House book {book}. " + RULES * rules),
        PromptMessage("user", question),
    )


async def ask(
    llm: LlmQueue,
    messages: tuple[PromptMessage, ...],
    *,
    purpose: LlmRequestPurpose = LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
    max_tokens: int = 1,
    grammar: str = "",
    priority: Priority = Priority.OBSERVATION,
) -> LlmReply:
    """One request. With one token wanted, `took_s` is the time to the first token."""
    return await llm.complete(
        LlmRequest(
            purpose=purpose,
            messages=messages,
            max_tokens=max_tokens,
            grammar=grammar,
            priority=priority,
            deadline_s=600.0,
        )
    )
