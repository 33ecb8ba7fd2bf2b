"""Life of a worker's child process: its replies, its signs of life and its end."""

import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.engines.worker.child import (
    LENGTHS,
    GarbageReceived,
    pack,
    unpack_header,
    unpack_lengths,
)

PING_EVERY_S = 1.0
"""While a call runs the child's control thread is asked this often how far the call is."""
CPU_SIGN_S = 0.1
"""CPU seconds that tell computing from answering pings, of which a thousand take this."""

Answer = tuple[dict[str, Any], bytes]


class WorkerFailed(RuntimeError):
    """Base class of the errors of a worker process."""


class WorkerTimedOut(WorkerFailed, TimeoutError):
    """Error: the deadline passed; the call was stopped, by killing the child where needed."""


class WorkerCrashed(WorkerFailed):
    """Error: the child died or sent garbage during the call."""


class WorkerUnavailable(WorkerFailed):
    """Error: no child is serving, because it could not load (the text says why) or is
    restarting."""


class WorkerRefused(WorkerFailed):
    """Error: the call raised inside the child, which lives on; `kind` is the exception's name."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Fall:
    """Record of how a child ended."""

    exit_code: int
    """Negative: the number of the signal."""
    words: str
    """The last lines its native code wrote."""
    by_us: bool
    """We killed it: it hung, or sent garbage."""


Told = Callable[[str], None]


class Life:
    """Life of one child process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.pending: dict[int, asyncio.Future[Answer]] = {}
        self.tail: deque[str] = deque(maxlen=20)
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tasks: list[asyncio.Task[None]] = []
        self.pulse: asyncio.Task[None] | None = None
        self.cancel_wanted = False
        self.killed_by_us = False
        self.writer: asyncio.StreamWriter
        self.reader: asyncio.StreamReader
        self._progress = -1
        self._sign_at = self._computed_at = time.monotonic()
        self._cpu_s = 0.0
        self._told: Told | None = None
        self.read_until = 0.0
        """When the running call was last seen to get on with its prompt; 0: it never was."""

    def begin(self, number: int, told: Told | None = None) -> asyncio.Future[Answer]:
        """A call begins: from now on the child has to show signs of life. `told` gets its answer as
        far as it is written."""
        self._told = told
        self._sign_at, self._progress, self.cancel_wanted = time.monotonic(), -1, False
        self._computed_at = self._sign_at
        self.read_until = 0.0
        self.pending[number] = asyncio.get_running_loop().create_future()
        return self.pending[number]

    def silent_s(self) -> float:
        """Real seconds since the running call last got on; 0 while nothing runs."""
        return time.monotonic() - self._sign_at if self.pending else 0.0

    def still_s(self) -> float:
        """Real seconds since the running call last got on or computed; 0 while nothing runs. On a
        busy machine one step of a prompt takes long, and nothing hangs."""
        return min(self.silent_s(), time.monotonic() - self._computed_at)

    def gets_on(self, within_s: float) -> bool:
        """Whether the running call can tell how far it is, and got further in so many seconds."""
        return self._progress >= 0 and self.silent_s() < within_s

    async def listen(self) -> None:
        """Give every reply to its caller; ends with the child, or at the first garbage."""
        try:
            while True:
                sizes = unpack_lengths(await self.reader.readexactly(LENGTHS.size))
                header = unpack_header(await self.reader.readexactly(sizes[0]))
                self.take(header, await self.reader.readexactly(sizes[1]))
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.fail("died")
        except (GarbageReceived, KeyError, TypeError, ValueError) as error:
            self.killed_by_us = True
            await self.fail(f"sent garbage: {error!r}")

    def take(self, header: dict[str, Any], blob: bytes) -> None:
        """Settle what the frame settles. A reply nobody waits for any more is dropped."""
        op = header["op"]
        if op == "words":
            if self._told is not None and header["id"] in self.pending:
                self._told(str(header["text"]))
            return
        refused = WorkerRefused(header.get("kind", ""), header.get("message", ""))
        if "id" not in header:
            self._take_word(header, refused)
            return
        reply = {} if op == "error" else dict(header["reply"])
        waiting = self.pending.pop(header["id"], None)
        if waiting is None or waiting.done():
            return
        if op == "error":
            waiting.set_exception(refused)
        else:
            waiting.set_result((reply, blob))

    def _take_word(self, header: dict[str, Any], refused: WorkerRefused) -> None:
        if header["op"] == "pong":
            # -1: the module cannot tell how far it is; that it speaks at all has to do then.
            if header["progress"] == -1 or header["progress"] != self._progress:
                self._sign_at, self._progress = time.monotonic(), header["progress"]
                if header.get("reading"):
                    self.read_until = self._sign_at
            if header["cpu_s"] - self._cpu_s >= CPU_SIGN_S:
                self._computed_at, self._cpu_s = time.monotonic(), header["cpu_s"]
        elif self.ready.done():
            return
        elif header["op"] == "ready":
            self.ready.set_result(None)
        else:
            self.ready.set_exception(refused)

    async def beat(self) -> None:
        """Ask for signs of life while a call runs; say again what may have come too early."""
        while True:
            await asyncio.sleep(PING_EVERY_S)
            if self.pending:
                self.writer.write(pack({"op": "ping"}))
                if self.cancel_wanted:
                    self.writer.write(pack({"op": "cancel"}))

    async def fail(self, what: str) -> None:
        """Kill what is left and tell every waiting caller."""
        code = await self.end()
        words = f"the worker {what} (exit {code}) {' | '.join(self.tail)}".rstrip()
        for waiting in self.pending.values():
            if not waiting.done():
                waiting.set_exception(WorkerCrashed(words))
        self.pending.clear()
        if not self.ready.done():
            self.ready.set_exception(WorkerCrashed(words))
            self.ready.exception()  # marks it as seen: `start` may have given up before

    async def drain(self) -> None:
        """Keep the last lines the native code wrote, for the error message."""
        assert self.process.stdout is not None
        while chunk := await self.process.stdout.read(4096):
            self.tail.extend(chunk.decode(errors="replace").splitlines()[-20:])

    def fall(self) -> Fall:
        """How it ended, once it has."""
        return Fall(self.process.returncode or 0, " | ".join(self.tail), self.killed_by_us)

    async def end(self) -> int:
        """Kill the whole process group; gives the exit code."""
        if self.pulse is not None:
            self.pulse.cancel()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.writer.close()
        return await self.process.wait()
