"""Wire: one connection of the page, with an end to every patience (F20, T12).

uvicorn's own protocol waits for ever for a head that comes byte by byte, for a client that does
not read, and counts nobody twice. What is added: a cap per client and in all at the accept, a
time for the head, and the cutting of connections that are being closed but never taken.
"""

import asyncio
import logging
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS_MAX, CONNECTIONS_PER_CLIENT = 256, 64
"""Sockets at once. 256 stays far below the 1024 descriptors a process has by default; a
household of browsers uses about 6 each."""
HEAD_S = 10.0
"""From the accept, or the first byte of a further request, to the end of the head."""
LOOK_EVERY_S = 2.5
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n"
    b"Retry-After: 10\r\n\r\n"
)


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


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


class Wire(H11Protocol):
    """uvicorn's connection, capped and timed."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_since: float | None = None
        self._look: asyncio.TimerHandle | None = None
        self._unsent = -1

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in, or refuse it in one line when there are too many."""
        super().connection_made(transport)
        if self._one_too_many():
            transport.write(_REFUSAL)
            transport.close()
        self._head_since = self.loop.time()
        self._look = self.loop.call_later(LOOK_EVERY_S, self._look_after)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self._look is not None:
            self._look.cancel()
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

    def _one_too_many(self) -> bool:
        if len(self.connections) > CONNECTIONS_MAX:
            return True
        host = _host(self)
        same = sum(_host(connection) == host for connection in self.connections)
        return same > CONNECTIONS_PER_CLIENT

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
