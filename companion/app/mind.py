"""Mind: builds the models, each in a worker of its own, and loads them behind the page."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.foundations import Foundations
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.ports.embedder import Embedder
from companion.ports.eyes import Eyes
from companion.ports.ranker import Ranker
from companion.rooms.perception.budget import CallBudget
from companion.service import plugins
from companion.service.health_checks import RankerCheck
from companion.service.settings import NO_RANKER


@dataclass(frozen=True, kw_only=True)
class Mind:
    """Engines that think and see."""

    llm: LlmQueue
    calls: CallBudget
    """How often nobody's own wish may ask the model in an hour."""
    awake: asyncio.Event
    """Set once the model has read its first prompt."""
    eyes: Eyes
    embedder: Embedder | None
    """Of memory and of the second opinion; None where its own code is broken."""
    ranker: Ranker | None
    """The second opinion; None where the configuration switches it off."""
    ranker_check: RankerCheck | None


def build_mind(stack: AsyncExitStack, on: Foundations) -> Mind:
    """Build the engines. Raises `PlugInBroken` for the model's or the eyes' own code: there is no
    house without them."""
    settings = on.settings
    has = {"clock": on.clock, "state_dir": on.state_dir}
    engine = plugins.build(plugins.FAMILIES["llm"], settings.llm.engine, settings.llm.settings, has)
    calls = CallBudget(on.clock, settings.limits.llm_calls_per_hour)
    llm = LlmQueue(
        engine,
        on.clock,
        charge_s_per_token=settings.home.llm_s_per_token if on.dollhouse else 0.0,
        holds_time=on.staged or settings.home.speed > 1,
        budget=calls,
    )
    stack.push_async_callback(llm.stop)
    eyes: Eyes = plugins.build(
        plugins.FAMILIES["eyes"], settings.eyes.engine, settings.eyes.settings, has
    )
    own, ranker = settings.embedder, None
    embedder = on.plug_ins.built("embedder", "embedder", own.engine, own.settings, has)
    if embedder is not None:
        stack.push_async_callback(embedder.close)
        if settings.ranker.engine != NO_RANKER:
            ranker = build_ranker(stack, on, embedder)
    return Mind(
        llm=llm,
        calls=calls,
        awake=asyncio.Event(),
        eyes=eyes,
        embedder=embedder,
        ranker=ranker,
        ranker_check=RankerCheck(ranker) if ranker is not None else None,
    )


def build_ranker(stack: AsyncExitStack, on: Foundations, embedder: Embedder) -> Ranker | None:
    """The ranker over an embedder; None where its own code is broken."""
    own = on.settings.ranker
    has = {"embedder": embedder, "language": on.language}
    ranker: Ranker | None = on.plug_ins.built("ranker", "ranker", own.engine, own.settings, has)
    if ranker is not None:
        stack.push_async_callback(ranker.close)
    return ranker
