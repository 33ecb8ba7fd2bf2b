"""Wire: serves one connection of the page, with a timeout for every wait.

uvicorn's own protocol waits for ever for a head that comes byte by byte and for a client that does
not read. This module adds: a time for the head, and the cutting of connections that are being
closed but never taken. How many there may be is for `places` to say.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.places import Holder, Place
from companion.web.visitor import OVER_UNIX, PLACE

HEAD_S = 10.0
"""From the accept, or the first byte of a further request, to the end of the head."""
LOOK_EVERY_S = 2.5


class Wire(H11Protocol):
    """uvicorn's connection, timed; it gives its place back when it ends."""

    transport: asyncio.Transport

    def __init__(self, place: Place, **kwargs: Any) -> None:
        state = {PLACE: place, OVER_UNIX: place.holder is Holder.UNIX}
        super().__init__(app_state=state, **kwargs)
        self._head_since: float | None = None
        self._look: asyncio.TimerHandle | None = None
        self._unsent = -1
        self._place = place

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in."""
        super().connection_made(transport)
        self._place.put_out = transport.abort
        self._head_since = self.loop.time()
        self._look = self.loop.call_later(LOOK_EVERY_S, self._look_after)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self._look is not None:
            self._look.cancel()
        self._place.leave()
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

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on, with its place, to the protocol of sockets."""
        if self._look is not None:
            self._look.cancel()
        super().handle_websocket_upgrade(event)

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
