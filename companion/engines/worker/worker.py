"""Worker: runs a model in a process of its own and puts a deadline on every call.

A hang, a crash, a lack of memory or garbage from the child is one of the errors below and
never the end of the service: the child is killed and restarted with a back-off of 1..60 s.
Deadlines here are real seconds, as the child is a real process.

MODULE exposes `serve(settings) -> callable(header, blob) -> (header, blob)`; the callable
may have three methods that another thread calls: `cancel()`, to stop at the next token,
`progress()`, a number that grows while a call gets on, and `reading()`, whether the call still
reads its prompt: a deadline counts from the end of that. Before a call whose caller wants its
answer as far as it is written, `tells(listener)` is called.
"""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from companion.engines.worker.child import pack
from companion.engines.worker.life import (
    Answer,
    Fall,
    Life,
    WorkerCrashed,
    WorkerFailed,
    WorkerRefused,
    WorkerTimedOut,
    WorkerUnavailable,
)
from companion.service.residents import Resident

__all__ = [
    "Fall",
    "Worker",
    "WorkerCrashed",
    "WorkerFailed",
    "WorkerRefused",
    "WorkerTimedOut",
    "WorkerUnavailable",
    "threads_env",
]

BACK_OFF_FIRST_S = 1.0
BACK_OFF_MAX_S = 60.0
CANCEL_GRACE_S = 0.5
"""After the deadline the child may still stop by itself this long, so that a caller never waits
a second past it."""
STEP_S = 30.0
"""Longest step of a call that gets on: 64 prompt tokens of the 1.5 B are one second of two idle
cores, and some ten where eleven programs want them."""
READING_S = 600.0
"""Most that a deadline waits for a prompt to be read: twice a cold prefix of the 1.5 B at a load of
eleven, and no model is that slow for good."""
STOP_GRACE_S = 1.0
START_DEADLINE_S = 120.0
"""A 1.1 GB model from a slow SD card (20 MB/s) takes about a minute."""

_SOURCE = str(Path(__file__).parents[3])
"""Where the child finds `companion`, whatever folder the service was started in."""


