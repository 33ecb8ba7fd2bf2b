"""Supervision: runs every declared task under its name, watches it, and stops all in order."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.service.residents import RESTART_TO_S, Resident, ResidentReport

log = logging.getLogger(__name__)

NEEDED_RESTART_TO_S = 2.0
"""Longest pause of a resident without whom the house is deaf or mute (walker, page, scheduler):
one mistake must not cost a minute of obedience."""


class EssentialResidentDied(RuntimeError):
    """A resident without whom the house cannot be trusted died; the service ends."""


class BeginAgain(RuntimeError):
    """The owner asked for something that needs the house to start anew."""

    def __init__(self, *, rescue: bool) -> None:
        self.rescue = rescue
        """Whether a new record is to be begun with what can be read of the old one."""
        super().__init__("the house starts anew")


class CannotStart(RuntimeError):
    """Raised by a resident at the start: a person must mend this; trying again is no use."""


@dataclass(frozen=True)
class _Place:
    """Where a resident stands among the others."""

    resident: Resident
    stage: Stage
    essential: bool


class Supervisor:
    """Runs residents side by side and reports how they fare to `told`."""

    def __init__(self, clock: Clock, told: Callable[[ResidentReport], None]) -> None:
        self._clock = clock
        self._told = told
        self._places: list[_Place] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._end: asyncio.Future[None] | None = None
        self._is_stopped = False
        """A stop that comes before the first step of `live` is not lost."""

    def add(self, spec: ResidentSpec) -> None:
        """Take a task in; it starts with `live`. A needed one comes back within
        `NEEDED_RESTART_TO_S`, others may pause for a minute. Raises `ValueError` for a name that is
        taken."""
        if any(place.resident.name == spec.name for place in self._places):
            raise ValueError(f"there is a resident {spec.name!r} already")
        resident = Resident(
            spec.name,
            spec.run,
            longest_pause_s=NEEDED_RESTART_TO_S if spec.needed else RESTART_TO_S,
            finishes=spec.finishes,
            restarts=not spec.essential,
            gives_up=(CannotStart,),
            pause=self._pause,
            told=self._told,
        )
        self._places.append(_Place(resident, spec.stage, spec.essential))

    def names(self) -> tuple[str, ...]:
        """Every resident, in the order in which they start."""
        return tuple(place.resident.name for place in self._places)

    def sound(self) -> bool:
        """Whether every essential resident lives (asked before the watchdog is fed)."""
        return all(
            name in self._tasks and not self._tasks[name].done()
            for name in (p.resident.name for p in self._places if p.essential)
        )

    def stop(self) -> None:
        """Ask everybody to stop; idempotent, callable from a signal."""
        self._is_stopped = True
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def begin_again(self, rescue: bool) -> None:
        """Stop everybody, in order; `live` raises `BeginAgain`. Idempotent."""
        self._end_with(BeginAgain(rescue=rescue))

    async def live(self, *, grace_s: float = 2.0) -> None:
        """Run everybody until `stop`, or until an essential resident dies."""
        self._end = asyncio.get_running_loop().create_future()
        if self._is_stopped:
            self._end.set_result(None)
        for place in self._places:
            name = place.resident.name
            self._tasks[name] = asyncio.create_task(self._watch(place), name=f"resident {name}")
        try:
            await self._end
        finally:
            await self._stop_in_order(grace_s)

    async def _watch(self, place: _Place) -> None:
        """Keep it alive; where that is not to be, everything ends."""
        try:
            await place.resident.live()
        except CannotStart as reason:
            self._end_with(reason)
        except Exception as error:
            self._end_with(EssentialResidentDied(f"{place.resident.name}: {error}"))

    async def _pause(self, wait_s: float) -> None:
        """By the house's clock or the machine's, whichever is sooner: simulated time may stand
        still just when something died, and may run a thousand times faster."""
        sleeping = asyncio.ensure_future(self._clock.sleep(wait_s))
        try:
            await asyncio.wait({sleeping}, timeout=wait_s)
        finally:
            sleeping.cancel()

    def _end_with(self, error: Exception) -> None:
        if self._end is not None and not self._end.done():
            self._end.set_exception(error)

    async def _stop_in_order(self, grace_s: float) -> None:
        for stage in Stage:
            names = [p.resident.name for p in self._places if p.stage is stage]
            tasks = {self._tasks[name] for name in names if name in self._tasks}
            # A cancellation can be lost in somebody's clean-up: who is late is asked once more.
            late = await _cancelled(await _cancelled(tasks, grace_s), grace_s / 2)
            for task in late:
                log.error("%s did not stop in %s s", task.get_name(), grace_s)
            for task in tasks - late:
                if not task.cancelled():
                    task.exception()


async def _cancelled(tasks: set[asyncio.Task[None]], grace_s: float) -> set[asyncio.Task[None]]:
    """Cancel all and wait; gives those that go on regardless."""
    for task in tasks:
        task.cancel()
    if not tasks:
        return set()
    _, late = await asyncio.wait(tasks, timeout=grace_s)
    return late


async def until(true: Callable[[], bool], *, look_every_s: float = 0.02) -> None:
    """Wait in real time until something outside has come to be so."""
    while not true():  # noqa: ASYNC110 - what is waited for tells nobody
        await asyncio.sleep(look_every_s)
