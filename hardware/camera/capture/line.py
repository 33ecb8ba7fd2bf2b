"""Socket line between service and capture process: one question, one answer.

With nothing between but the loop's own readiness and one lazy timer: for every frame a stream's
turns and a timer of its own cost as much as gating it.
"""

import asyncio
import socket
from contextlib import suppress

from hardware.camera.capture.memory import LONGEST_BYTES


def pair() -> tuple[socket.socket, socket.socket]:
    """Open both ends of a line, whose messages stay whole."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


class Line:
    """Service's end of the line; it asks one question at a time."""

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._end, self._loop = end, asyncio.get_running_loop()
        self._waiting: asyncio.Future[bytes] | None = None
        self._owed = 0
        self._due_s = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._loop.add_reader(end, self._hear)

    def tell(self, words: bytes) -> None:
        """Say what needs no answer. Raises `ConnectionError`."""
        self._end.send(words)

    async def ask(self, words: bytes, wait_s: float) -> bytes:
        """Say it and wait for the answer. Raises `TimeoutError`, `ConnectionError`."""
        await self.settled(wait_s)
        self._end.send(words)
        self._owed += 1
        return await self._answer(wait_s)

    async def settled(self, wait_s: float) -> None:
        """Until what was asked by somebody who went is answered; raises as `ask`."""
        while self._owed:
            await self._answer(wait_s)

    async def _answer(self, wait_s: float) -> bytes:
        answer: asyncio.Future[bytes] = self._loop.create_future()
        self._waiting = answer
        self._due_s = self._loop.time() + wait_s
        if self._alarm is None or self._alarm.when() > self._due_s:
            self._set_alarm()
        try:
            return await answer
        finally:
            self._waiting = None

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._loop.call_at(self._due_s, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if self._waiting is None:
            return
        if self._loop.time() < self._due_s:
            self._set_alarm()
        elif not self._waiting.done():
            self._waiting.set_exception(TimeoutError())

    def _hear(self) -> None:
        try:
            words = self._end.recv(LONGEST_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except ConnectionError:
            words = b""
        if not words:
            self.close()
            return
        self._owed -= 1
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(words)

    def close(self) -> None:
        """Hang up; who still waits hears a `ConnectionError`. Idempotent."""
        with suppress(ValueError):  # closed before
            self._loop.remove_reader(self._end)
        self._end.close()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionResetError("the line is closed"))
