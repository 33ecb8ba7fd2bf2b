"""Waker: rings the alarms of the backup for a house that cannot start, with the parts that need no
house.

A ring is written down before it sounds, and so is its stop: neither another start of the recovery
page nor the house rings it a second time. A disk that takes nothing keeps nothing from ringing;
then it is written as soon as it takes something again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from companion.ports.bell import Bell
from companion.ports.clock import Clock
from companion.words.alarm_backup import AlarmBackup, Heard, Moment, Rang, Ring
from companion.words.schedule import (
    FRESH_S,
    MISSED,
    Entry,
    Firing,
    FiringId,
    MissedPolicy,
)
from companion.words.timing import Once

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.5
"""Also how late a ring may be, and how soon a clock that was set is noticed."""


class Waker:
    """Rings what the backup holds until somebody stops it."""

    def __init__(
        self,
        backup: AlarmBackup | None,
        rung: Mapping[Moment, Rang],
        *,
        bell: Bell,
        by: Iterable[str],
        clock: Clock,
        keep: Callable[[Iterable[Rang]], None],
    ) -> None:
        self._backup = backup
        self._rung = dict(rung)
        self._bell = bell
        self._by = tuple(by)
        self._clock = clock
        self._keep = keep
        """Writes down what was rung; raises `OSError`."""
        self._kept = True
        self._ringing: dict[Moment, Ring] = {}
        self._tasks: set[asyncio.Task[bool]] = set()

    async def run(self) -> None:
        """Until cancelled; silent then, and what rang counts as ringing still."""
        try:
            while True:
                self._look()
                if not self._kept:
                    self._write_down()
                await self._clock.sleep(LOOK_EVERY_S)
        finally:
            await self._bell.silence()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _look(self) -> None:
        now = self._clock.now()
        for ring in self._backup.rings if self._backup is not None else ():
            if ring.moment not in self._ringing and self._is_due(ring, now):
                self._begin(ring, now)

    def _is_due(self, ring: Ring, now: datetime) -> bool:
        before = self._rung.get(ring.moment)
        if before is not None and before.stopped is not None:
            return False
        since = max(ring.at, before.began) if before is not None else ring.at
        late_s = (now - since).total_seconds()
        return late_s >= 0 and (late_s <= FRESH_S or MISSED[ring.kind] is MissedPolicy.RUN)

    def _begin(self, ring: Ring, now: datetime) -> None:
        log.warning("entry %s, due %s, rings without the house", ring.entry_id, ring.due)
        self._ringing[ring.moment] = ring
        self._rung[ring.moment] = Rang(entry_id=ring.entry_id, due=ring.due, began=now)
        self._write_down()
        entry, firing = _as_entry(ring), self._as_firing(ring, now)
        task = asyncio.create_task(self._bell.ring(entry, firing), name="waker rings")
        self._tasks.add(task)
        task.add_done_callback(lambda ended: self._ended(ring.moment, ended))

    def _ended(self, moment: Moment, task: asyncio.Task[bool]) -> None:
        """A bell that ended in an error has not rung: the next look begins it again."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the bell failed and is rung again", exc_info=error)
            self._ringing.pop(moment, None)

    def _as_firing(self, ring: Ring, now: datetime) -> Firing:
        name = FiringId(len(self._rung))
        return Firing(entry_id=ring.entry_id, due=ring.due, claimed_at=now, id=name)

    async def stop(self) -> int:
        """Silence first, then the disk. Gives how many rang."""
        ended = tuple(self._ringing)
        self._ringing.clear()
        await self._bell.silence()
        now = self._clock.now()
        for moment in ended:
            self._rung[moment] = replace(self._rung[moment], stopped=now)
        if ended:
            self._write_down()
        return len(ended)

    def heard(self) -> Heard:
        """The alarms that ring, the next one, and the parts that can sound."""
        if self._backup is None:
            return Heard(by=self._by, kept=False)
        now = self._clock.now()
        coming = (r for r in self._backup.rings if r.at > now and r.moment not in self._rung)
        return Heard(
            by=self._by,
            ringing=tuple(self._ringing.values()),
            next=next(coming, None),
            zone=self._backup.zone,
        )

    def _write_down(self) -> None:
        self._kept = False
        with contextlib.suppress(OSError):  # tried again with the next look
            self._keep(self._rung.values())
            self._kept = True


def _as_entry(ring: Ring) -> Entry:
    return Entry(kind=ring.kind, timing=Once(ring.due), created_at=ring.due, id=ring.entry_id)
