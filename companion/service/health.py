"""Health: keeps what state each part is in, looks at them, and tells what changed. The words stand
in `phrases/health.py`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from companion.phrases.health import resident
from companion.ports.clock import Clock
from companion.ports.part import HasFindings, ResidentSpec, Stage
from companion.ports.stream import Stream
from companion.rooms.journal.room import Journal
from companion.service.residents import ResidentReport, Stand
from companion.service.steadiness import Steadiness
from companion.words.activity import StreamKind, StreamMessage
from companion.words.facts import PartIll, PartWell
from companion.words.finding import Finding
from companion.words.health import Button, Health, HealthStatus
from companion.words.language import Bilingual

LOOK_EVERY_S = 2.0
"""By the house's clock, which sets the pace of looking."""
LOOK_AT_LEAST_S = 0.5
"""Real seconds: shorter than the pause of any worker or resident that fell (1 s), so that none
falls and is back between two looks, unseen."""
_ILL = frozenset({HealthStatus.DOWN, HealthStatus.DEGRADED})
_STARTING = HealthStatus.STARTING


def _last_trouble(before: Health | None, status: HealthStatus) -> Health | None:
    """The trouble before a part came back, with its beginning; its end is the new `since`."""
    if before is None:
        return None
    if before.status in _ILL and status in (HealthStatus.OK, HealthStatus.STARTING):
        return replace(before, last_trouble=None)
    return before.last_trouble


class HealthBoard:
    """Keeps the health of every part, with since when."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._parts: dict[str, Health] = {}

    def set(
        self,
        part: str,
        status: HealthStatus,
        what: Bilingual,
        remedy: Bilingual | None = None,
        buttons: tuple[Button, ...] = (),
    ) -> bool:
        """Note a part's health; True when it changed."""
        before = self._parts.get(part)
        if before is not None and (before.status, before.what) == (status, what):
            return False
        since = self._clock.now()
        self._parts[part] = Health(
            part=part,
            status=status,
            since=before.since if before is not None and before.status is status else since,
            what=what,
            remedy=remedy,
            buttons=buttons,
            last_trouble=_last_trouble(before, status),
        )
        return True

    def knows(self, part: str) -> bool:
        """Whether anything was noted of this part."""
        return part in self._parts

    def all(self) -> tuple[Health, ...]:
        """Worst first."""
        order = list(HealthStatus)
        return tuple(sorted(self._parts.values(), key=lambda h: -order.index(h.status)))


class HealthLog:
    """Keeps in the record which part fell ill and which is well again, beside what was done
    then."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def changed(self, part: str, found: Finding) -> None:
        """One line."""
        changed = PartWell if found.status is HealthStatus.OK else PartIll
        await self._journal.noted(changed(part=part, ja=found.what.ja, en=found.what.en))


class HealthWatch:
    """A resident: looks at every part now and then, and tells the page what changed."""

    def __init__(
        self,
        board: HealthBoard,
        stream: Stream,
        clock: Clock,
        checks: Sequence[HasFindings],
        *,
        changed: Callable[[], None] = lambda: None,
        note: Callable[[str, Finding], Awaitable[object]] | None = None,
        steady: Steadiness | None = None,
    ) -> None:
        """`checks`: the parts to look at, in this order. `changed` is called after anything on the
        board changed; `note` when a part falls ill and when it is well again, for the record."""
        self._board, self._stream, self._clock, self._checks = board, stream, clock, checks
        self._changed, self._note = changed, note
        self._ill: set[str] = set()
        self._steady = steady or Steadiness(clock)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("health", self.run, Stage.DRIVERS, needed=True),)

    async def run(self) -> None:
        """Watch until cancelled, by the house's clock or the machine's, whichever is sooner:
        in the doll's house time stands still just when a model loads or hangs."""
        turn: asyncio.Future[None] | None = None
        try:
            while True:
                await self._look_round()
                if turn is None or turn.done():
                    turn = asyncio.ensure_future(self._clock.sleep(LOOK_EVERY_S))
                await asyncio.wait({turn}, timeout=LOOK_AT_LEAST_S)
        finally:
            if turn is not None:
                turn.cancel()

    async def look(self) -> Mapping[str, Finding]:
        """How every part is now."""
        found: dict[str, Finding] = {}
        for check in self._checks:
            found |= await check.findings()
        return found

    async def _look_round(self) -> None:
        for part, raw in (await self.look()).items():
            found = self._steady.settled(part, raw)
            if self._board.set(part, found.status, found.what, found.remedy, found.buttons):
                self._tell(part, found.status)
                await self._noted(part, found)

    async def _noted(self, part: str, found: Finding) -> None:
        ill = found.status in _ILL
        if self._note is None or ill is (part in self._ill) or found.status is _STARTING:
            return
        self._ill ^= {part}
        await self._note(part, found)

    def resident(self, told: ResidentReport) -> None:
        """A resident stopped, was started again, or has run since. It is down until then: a start
        is no proof that it works."""
        up = told.stand is Stand.UP
        error = None if told.stand is Stand.AGAIN else told.error
        words = resident(up=up, falls=told.falls, error=error, pause_s=told.pause_s)
        status = HealthStatus.OK if up else HealthStatus.DOWN
        if self._board.set(told.name, status, words):
            self._tell(told.name, status)

    def _tell(self, part: str, status: HealthStatus) -> None:
        self._stream.publish(
            StreamMessage(
                kind=StreamKind.HEALTH,
                at=self._clock.now(),
                data={"part": part, "status": status.value},
            )
        )
        self._changed()
