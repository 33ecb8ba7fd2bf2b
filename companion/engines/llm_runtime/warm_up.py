"""Warm-up: evaluates the unchanging part of each prompt before anybody waits for it.

On two cores the fixed part of the deliberation (persona, rules, home layout, examples) takes the
1.5 B model most of a minute; the varying tail then takes seconds, since the runtime keeps the
evaluated prefix of each purpose. So it is read once, kept on the disk, and put back at
every later start, also when only the model was started anew.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.phrases import health
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.ports.part import ResidentSpec, Stage
from companion.service.supervision import until
from companion.words.finding import Finding
from companion.words.llm import LlmRequest, Prefix
from companion.words.trigger import Priority

WARM_DEADLINE_S = 60.0
"""Counts once the prefix has been read: one token is wanted, and that takes no minute."""
WAKE_WAIT_S = 120.0
"""Longest wait for a model that is being loaded."""
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


class Prompts(Protocol):
    """Prompts to read ahead."""

    async def prefixes(self) -> Sequence[Prefix]:
        """The unchanging part of each prompt, most important first."""

    async def rank_ahead(self) -> None:
        """Have the ranker load too."""


class ModelWarmUp:
    """Loads the model; after every loading, also one by supervision, has the unchanging part of
    each prompt evaluated, from the disk where it was kept, before anyone waits for it."""

    def __init__(
        self,
        llm: LlmQueue,
        prompts: Prompts,
        home_known: Callable[[], Awaitable[None]],
        awake: asyncio.Event,
    ) -> None:
        """`home_known`: returns once the devices have announced themselves, for they stand in the
        prompts. `awake` is set as soon as the first prompt has been read."""
        self._llm, self._prompts = llm, prompts
        self._home_known, self._awake = home_known, awake

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("model", self.run, Stage.DRIVERS),)

    async def findings(self) -> Mapping[str, Finding]:
        """How the model is."""
        llm = self._llm
        awake = self._awake.is_set()
        found = health.model(llm.ready(), llm.model_name(), llm.why_down(), awake, llm.silent_s())
        return {"llm": found}

    async def run(self) -> None:
        """Until cancelled."""
        await self._llm.start()
        while True:
            await until(self._llm.ready, look_every_s=0.1)
            await self._home_known()
            life = self._llm.life()
            await warm_each(self._llm, await self._prompts.prefixes(), self._awake.set)
            await self._prompts.rank_ahead()
            await until(partial(self._was_loaded_after, life), look_every_s=1.0)

    def _was_loaded_after(self, life: object) -> bool:
        return self._llm.life() != life

    async def ready(self) -> None:
        """Until the model has warmed up, or has had its time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAKE_WAIT_S):
                await self._awake.wait()
