"""Warm-up: evaluates the unchanging part of each prompt before anybody waits for it.

On two cores the fixed part of the deliberation (persona, rules, home layout, examples) takes the
1.5 B model most of a minute; the varying tail then takes seconds, since the runtime keeps the
evaluated prefix of each purpose. So it is read once, kept on the disk, and put back at
every later start, also when only the model was started anew.
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

WARM_DEADLINE_S = 60.0
"""Counts once the prefix has been read: one token is wanted, and that takes no minute."""
TRIES, PAUSE_S = 6, 2.0
"""Failures of the model after which reading ahead is given up."""


class PrefixLlm(Llm, Protocol):
    """Model whose evaluated prefixes can be kept."""

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Put it back; False where none was kept."""

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keep it; False where that is not possible."""


async def warm_up(llm: Llm, prefix: Prefix) -> None:
    """Ask for one token that nobody reads. Raises the port's errors."""
    purpose, messages = prefix
    request = LlmRequest(
        purpose=purpose,
        messages=messages,
        max_tokens=1,
        priority=Priority.GARDEN,
        deadline_s=WARM_DEADLINE_S,
        reads_ahead=True,
    )
    await llm.complete(request)


async def warm_each(llm: PrefixLlm, prefixes: Iterable[Prefix], awake: Callable[[], None]) -> None:
    """Restore or read the prefixes in turn; `awake` is called after each: the first is what
    matters most."""
    for prefix in prefixes:
        if not await llm.restore_prefix(prefix) and await _read(llm, prefix):
            await llm.save_prefix(prefix)
        awake()


async def _read(llm: PrefixLlm, prefix: Prefix) -> bool:
    failures = 0
    while failures < TRIES:
        try:
            await warm_up(llm, prefix)
        except ModelPreempted:
            # Something more urgent went first; what was read so far is kept, and goes on.
            pass
        except (ModelUnavailable, ModelTimedOut, ModelCrashed):
            failures += 1
        else:
            return True
        await asyncio.sleep(PAUSE_S)
    return False
