"""Firings: carry each due moment from its claim to its end, and list those that are open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.home.request import SCHEDULE
from companion.ports.bell import Bell
from companion.ports.clock import Clock
from companion.rooms.scheduler.write_buffer import WriteBuffer
from companion.words.facts import Fact, RingSnoozed
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.schedule import (
    Entry,
    EntryId,
    EntryKind,
    FactCondition,
    Firing,
    FiringId,
    FiringState,
    SavedAction,
    StepEnd,
)

log = logging.getLogger(__name__)

LAST_RESORT_S = 0.5
"""How long a due alarm may take through the house before its bell is rung past it: lateness stays
below a second, whatever is broken."""


_BROKE = Bilingual("内部の誤りで途中で終わりました", "it broke off because of a mistake inside")


@dataclass(frozen=True, kw_only=True)
class Deeds:
    """Port of what the house does for the clock; joined in `app`. A ring needs none of it."""

    walk: Callable[[Entry, Firing, SavedAction | None], Awaitable[StepEnd | None]]
    """One walk of the act corridor: for the ring (None), or for one saved action; gives what came
    of that action, None where the record tells nothing of it."""
    is_so: Callable[[FactCondition], Awaitable[bool]]
    """Whether a fact is so now."""
    tell: Callable[[Entry, Firing], Awaitable[EventId]]
    """The record's line about a moment; 0 where none could be made."""
    note: Callable[[Fact], Awaitable[None]]
    """A line about the clock itself."""


