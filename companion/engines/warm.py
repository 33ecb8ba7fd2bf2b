"""Warm-up: have the unchanging part of each prompt evaluated before anybody waits for it.

On two cores the fixed part of the deliberation (persona, rules, home layout, examples) takes the
1.5 B model most of a minute; the varying tail then takes seconds, since the runtime keeps the
evaluated prefix of each purpose (T-54). So it is read once, kept on the disk, and put back at
every later start, also when only the model was started anew (F12).
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.llm import LlmRequest, Prefix
from companion.words.trigger import Priority

WARM_DEADLINE_S = 300.0
"""Five times the slowest measured cold prefix."""
TRIES, PAUSE_S = 6, 2.0


class PrefixLlm(Llm, Protocol):
    """A model whose evaluated prefixes can be kept."""

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Put it back; False where none was kept."""

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keep it; False where that is not possible."""


async def warm_up(llm: Llm, prefix: Prefix) -> bool:
    """Ask for one token that nobody reads; False when the model could not be asked."""
    purpose, messages = prefix
    request = LlmRequest(
        purpose=purpose,
        messages=messages,
        max_tokens=1,
        priority=Priority.GARDEN,
        deadline_s=WARM_DEADLINE_S,
        reads_ahead=True,
    )
    try:
        await llm.complete(request)
    except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
        return False
    return True


async def warm_each(llm: PrefixLlm, prefixes: Iterable[Prefix], awake: Callable[[], None]) -> None:
    """Restore or read the prefixes in turn; `awake` is called after each: the first is what
    matters most."""
    for prefix in prefixes:
        if not await llm.restore_prefix(prefix) and await _read(llm, prefix):
            await llm.save_prefix(prefix)
        awake()


async def _read(llm: PrefixLlm, prefix: Prefix) -> bool:
    for _ in range(TRIES):
        if await warm_up(llm, prefix):
            return True
        # Something more urgent went first; what was read so far is kept.
        await asyncio.sleep(PAUSE_S)
    return False
