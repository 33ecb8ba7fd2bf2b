"""Wire: one connection of the page, with an end to every patience (F20, T12).

uvicorn's own protocol waits for ever for a head that comes byte by byte, for a client that does
not read, and counts nobody twice. What is added: a cap per client and in all at the accept, a
time for the head, and the cutting of connections that are being closed but never taken.
"""

import asyncio
import logging
import time
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.limits import RequestBrake

CONNECTIONS_MAX, CONNECTIONS_PER_CLIENT = 256, 64
"""Sockets at once. 256 stays far below the 1024 descriptors a process has by default; a
household of browsers uses about 6 each."""
ACCEPTS_PER_S, ACCEPTS_AT_ONCE = 25.0, 150.0
"""New connections of one client; a browser keeps the few it has. Refusing here costs a quarter of
refusing the request, which is read, parsed and routed first (F20)."""
HEAD_S = 10.0
"""From the accept, or the first byte of a further request, to the end of the head."""
LOOK_EVERY_S = 2.5
_REFUSAL = b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: %d\r\n\r\n"
_FULL = _REFUSAL % (b"503 Service Unavailable", 10)
_TOO_OFTEN = _REFUSAL % (b"429 Too Many Requests", 2)


class OncePerMinute(logging.Filter):
    """One line of a kind a minute: a flood must not fill the log as well."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        kind, now = f"{record.msg} {error}", time.monotonic()
        if now - self._last.get(kind, -60.0) < 60.0:
            return False
        self._last[kind] = now
        return True


quiet = OncePerMinute()


class _Door:
    """Who holds how many connections of one server, and who comes how often."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._brake = RequestBrake(per_s=ACCEPTS_PER_S, at_once=ACCEPTS_AT_ONCE)

    def enter(self, host: str) -> bytes:
        """What to refuse it with, nothing to let it in; counted until it leaves, either way."""
        self._held[host] += 1
        if self._held.total() > CONNECTIONS_MAX or self._held[host] > CONNECTIONS_PER_CLIENT:
            return _FULL
        return _TOO_OFTEN if self._brake.wait_s(host) else b""

    def leave(self, host: str) -> None:
        """It is gone."""
        self._held[host] -= 1
        if not self._held[host]:
            del self._held[host]


_doors: WeakKeyDictionary[ServerState, _Door] = WeakKeyDictionary()


class Wire(H11Protocol):
    """uvicorn's connection, capped and timed."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_since: float | None = None
        self._look: asyncio.TimerHandle | None = None
        self._unsent = -1
        self._door = _doors.setdefault(self.server_state, _Door())

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in, or refuse it in one line when there are too many."""
        super().connection_made(transport)
        if refusal := self._door.enter(self._host()):
            transport.write(refusal)
            transport.close()
        self._head_since = self.loop.time()
        self._look = self.loop.call_later(LOOK_EVERY_S, self._look_after)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self._look is not None:
            self._look.cancel()
        self._door.leave(self._host())
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; note whether a head is under way."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._head_since = None
        elif self._head_since is None:
            self._head_since = self.loop.time()

    def on_response_complete(self) -> None:
        """A request is done; the next head has not begun."""
        self._head_since = None
        super().on_response_complete()

    def _host(self) -> str:
        return str(self.client[0]) if self.client else ""

    def _look_after(self) -> None:
        """Cut who is late with the head, or takes nothing of what is left to send."""
        unsent = self.transport.get_write_buffer_size()
        late = self._head_since is not None and self.loop.time() - self._head_since > HEAD_S
        stuck = self.transport.is_closing() and unsent > 0 and unsent == self._unsent
        if late or stuck:
            self.transport.abort()
            return
        self._unsent = unsent
        self._look = self.loop.call_later(LOOK_EVERY_S, self._look_after)
