"""Housekeeping: starts the periodic kinds of job when they are due, and gives way to a person.

APScheduler's interval trigger says when the next one is due; the household's clock waits for it,
because that clock may be simulated, and because a wall clock that somebody sets must neither skip
housekeeping for a year nor do a year's at once (ADR 0065).

A kind that is queued becomes a row of the record, which the job runner takes up again after a
restart. The others take one short step and are run here: a row for each of them each minute would
wear the card, and a restart brings them anyway.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta

from apscheduler.triggers.interval import IntervalTrigger

from companion.ports.clock import Clock
from companion.ports.jobs import JobKind, JobQueue
from companion.ports.part import ResidentSpec, Stage
from companion.words.ids import JobId
from companion.words.job import Job

log = logging.getLogger(__name__)

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The trigger needs a date; what counts is the time since then on a clock that nobody sets."""
_NOT_QUEUED = JobId(0)
_PAST = timedelta(milliseconds=1)


class Housekeeping:
    """A resident. Time that was slept through (suspend, a slow job) brings one run, not a burst."""

    def __init__(
        self,
        kinds: Iterable[JobKind],
        jobs: JobQueue,
        clock: Clock,
        *,
        give_way: Callable[[], Awaitable[None]],
        writable: Callable[[], Awaitable[None]],
    ) -> None:
        """`give_way`: waits while somebody's command is on its way. `writable`: waits until the
        disk takes what it is given. Both are asked before each job."""
        self._kinds = tuple(kind for kind in kinds if kind.PERIOD is not None)
        self._jobs, self._clock = jobs, clock
        self._give_way, self._writable = give_way, writable

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("housekeeping", self.run, Stage.JOURNAL),)

    def names(self) -> tuple[str, ...]:
        """Every periodic kind."""
        return tuple(kind.KIND for kind in self._kinds)

    async def run(self) -> None:
        """Start what is due, until cancelled."""
        start = self._now()
        turns = [_Turn(kind, start) for kind in self._kinds]
        while turns:
            turn = min(turns, key=lambda one: one.due)
            left_s = (turn.due - self._now()).total_seconds()
            if left_s > 0:
                await self._clock.sleep(left_s)
                continue
            await self._give_way()
            await self._writable()
            done = await self._start(turn.kind, turn.failures + 1)
            turn.ended(self._now(), failed=not done)

    async def _start(self, kind: JobKind, attempt: int) -> bool:
        """Queue it, or run it here; False where it failed."""
        try:
            if kind.PERIOD is not None and kind.PERIOD.queued:
                if not await self._jobs.waits(kind.KIND):
                    await self._jobs.put(kind.KIND, {})
            else:
                now = self._clock.now()
                await kind.run(
                    Job(id=_NOT_QUEUED, kind=kind.KIND, attempts=attempt, created_at=now)
                )
        # The edge of a job, as in the job runner: its mistake keeps no other from running.
        except Exception as error:
            log.warning("job %s failed", kind.KIND, exc_info=error)
            return False
        return True

    def _now(self) -> datetime:
        return _EPOCH + timedelta(seconds=self._clock.monotonic())


class _Turn:
    """When one kind is due next."""

    def __init__(self, kind: JobKind, start: datetime) -> None:
        period = kind.PERIOD
        assert period is not None  # only periodic kinds have turns
        self.kind, self.failures = kind, 0
        first_s = period.every_s if period.first_s is None else period.first_s
        self.due = start + timedelta(seconds=first_s)
        self._trigger = IntervalTrigger(seconds=period.every_s, start_date=self.due, timezone=UTC)

    def ended(self, now: datetime, *, failed: bool) -> None:
        """In step with its first run; after a failure sooner, as its retry says."""
        self.due = self._trigger.get_next_fire_time(None, now + _PAST)
        self.failures = self.failures + 1 if failed else 0
        wait_s = self.kind.RETRY.wait_s(self.failures) if failed else None
        if wait_s is None:
            self.failures = 0
        else:
            self.due = min(self.due, now + timedelta(seconds=wait_s))
