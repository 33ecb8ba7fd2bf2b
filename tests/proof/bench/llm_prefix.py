"""Benchmark of prompts whose beginning was read before, and of how soon a person is heard.

Through the product's own queue and worker. A prompt of more than 500 tokens whose tail is at most
62: cold, then with another tail, then again after a chat turn and a write plan (1:1:1).
"""

import asyncio
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import PinnedModel
from companion.words.llm import LlmRequestPurpose
from companion.words.trigger import Priority
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.real_model import ask, loaded, missing, models, prompt

IDS = ("P8", "P9", "T-41")
WARM, MIXED, OVER_FLOOR, HEARD = 0.15, 0.2, 1.4, 1.5
"""Limits of the time to the first token: with the prefix read before, and after other prompts, as
shares of cold; against new/all tokens; of a person behind a running answer, against an idle
model."""
RULES = 14
"""Of some 40 tokens each: a prefix of 500 to 600 tokens."""
ROUNDS = {Effort.SHORT: 1, Effort.LONG: 5}
HEARD_ROUNDS = {Effort.SHORT: 2, Effort.LONG: 7}
BACKGROUND_TOKENS = 200
ENDLESS = "root ::= [a-z ]{2000,}"
SCENES = (
    "The resident came home at 19:40. It is dark and the hall light is off. What now?",
    "Rain begins, the bedroom window is open and nobody is in that room. What now?",
    "It is ten past two, somebody walks in the kitchen and the light is off. What now?",
)


@dataclass
class Round:
    """Seconds to the first token, and tokens."""

    cold_s: float
    warm_s: float
    mixed_s: float
    tokens: int
    new: int
    reused_mixed: float


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Every installed model in turn."""
    chosen = models(effort)
    if not chosen:
        return missing(IDS)
    figures: list[Figure | NotMeasured] = []
    for model in chosen:
        async with loaded(model) as llm:
            await ask(llm, prompt("zero", "Ready?", rules=1))
            rounds = [await _round(llm, number) for number in range(ROUNDS[effort])]
            figures += _prefix_figures(model, rounds)
            figures.append(await _heard(llm, model, HEARD_ROUNDS[effort]))
    return figures


async def _round(llm: LlmQueue, number: int) -> Round:
    book = f"number {number} of the {'abcdefg'[number]} series"
    cold = await ask(llm, prompt(book, SCENES[0], rules=RULES))
    warm = await ask(llm, prompt(book, SCENES[1], rules=RULES))
    chat = prompt("talk", f"Good evening, {number}. How are you?", rules=2)
    await ask(llm, chat, purpose=LlmRequestPurpose.SYNC_CONVERSATION, max_tokens=4)
    plan = prompt("memory", f"Day {number}: what should be kept?", rules=2)
    await ask(llm, plan, purpose=LlmRequestPurpose.ASYNC_WRITE_PLAN, max_tokens=4)
    mixed = await ask(llm, prompt(book, SCENES[2], rules=RULES))
    return Round(
        cold_s=cold.took_s,
        warm_s=warm.took_s,
        mixed_s=mixed.took_s,
        tokens=warm.prompt_tokens,
        new=warm.prompt_tokens - warm.reused_tokens,
        reused_mixed=mixed.reused_tokens / mixed.prompt_tokens,
    )


def _prefix_figures(model: PinnedModel, rounds: list[Round]) -> list[Figure]:
    warm = statistics.median(r.warm_s / r.cold_s for r in rounds)
    mixed = statistics.median(r.mixed_s / r.cold_s for r in rounds)
    middle = statistics.median
    detail = {
        "model": model.name,
        "rounds": len(rounds),
        "prompt_tokens": rounds[0].tokens,
        "new_tokens": rounds[0].new,
        "cold_s": round(middle(r.cold_s for r in rounds), 2),
        "warm_s": round(middle(r.warm_s for r in rounds), 3),
        "after_others_s": round(middle(r.mixed_s for r in rounds), 3),
        "reused_after_others": round(min(r.reused_mixed for r in rounds), 3),
    }
    over = middle(r.warm_s / r.cold_s / (r.new / r.tokens) for r in rounds)
    rows = (
        ("P8", "first token with the prefix read before", warm, WARM),
        ("P8", "that, over new / all tokens", over, OVER_FLOOR),
        ("P9", "the same after a chat turn and a write plan", mixed, MIXED),
    )
    return [
        Figure(
            id=i,
            what=f"{what} ({model.key})",
            value=round(value, 3),
            limit=limit,
            sense=Sense.AT_MOST,
            against="new / all tokens" if limit == OVER_FLOOR else "cold",
            detail=detail,
        )
        for i, what, value, limit in rows
    ]


async def _heard(llm: LlmQueue, model: PinnedModel, rounds: int) -> Figure:
    """A person's request while 200 tokens of background are written, against an idle model."""
    idle_s, busy_s = [], []
    await _person(llm, "zero")
    for number in range(rounds):
        idle_s.append(await _person(llm, f"idle {number}"))
        story = asyncio.create_task(
            ask(
                llm,
                prompt("garden", "Tell of a cat.", rules=1),
                purpose=LlmRequestPurpose.ASYNC_MINI_EPISODE,
                max_tokens=BACKGROUND_TOKENS,
                grammar=ENDLESS,
                priority=Priority.GARDEN,
            )
        )
        # Until it writes: its prompt is short and, but for the first round, read before.
        await asyncio.sleep(2.0)
        assert not story.done(), "the background was over before the person spoke"
        busy_s.append(await _person(llm, f"busy {number}"))
        await llm.stop_generation()
        await asyncio.gather(story, return_exceptions=True)
    ratio = statistics.median(b / i for b, i in zip(busy_s, idle_s, strict=True))
    return Figure(
        id="T-41",
        what=f"a person's first token behind {BACKGROUND_TOKENS} background tokens ({model.key})",
        value=round(ratio, 3),
        limit=HEARD,
        sense=Sense.AT_MOST,
        against="idle model",
        detail={
            "model": model.name,
            "idle_s": round(statistics.median(idle_s), 3),
            "behind_s": round(statistics.median(busy_s), 3),
            "rounds": rounds,
        },
    )


async def _person(llm: LlmQueue, what: str) -> float:
    """Seconds from asking to the first token, the wait in the queue included."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await ask(
        llm,
        prompt("talk", f"It is {what} o'clock. Is the hall light on?", rules=2),
        purpose=LlmRequestPurpose.SYNC_CONVERSATION,
        priority=Priority.USER,
    )
    return loop.time() - began