def threads_env(threads: int) -> dict[str, str]:
    """Thread limits for numeric libraries; idle OpenMP threads must not spin (llm.md 3)."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return {name: str(threads) for name in names} | {"OMP_WAIT_POLICY": "PASSIVE"}


class Worker:
    """Parent of one child process: starts, asks, cancels, restarts and stops it. It makes one call
    at a time."""

    def __init__(
        self,
        module: str,
        settings: Mapping[str, Any],
        *,
        name: str,
        memory_limit_mb: int | None = None,
        after_fall: Callable[[Fall], Mapping[str, Any]] | None = None,
    ) -> None:
        """`after_fall` is told how a child ended and gives the settings to change for the next."""
        self.name = name
        self._after_fall = after_fall
        self._module = module
        self._first: dict[str, Any] = {
            "settings": dict(settings),
            "memory_limit_mb": memory_limit_mb,
        }
        cores = len(os.sched_getaffinity(0))
        self._env = threads_env(int(settings.get("threads") or max(1, cores - 1)))
        self._env["PYTHONPATH"] = _SOURCE
        # On an abort ggml would call a debugger for a backtrace: seconds of a service gone.
        self._env["GGML_NO_BACKTRACE"] = "1"
        self._child: Life | None = None
        self._up = asyncio.Event()
        self._revival: Resident | None = None
        self._one_at_a_time = asyncio.Lock()
        self._starting = asyncio.Lock()
        self._number = 0
        self._late: asyncio.Future[Answer] | None = None
        """A call that was given up and has not stopped yet, with what it evaluated so far."""
        self._back_off_s = BACK_OFF_FIRST_S
        self._why_down = "not started"
        self.restarts = 0

    def ready(self) -> bool:
        """Whether a call would be taken now."""
        return self._up.is_set()

    @property
    def pid(self) -> int | None:
        """Process id of the living child, for vitals and fault tests."""
        return self._child.process.pid if self._child and self._up.is_set() else None

    def silent_s(self) -> float:
        """Real seconds for which the running call has neither got on nor computed; 0 when idle."""
        return self._child.still_s() if self._child is not None else 0.0

    @property
    def why_down(self) -> str:
        """Last reason the child was not serving, "" while it serves."""
        return "" if self.ready() else self._why_down

    async def start(self) -> None:
        """Start the child and wait until its model is loaded. Raises `WorkerUnavailable`."""
        async with self._starting:
            if not self._up.is_set():
                await self._start()

    async def _start(self) -> None:
        child = await self._spawn()
        try:
            async with asyncio.timeout(START_DEADLINE_S):
                await asyncio.shield(child.ready)
        except (WorkerFailed, TimeoutError) as error:
            self._why_down = str(error) or "loading took too long"
            await self._bury(child)
            raise WorkerUnavailable(f"{self.name}: {self._why_down}") from error
        except asyncio.CancelledError:
            await self._bury(child)
            raise
        self._child = child
        self._up.set()
        child.tasks[0].add_done_callback(lambda _: self._fell(child))

    async def call(
        self,
        header: Mapping[str, Any],
        blob: bytes = b"",
        *,
        deadline_s: float,
        told: Callable[[str], None] | None = None,
    ) -> Answer:
        """Ask once; `deadline_s` real seconds count from being served, and from when the prompt has
        been read as long as that gets on (at most `READING_S`). `told` gets the answer as far as it
        is written, where the module tells it.

        Raises `WorkerTimedOut`, `WorkerCrashed`, `WorkerUnavailable`, `WorkerRefused`.
        """
        async with self._one_at_a_time:
            await self._late_call_stopped()
            child = await self._serving(deadline_s)
            self._number += 1
            waiting = child.begin(self._number, told)
            try:
                answer = await self._ask(
                    child, header, blob, waiting, deadline_s, tells=told is not None
                )
            except asyncio.CancelledError:
                await self.cancel()
                raise
            finally:
                if self._late is not waiting:
                    child.pending.pop(self._number, None)
        self._back_off_s = BACK_OFF_FIRST_S
        return answer

    async def cancel(self) -> None:
        """Ask the running call to stop at the next token; it still replies."""
        if self._child is not None and self._up.is_set():
            self._child.cancel_wanted = True
            self._child.writer.write(pack({"op": "cancel"}))

    async def stop(self) -> None:
        """End the child and every task. A later `start` begins anew."""
        self._up.clear()
        self._why_down = "stopped"
        revival, self._revival = self._revival, None
        if revival is not None:
            await revival.stop()
        child, self._child = self._child, None
        if child is not None:
            await self._bury(child)

    async def _ask(
        self,
        child: Life,
        header: Mapping[str, Any],
        blob: bytes,
        waiting: asyncio.Future[Answer],
        deadline_s: float,
        *,
        tells: bool,
    ) -> Answer:
        call = {"id": self._number, "op": "call", "call": dict(header), "tells": tells}
        child.writer.write(pack(call, blob))
        if blob:
            child.writer.write(blob)
        try:
            return await _answered(child, waiting, deadline_s)
        except WorkerFailed as error:
            raise type(error)(*_named(self.name, error)) from None
        except TimeoutError:
            await self._stop_late_call(child, waiting)
            raise WorkerTimedOut(f"{self.name}: no answer within {deadline_s:g} s") from None

    async def _stop_late_call(self, child: Life, waiting: asyncio.Future[Answer]) -> None:
        """A long call stops by itself and keeps its model loaded; a hang is killed. In the middle
        of a long step it is left to end that: its caller is told, and only the next call waits."""
        await self.cancel()
        done, _ = await asyncio.wait({waiting}, timeout=CANCEL_GRACE_S)
        if done:
            waiting.exception()
        elif child.gets_on(STEP_S):
            self._late = waiting
        else:
            await self._kill(child, waiting)

    async def _late_call_stopped(self) -> None:
        """Until a call that was given up has stopped; one that hangs is killed."""
        late, child = self._late, self._child
        if late is None:
            return
        while not late.done() and child is not None and child.gets_on(STEP_S):
            await asyncio.wait({late}, timeout=CANCEL_GRACE_S)
        self._late = None
        if late.done():
            late.exception()
        elif child is not None:
            await self._kill(child, late)

    async def _kill(self, child: Life, waiting: asyncio.Future[Answer]) -> None:
        waiting.cancel()
        child.killed_by_us = True
        await child.end()
        await asyncio.wait({child.tasks[0]})  # from here on the next call waits for the revival

    async def _serving(self, deadline_s: float) -> Life:
        if self._revival is not None and not self._up.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(deadline_s):
                    await self._up.wait()
        if self._child is None or not self._up.is_set():
            raise WorkerUnavailable(f"{self.name}: {self._why_down}")
        return self._child

    async def _spawn(self) -> Life:
        ours, theirs = socket.socketpair()
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "companion.engines.worker.child", self._module),
                *(str(theirs.fileno()), str(os.getpid())),
                pass_fds=(theirs.fileno(),),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, **self._env},
            )
        except BaseException:
            ours.close()  # cancelled, too: a house that stops while it starts
            raise
        finally:
            theirs.close()
        child = Life(process)
        child.reader, child.writer = await asyncio.open_connection(sock=ours)
        child.writer.write(pack({**self._first, "path": sys.path}))
        child.tasks = [
            asyncio.create_task(child.listen(), name=f"{self.name} worker replies"),
            asyncio.create_task(child.drain(), name=f"{self.name} worker output"),
        ]
        child.pulse = asyncio.create_task(child.beat(), name=f"{self.name} worker pulse")
        return child

    async def _bury(self, child: Life) -> None:
        await child.end()
        await asyncio.wait(child.tasks, timeout=STOP_GRACE_S)
        for task in child.tasks:
            task.cancel()
        pulse = (child.pulse,) if child.pulse is not None else ()
        await asyncio.gather(*child.tasks, *pulse, return_exceptions=True)

    def _fell(self, child: Life) -> None:
        """The serving child is gone: begin to revive it, unless it was stopped."""
        if self._child is not child:
            return
        self._up.clear()
        self._child = None
        self._why_down = f"restarting after exit {child.process.returncode}"
        revive = partial(self._revive, child)
        self._revival = Resident(f"{self.name} revival", revive, finishes=True)
        self._revival.start()

    async def _revive(self, fallen: Life) -> None:
        await self._bury(fallen)
        if self._after_fall is not None:
            self._first["settings"].update(self._after_fall(fallen.fall()))
        while not self._up.is_set():
            await asyncio.sleep(self._back_off_s)
            self._back_off_s = min(self._back_off_s * 2, BACK_OFF_MAX_S)
            self.restarts += 1
            with suppress(WorkerUnavailable):
                await self.start()


async def _answered(child: Life, waiting: asyncio.Future[Answer], deadline_s: float) -> Answer:
    """The answer. Raises `TimeoutError`, and what the child's end left in `waiting`."""
    began, left_s = time.monotonic(), deadline_s
    while left_s > 0:
        # Not wait_for: on 3.11 it swallows a cancellation that meets the answer.
        done, _ = await asyncio.wait({waiting}, timeout=left_s)
        if done:
            return waiting.result()
        read_s = min(max(0.0, child.read_until - began), READING_S)
        left_s = began + read_s + deadline_s - time.monotonic()
    raise TimeoutError


def _named(name: str, error: WorkerFailed) -> tuple[str, ...]:
    if isinstance(error, WorkerRefused):
        return error.kind, str(error).removeprefix(f"{error.kind}: ")
    return (f"{name}: {error}",)
