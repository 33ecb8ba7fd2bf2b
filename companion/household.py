"""Household: everything that runs has a name, is watched, and stops in a fixed order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum

from companion.ports.clock import Clock

log = logging.getLogger(__name__)

RESTART_FROM_S, RESTART_TO_S = 1.0, 60.0
"""Back-off of an optional resident (F12, F13)."""
NEEDED_RESTART_TO_S = 2.0
"""Longest pause of a resident without whom the house is deaf or mute (walker, page, scheduler):
one mistake must not cost a minute of obedience (R5)."""


class Stage(IntEnum):
    """Stop order: intake first, then the act in hand, the journal, the drivers."""

    INTAKE = 0
    ACT = 1
    JOURNAL = 2
    DRIVERS = 3


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
class Resident:
    """A named coroutine that runs until it is stopped."""

    name: str
    run: Callable[[], Awaitable[None]]
    stage: Stage
    essential: bool
    longest_pause_s: float = RESTART_TO_S


class Household:
    """Runs residents side by side and reports trouble to `on_trouble(name, error)`."""

    def __init__(
        self, clock: Clock, on_trouble: Callable[[str, BaseException | None], None]
    ) -> None:
        self._clock = clock
        self._on_trouble = on_trouble
        self._residents: list[Resident] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._end: asyncio.Future[None] | None = None

    def add(
        self,
        name: str,
        run: Callable[[], Awaitable[None]],
        stage: Stage,
        *,
        essential: bool = False,
        needed: bool = False,
    ) -> None:
        """Take a resident in; it starts with `live`. Essential: its death ends the service.
        Needed: it comes back within `NEEDED_RESTART_TO_S`. Others may pause for a minute."""
        longest_s = NEEDED_RESTART_TO_S if needed else RESTART_TO_S
        self._residents.append(Resident(name, run, stage, essential, longest_s))

    def sound(self) -> bool:
        """Whether every essential resident lives (asked before the watchdog is fed)."""
        return all(
            name in self._tasks and not self._tasks[name].done()
            for name in (r.name for r in self._residents if r.essential)
        )

    def stop(self) -> None:
        """Ask everybody to stop; idempotent, callable from a signal."""
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    def begin_again(self, why: BeginAgain) -> None:
        """Stop everybody, in order; `live` raises it. Idempotent."""
        self._end_with(why)

    async def live(self, *, grace_s: float = 2.0) -> None:
        """Run everybody until `stop`, or until an essential resident dies."""
        self._end = asyncio.get_running_loop().create_future()
        for resident in self._residents:
            self._tasks[resident.name] = asyncio.create_task(
                self._watch(resident), name=f"resident {resident.name}"
            )
        try:
            await self._end
        finally:
            await self._stop_in_order(grace_s)

    async def _watch(self, resident: Resident) -> None:
        wait_s = RESTART_FROM_S
        while True:
            started = self._clock.monotonic()
            try:
                await resident.run()
                if resident.essential and self._end is not None and not self._end.done():
                    raise EssentialResidentDied(f"{resident.name} ended by itself")
                return
            except asyncio.CancelledError:
                raise
            except CannotStart as reason:
                self._end_with(reason)
                return
            # The one place where any resident's death is turned into a report.
            except Exception as error:
                # An OSError says in words what the world did; only our own mistakes need a trace.
                trace = None if isinstance(error, OSError) else error
                log.warning("%s stopped: %s", resident.name, error, exc_info=trace)
                self._on_trouble(resident.name, error)
                if resident.essential:
                    self._end_with(EssentialResidentDied(f"{resident.name}: {error}"))
                    return
            if self._clock.monotonic() - started > RESTART_TO_S:
                wait_s = RESTART_FROM_S
            await self._pause(wait_s)
            wait_s = min(resident.longest_pause_s, wait_s * 2)
            self._on_trouble(resident.name, None)

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
            names = [r.name for r in self._residents if r.stage is stage]
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


async def until(true: Callable[[], bool], *, look_every_s: float = 0.1) -> None:
    """Wait in real time until something outside has come to be so."""
    while not true():  # noqa: ASYNC110 - what is waited for tells nobody
        await asyncio.sleep(look_every_s)
