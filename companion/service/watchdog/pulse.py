"""Pulse: beats in the event loop, and a thread listens to it.

The heart beats in the loop and measures how late each beat comes: that is the loop's lag. A
thread listens. When the beats end for too long it writes the stacks of all threads to stderr
and to the state folder, and ends the process with a code of its own, so that systemd starts it
anew. Behind it stands faulthandler's own watchdog, which needs no interpreter lock, for native
code that never gives the lock back; and behind that systemd's, which hears `WATCHDOG=1` only
from a loop that beats.
"""

import asyncio
import contextlib
import faulthandler
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.ports.part import ResidentSpec, Stage
from companion.service.watchdog.systemd import Systemd

log = logging.getLogger(__name__)

BEAT_S = 0.05
"""Twenty beats a second cost 0.1 % of a core and see every delay that a person could feel."""
BEATS_KEPT = 1200
"""One minute."""
LISTENS = 10
"""The thread looks this often within the time allowed, and counts looks, not seconds: a
process that was suspended or stopped by a signal is not taken for a hung one."""
HUNG_SHARE = 0.9
"""Of `WatchdogSec`: our own dump comes just before systemd's SIGABRT."""
EXIT_HUNG = 80
"""Exit code of a hung loop; outside sysexits.h and systemd's own (200 and above)."""


@dataclass(frozen=True, slots=True)
class LoopLag:
    """How late the loop was within the last minute, in milliseconds."""

    p50_ms: float
    p99_ms: float
    max_ms: float


class Pulse:
    """A resident. `run` beats until cancelled; without a watchdog it only measures."""

    def __init__(
        self,
        systemd: Systemd,
        *,
        state_dir: Path | None = None,
        sound: Callable[[], bool] = lambda: True,
        beat_s: float = BEAT_S,
        hung: Callable[[], None] | None = None,
    ) -> None:
        """`sound`: whether the essential residents live; when not, the watchdog goes hungry.
        `hung`: what to do about a hung loop (default: dump and end the process)."""
        self._systemd = systemd
        self._state_dir = state_dir
        self._sound = sound
        self._beat_s = beat_s
        self._hung = hung or self._dump_and_end
        self._beats = 0
        self._late: deque[float] = deque(maxlen=BEATS_KEPT)
        self._quiet = threading.Event()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The one essential task: all others come back by themselves, and a house that is half deaf
        still obeys the page better than one that restarts."""
        return (ResidentSpec("pulse", self.run, Stage.DRIVERS, essential=True),)

    async def run(self) -> None:
        """Beat until cancelled."""
        self._quiet.clear()
        limit_s = self._systemd.watchdog_s
        listener = threading.Thread(
            target=self._listen, args=(limit_s,), name="pulse listener", daemon=True
        )
        if limit_s is not None:
            listener.start()
        try:
            await self._beat(limit_s)
        finally:
            self._quiet.set()
            if limit_s is not None:
                faulthandler.cancel_dump_traceback_later()
                listener.join(timeout=1.0)

    def lag(self) -> LoopLag | None:
        """The lag of the last minute; None before the first beat."""
        late = sorted(self._late)
        if not late:
            return None
        last = len(late) - 1
        p50, p99 = late[last // 2], late[round(last * 0.99)]
        return LoopLag(p50 * 1000, p99 * 1000, late[-1] * 1000)

    async def _beat(self, limit_s: float | None) -> None:
        fed = 0.0
        while True:
            due = time.monotonic() + self._beat_s
            await asyncio.sleep(self._beat_s)
            now = time.monotonic()
            self._late.append(max(0.0, now - due))
            self._beats += 1
            if limit_s is not None and now - fed >= limit_s / 4 and self._sound():
                fed = now
                self._systemd.alive()
                # For native code that keeps the interpreter's lock: no thread of ours runs then.
                faulthandler.dump_traceback_later(limit_s * 1.5, exit=True)

    def _listen(self, limit_s: float) -> None:
        heard, silent = self._beats, 0
        while not self._quiet.wait(limit_s * HUNG_SHARE / LISTENS):
            beats = self._beats
            silent = silent + 1 if beats == heard else 0
            heard = beats
            if silent >= LISTENS:
                self._hung()
                return

    def _dump_and_end(self) -> NoReturn:
        """Leave the reason behind, then go: the loop cannot be asked to stop any more."""
        said = f"the event loop has not answered for {self._systemd.watchdog_s} s; stacks follow"
        with contextlib.suppress(OSError):
            print(said, file=sys.stderr, flush=True)
            faulthandler.dump_traceback(file=sys.stderr)
        with contextlib.suppress(OSError):
            self._leave_file(said)
        os._exit(EXIT_HUNG)

    def _leave_file(self, said: str) -> None:
        if self._state_dir is None:
            return
        path = self._state_dir / f"hung-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        with path.open("w", encoding="utf-8") as out:
            print(said, file=out, flush=True)
            faulthandler.dump_traceback(file=out)
