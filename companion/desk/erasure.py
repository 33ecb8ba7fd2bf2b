"""Erasure: erases events while the companion runs, first in the record, then wherever they are
quoted.

The store empties events, what was derived from them, file, WAL and our own backups. A house that
runs holds more: what it saw last, triggers and messages that wait, questions in line, and prompts
the model has evaluated, in its memory and on the disk. Each of those is told to forget. A thought
that is under way may still be written and cite the erased events: it is looked for until nothing
comes any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.ports.erasure import Chosen, Erased, Erasure, Found, MayNotErase, voices_of
from companion.ports.voice_book import VoiceBook
from companion.service.blackboard import Blackboard
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

Forget = Callable[[frozenset[EventId]], Awaitable[None]]
LOOK_EVERY_S, LOOKS_MOST = 0.25, 20
QUIET_LOOKS = 3
"""Looks in a row that find nothing late before an erasure is over."""


class Line(Protocol):
    """A line of triggers."""

    def drop(self, event_ids: frozenset[EventId]) -> object:
        """Let go of those that rest on these events."""


@dataclass(frozen=True, kw_only=True)
class RunningMemory:
    """Memory of a running house beside the record: the last observations, triggers, questions and
    messages that wait, and the text that the model has read."""

    blackboard: Blackboard
    lines: Sequence[Line]
    holders: Sequence[Forget]
    """Each forgets what rests on these events."""
    whole: Sequence[Callable[[], Awaitable[object]]]
    """Each lets go of everything, for what was erased cannot be told apart in it."""

    async def forget(self, erased: frozenset[EventId]) -> None:
        """Forget everything that cites the erased events."""
        self.blackboard.forget()
        for line in self.lines:
            line.drop(erased)
        for holder in self.holders:
            await holder(erased)
        for let_go in self.whole:
            await let_go()


@dataclass(frozen=True)
class Erasing:
    """Implements `ports.erasure.Eraser`."""

    erasure: Erasure
    heard_as: Callable[[str], TrustLabel]
    forget: Sequence[Forget] = ()
    """Other parts that may hold a word of it."""
    voices: VoiceBook | None = None
    """Voices that are known; that of an erased person goes too."""

    async def find(self, chosen: Chosen, channel: str, *, consequences: bool = True) -> Found:
        """Find what an erasure would take. Raises `MayNotErase`, `OSError` where the file of the
        voices cannot be read."""
        self._only_the_owner(channel)
        meant = await self.erasure.find(chosen, consequences=False)
        every = await self.erasure.find(chosen, consequences=consequences)
        quoting = tuple(i for i in every if i not in set(meant))
        return Found(meant, quoting, voices_of(chosen, self.voices))

    async def erase(
        self, chosen: Chosen, reason: str, channel: str, *, consequences: bool = True
    ) -> Erased | None:
        """Take it away; the voices first, since they are quick. Raises `MayNotErase`,
        `RecordNotWritable`, `OSError`."""
        found = await self.find(chosen, channel, consequences=consequences)
        ids = (*found.chosen, *found.quoting)
        if not ids and not found.voices:
            return None
        voices = tuple(name for name in found.voices if self.voices and self.voices.erase(name))
        gone = replace(await self.erasure.erase(ids, reason, "owner"), voices=voices)
        if ids:
            await self._forget(ids)
        if ids and consequences:
            await self._late(ids, reason)
        return gone

    async def _forget(self, ids: Sequence[EventId]) -> None:
        for forget in self.forget:
            await forget(frozenset(ids))

    async def _late(self, ids: Sequence[EventId], reason: str) -> None:
        """Erase the events that were written meanwhile and cite erased ones."""
        quiet = 0
        for _ in range(LOOKS_MOST):
            late = await self.erasure.quoting(ids)
            if late:
                await self.erasure.erase(late, reason, "owner")
                await self._forget(late)
                ids = (*ids, *late)
            quiet = 0 if late else quiet + 1
            if quiet == QUIET_LOOKS:
                return
            await asyncio.sleep(LOOK_EVERY_S)

    def _only_the_owner(self, channel: str) -> None:
        if self.heard_as(channel) is not TrustLabel.OWNER:
            raise MayNotErase(f"{channel} may not take anything out of the record")
