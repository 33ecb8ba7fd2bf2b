"""Erasure while the companion runs: the record first, then all that may quote it.

The store empties events, what was derived from them, file, WAL and our own backups. A house that
runs holds more: what it saw last, triggers and messages that wait, questions in line, and prompts
the model has evaluated, in its memory and on the disk. Each of those is told to forget. What was
being thought meanwhile may still be written and cite what is gone: it is looked for until nothing
comes any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.ports.erasure import Chosen, Erased, Erasure, Found, MayNotErase
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

Forget = Callable[[frozenset[EventId]], Awaitable[None]]
LOOK_EVERY_S, LOOKS_MOST = 0.25, 20
QUIET_LOOKS = 3
"""Looks in a row that find nothing late before an erasure is over."""


@dataclass(frozen=True)
class Erasing:
    """Implements `ports.erasure.Eraser`."""

    erasure: Erasure
    heard_as: Callable[[str], TrustLabel]
    forget: Sequence[Forget] = ()
    """What else may hold a word of it."""

    async def find(self, chosen: Chosen, channel: str, *, consequences: bool = True) -> Found:
        """What would go. Raises `MayNotErase`."""
        self._only_the_owner(channel)
        meant = await self.erasure.find(chosen, consequences=False)
        every = await self.erasure.find(chosen, consequences=consequences)
        return Found(meant, tuple(i for i in every if i not in set(meant)))

    async def erase(
        self, chosen: Chosen, reason: str, channel: str, *, consequences: bool = True
    ) -> Erased | None:
        """Take it away. Raises `MayNotErase`, `RecordNotWritable`."""
        found = await self.find(chosen, channel, consequences=consequences)
        ids = (*found.chosen, *found.quoting)
        if not ids:
            return None
        gone = await self.erasure.erase(ids, reason, "owner")
        for forget in self.forget:
            await forget(frozenset(ids))
        if consequences:
            await self._late(ids, reason)
        return gone

    async def _late(self, ids: Sequence[EventId], reason: str) -> None:
        """What was under way meanwhile and cites what is gone."""
        quiet = 0
        for _ in range(LOOKS_MOST):
            late = await self.erasure.quoting(ids)
            if late:
                await self.erasure.erase(late, reason, "owner")
                ids = (*ids, *late)
            quiet = 0 if late else quiet + 1
            if quiet == QUIET_LOOKS:
                return
            await asyncio.sleep(LOOK_EVERY_S)

    def _only_the_owner(self, channel: str) -> None:
        if self.heard_as(channel) is not TrustLabel.OWNER:
            raise MayNotErase(f"{channel} may not take anything out of the record")