class Firings:
    """Due moments that are being carried out."""

    def __init__(
        self,
        buffer: WriteBuffer,
        bell: Bell,
        deeds: Deeds,
        clock: Clock,
        closed: Callable[[Entry | None, Firing], None],
    ) -> None:
        self._buffer = buffer
        self._bell = bell
        self._deeds = deeds
        self._clock = clock
        self._closed = closed
        self._open: dict[FiringId, Firing] = {}

    def open(self, entry_id: EntryId | None = None) -> list[Firing]:
        """Firings that are not closed, oldest first."""
        return [f for f in self._open.values() if entry_id in (None, f.entry_id)]

    def get(self, firing_id: FiringId) -> Firing | None:
        """An open firing by its id."""
        return self._open.get(firing_id)

    def adopt(self, firing: Firing) -> None:
        """Take up what an earlier process left open."""
        self._open[firing.id] = firing

    def shift(self, step: timedelta) -> list[Firing]:
        """The wall clock was set: snoozes count in seconds and go along. Gives the snoozed."""
        moved = [replace(f, again_at=f.again_at + step) for f in self._open.values() if f.again_at]
        self._open |= {f.id: f for f in moved}
        return [f for f in moved if f.state is FiringState.SNOOZED]

    async def carry_out(self, entry: Entry, firing: Firing) -> None:
        """From the claim on: ring, or do the saved actions one after the other."""
        if firing.state is FiringState.SNOOZED:
            firing = replace(firing, state=FiringState.CLAIMED)
        self._open[firing.id] = firing
        if not firing.event_id:
            firing = await self._told(entry, firing)
        if entry.rings:
            await self._ring(entry, firing)
        else:
            await self._do_steps(entry, firing)

    async def _told(self, entry: Entry, firing: Firing) -> Firing:
        """The record's line first: it is the cause of all that follows. Never in a ring's way."""
        telling = asyncio.ensure_future(self._deeds.tell(entry, firing))
        try:
            await self._wait(telling, LAST_RESORT_S / 2)
        except asyncio.CancelledError:
            telling.cancel()
            raise
        if not telling.done() or telling.cancelled() or telling.exception() is not None:
            telling.add_done_callback(_forget)
            return firing
        if firing.id not in self._open:
            return firing
        firing = replace(self._open[firing.id], event_id=telling.result())
        self._open[firing.id] = firing
        return firing

    async def _ring(self, entry: Entry, firing: Firing) -> None:
        walk = asyncio.ensure_future(self._walk(entry, firing, None))
        try:
            await self._wait(walk, LAST_RESORT_S, until=lambda: self._is_heard(firing))
            if self._is_due(firing) and not self._is_heard(firing):
                log.error("the way through the house is broken: the bell is rung past it")
                await self._bell.ring(entry, firing)
            if self._is_due(firing):
                since = self._clock.now()
                await self._mark(firing.id, state=FiringState.RUNNING, again_at=since)
            await walk
        finally:
            walk.cancel()

    def _is_due(self, firing: Firing) -> bool:
        """Whether it still has to sound: it may have been stopped or snoozed at its first tone."""
        now = self._open.get(firing.id)
        return now is not None and now.state is not FiringState.SNOOZED

    def _is_heard(self, firing: Firing) -> bool:
        return firing.id in self._bell.ringing()

    async def _do_steps(self, entry: Entry, firing: Firing) -> None:
        if not (firing.step or await self._may_begin(entry)):
            await self.close(entry, firing, "condition")
            return
        ends: list[StepEnd] = []
        for number, action in enumerate(steps_of(entry)):
            if number < firing.step:
                continue
            # Begun before it is done: cut off in the middle, it is observed, not done again.
            begun = await self._mark(firing.id, state=FiringState.RUNNING, step=number + 1)
            if begun is None:
                return
            ends.append(await self._walk(entry, begun, action))
        if (now := self._open.get(firing.id)) is not None:
            end = all_of(ends)
            await self.close(entry, now, end.outcome, end.why)

    async def _may_begin(self, entry: Entry) -> bool:
        return entry.condition is None or await self._deeds.is_so(entry.condition)

    async def _walk(self, entry: Entry, firing: Firing, action: SavedAction | None) -> StepEnd:
        """Walk one saved action and give its outcome; a walk that ended without a known outcome
        counts as done."""
        try:
            return await self._deeds.walk(entry, firing, action) or StepEnd("done")
        # The edge of a due moment: a mistake anywhere in the house must not keep the rest of the
        # routine, or the bell, from what was saved.
        except Exception as error:
            log.exception("the walk of entry %s broke: %s", entry.id, error)
            return StepEnd("failed", _BROKE)

    async def _mark(self, firing_id: FiringId, **changes: Any) -> Firing | None:
        """Write down how far it is; None where it was closed meanwhile."""
        if firing_id not in self._open:
            return None
        firing = self._open[firing_id] = replace(self._open[firing_id], **changes)
        await self._buffer.update(firing)
        return firing if firing_id in self._open else None

    async def snooze(self, firing: Firing, again_at: datetime) -> None:
        """Silent until then."""
        later = replace(
            self._open.get(firing.id, firing), state=FiringState.SNOOZED, again_at=again_at
        )
        self._open[firing.id] = later
        await self._bell.silence(firing.id)
        await self._buffer.update(later)
        await self._deeds.note(RingSnoozed(entry_id=firing.entry_id, again_at=again_at.isoformat()))

    async def close(
        self, entry: Entry | None, firing: Firing, outcome: str, why: Bilingual | None = None
    ) -> None:
        """The end of it. Silence first: it needs no disk."""
        firing = self._open.pop(firing.id, firing)
        await self._bell.silence(firing.id)
        now = self._clock.now()
        closed = replace(firing, state=FiringState.CLOSED, outcome=outcome, why=why, closed_at=now)
        await self._buffer.update(closed)
        self._closed(entry, closed)
        if entry is not None and outcome not in ("done", "removed"):
            await self._deeds.tell(entry, closed)

    async def _wait(
        self,
        work: "asyncio.Future[Any]",
        at_most_s: float,
        until: Callable[[], bool] = lambda: False,
    ) -> None:
        """Until it is done, `until` is so, or its time is over, by the house's clock; the work
        goes on."""
        ended, waited_s = asyncio.Event(), 0.0
        work.add_done_callback(lambda _: ended.set())
        while not work.done() and not until() and waited_s < at_most_s:
            part_s = at_most_s / 5
            try:
                await self._clock.wait_for(ended.wait(), part_s)
            except TimeoutError:
                waited_s += part_s


def steps_of(entry: Entry) -> tuple[SavedAction, ...]:
    """The actions of one moment of an entry; a reminder reminds."""
    if entry.kind is not EntryKind.REMINDER:
        return entry.actions
    return (SavedAction(action_type=f"{SCHEDULE}.remind", payload={"alarm_id": entry.id}),)


def all_of(ends: Sequence[StepEnd]) -> StepEnd:
    """One word for several steps, with the first reason: done, partly, or nothing of it."""
    why = next((end.why for end in ends if end.why is not None), None)
    outcomes = {end.outcome for end in ends}
    if outcomes <= {"done"}:
        return StepEnd("done")
    return StepEnd("failed" if outcomes == {"failed"} else "partly", why)


def _forget(done: "asyncio.Future[Any]") -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        log.warning("the record took no line about a due moment: %s", error)
