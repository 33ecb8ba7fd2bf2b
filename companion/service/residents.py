"""Residents: run tasks as long as the service lives, and start each again when it ends.

A task that nobody awaits and that dies is silent: its work is never done again and nobody is told.
So each such task of the product is the `live` of one `Resident`: its end is logged and told to
the health page, and it is started again after a pause that doubles.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

log = logging.getLogger(__name__)

RESTART_FROM_S, RESTART_TO_S = 1.0, 60.0
"""First and longest pause before a resident is started again; a life longer than the longest pause
makes the next pause the first again."""
STEADY_S = 3.0
"""Real seconds after which a resident that was started again counts as up."""


class Stand(StrEnum):
    """How a resident stands, as observed."""

    STOPPED = "stopped"
    """It ended; it is started again after a pause."""
    AGAIN = "again"
    """It was started again and has not run for `STEADY_S` yet."""
    UP = "up"
    """It was started again and has run since."""


@dataclass(frozen=True, slots=True)
class ResidentReport:
    """One change of a resident's stand."""

    name: str
    stand: Stand
    falls: int
    """How often it ended since the service began."""
    error: BaseException | None = None
    """Exception that ended it; for `STOPPED`."""
    pause_s: float = 0.0
    """How long until it is started again; for `STOPPED`."""


class EndedByItself(RuntimeError):
    """A resident came to an end that was to run until it is cancelled."""


class Resident:
    """One task that is kept alive; `live` in a task of its own, or `start` and `stop`."""

    def __init__(
        self,
        name: str,
        run: Callable[[], Awaitable[None]],
        *,
        longest_pause_s: float = RESTART_TO_S,
        finishes: bool = False,
        restarts: bool = True,
        gives_up: tuple[type[Exception], ...] = (),
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
        told: Callable[[ResidentReport], None] = lambda told: None,
    ) -> None:
        """`finishes`: it may come to a good end. `restarts` False: `live` raises what it ended
        with. `gives_up`: errors that `live` raises at once, without a log. `pause`: how to wait
        some seconds before it is started again."""
        self.name = name
        self.falls = 0
        self._run, self._finishes, self._restarts = run, finishes, restarts
        self._longest_pause_s, self._gives_up = longest_pause_s, gives_up
        self._pause, self._told = pause, told
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin in a task of its own; nothing where it runs already."""
        if not self.running():
            self._task = asyncio.create_task(self.live(), name=self.name)

    async def stop(self) -> None:
        """End the task of `start` and wait for its end; idempotent."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def cancel(self) -> None:
        """Ask the task of `start` to end, without waiting for it."""
        if self._task is not None:
            self._task.cancel()

    def running(self) -> bool:
        """Whether the task of `start` lives."""
        return self._task is not None and not self._task.done()

    async def live(self) -> None:
        """Run, and run again, until cancelled or finished."""
        pause_s = RESTART_FROM_S
        while True:
            began = time.monotonic()
            error = await self._one_life()
            if error is None:
                log.info("%s has come to its end", self.name)
                return
            self.falls += 1
            # An OSError says in words what happened; only our own mistakes need a trace.
            trace = None if isinstance(error, OSError | EndedByItself) else error
            log.warning("%s stopped: %s", self.name, error or type(error).__name__, exc_info=trace)
            if time.monotonic() - began > RESTART_TO_S:
                pause_s = RESTART_FROM_S
            pause_s = min(pause_s, self._longest_pause_s)
            self._tell(ResidentReport(self.name, Stand.STOPPED, self.falls, error, pause_s))
            if not self._restarts:
                raise error
            await self._pause(pause_s)
            pause_s *= 2
            self._tell(ResidentReport(self.name, Stand.AGAIN, self.falls))

    async def _one_life(self) -> Exception | None:
        """Run it once. Gives the exception that ended it; None after a good end."""
        up = ResidentReport(self.name, Stand.UP, self.falls)
        loop = asyncio.get_running_loop()
        steady = loop.call_later(STEADY_S, self._tell, up) if self.falls else None
        try:
            error = await self._end_of_run()
        finally:
            if steady is not None:
                steady.cancel()
        end_if_asked()  # the way out may end in an error, in the cancellation's place
        return error

    async def _end_of_run(self) -> Exception | None:
        try:
            await self._run()
        except asyncio.CancelledError:
            end_if_asked()
            return EndedByItself(f"{self.name} was cancelled from within")
        except self._gives_up:
            raise
        # The one place where the death of any resident is turned into a report.
        except Exception as error:
            return error
        return None if self._finishes else EndedByItself(f"{self.name} ended by itself")

    def _tell(self, told: ResidentReport) -> None:
        try:
            self._told(told)
        # A listener's mistake must not end who is being kept alive.
        except Exception:
            log.exception("nobody could be told that %s is %s", told.name, told.stand)


def end_if_asked() -> None:
    """Raise `CancelledError` where this task was cancelled and a library lost that.

    For loops around calls of a library: `asyncio.wait_for` of Python 3.11 loses a cancellation
    that comes together with its answer (gh-86296); the loop would wait for its next work for ever.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
