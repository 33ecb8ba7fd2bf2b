"""Warm-up: evaluate the unchanging part of a prompt once, before anybody waits for it.

On two cores the fixed part of the deliberation (persona, rules, home layout, examples) takes the
1.5 B model most of a minute; the varying tail then takes seconds, since the runtime keeps the
evaluated prefix of each purpose (T-54).
"""

import asyncio
from collections.abc import Callable, Iterable

from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.llm import LlmRequest, LlmRequestPurpose, Prefix, PromptMessage
from companion.words.trigger import Priority

WARM_DEADLINE_S = 300.0
"""Five times the slowest measured cold prefix."""
TRIES, PAUSE_S = 6, 2.0


async def warm_up(
    llm: Llm, purpose: LlmRequestPurpose, messages: tuple[PromptMessage, ...]
) -> bool:
    """Ask for one token that nobody reads; False when the model could not be asked."""
    request = LlmRequest(
        purpose=purpose,
        messages=messages,
        max_tokens=1,
        priority=Priority.GARDEN,
        deadline_s=WARM_DEADLINE_S,
    )
    try:
        await llm.complete(request)
    except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
        return False
    return True


async def warm_each(llm: Llm, prefixes: Iterable[Prefix], awake: Callable[[], None]) -> None:
    """Read the prefixes in turn; `awake` is called after each: the first is what matters most."""
    for purpose, messages in prefixes:
        for _ in range(TRIES):
            if await warm_up(llm, purpose, messages):
                break
            # Something more urgent went first; what was read so far is kept.
            await asyncio.sleep(PAUSE_S)
        awake()
