"""Listener: takes connections from one listening socket and gives each a place, or refuses it.

asyncio's own accept loop asks nobody, counts no TLS connection before its handshake ended, and
with no descriptor left writes one log line for each of its two thousand tries a second.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Any

from companion.web.places import Place, Refused

log = logging.getLogger(__name__)
ACCEPTS_AT_A_TURN = 32
"""Then the loop does its other work first."""
ACCEPT_RETRY_S = 1.0
"""How long nothing is accepted after the kernel refused a descriptor."""
HANDSHAKE_S = 10.0
REFUSAL_READ_CHARS = 4096


class Listener:
    """One listening socket. `place_of` gives a peer's place or raises `Refused`; `protocol_of`
    makes the connection that holds it."""

    def __init__(
        self,
        listening: socket.socket,
        place_of: Callable[[Any], Place],
        protocol_of: Callable[[Place], asyncio.Protocol],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        listening.setblocking(False)
        self.socket = listening
        self._place_of, self._protocol_of, self._tls = place_of, protocol_of, tls
        self._taking: set[asyncio.Task[None]] = set()
        self._retry: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(listening, self._accept)

    async def close(self) -> None:
        """Accept no more; connections that were taken go on."""
        if self._retry is not None:
            self._retry.cancel()
        self._loop.remove_reader(self.socket)
        self.socket.close()
        for task in self._taking:
            task.cancel()
        await asyncio.gather(*self._taking, return_exceptions=True)

    def _accept(self) -> None:
        for _ in range(ACCEPTS_AT_A_TURN):
            try:
                connection, peer = self.socket.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError as error:
                log.error("no connection can be taken: %s; next try in %g s", error, ACCEPT_RETRY_S)
                self._loop.remove_reader(self.socket)
                self._retry = self._loop.call_later(ACCEPT_RETRY_S, self._resume)
                return
            connection.setblocking(False)
            self._place(connection, peer)

    def _resume(self) -> None:
        self._loop.add_reader(self.socket, self._accept)

    def _place(self, connection: socket.socket, peer: Any) -> None:
        try:
            place = self._place_of(peer)
        except Refused as refused:
            self._refuse(connection, refused.answer)
            return
        task = self._loop.create_task(self._take(connection, place), name="page connection")
        place.put_out = lambda: _cancel(task)
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    def _refuse(self, connection: socket.socket, answer: bytes) -> None:
        """One line for who speaks HTTP; what it sent is read first, else the line is lost."""
        with contextlib.closing(connection), contextlib.suppress(OSError):
            if self._tls is None:
                connection.send(answer)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(REFUSAL_READ_CHARS)

    async def _take(self, connection: socket.socket, place: Place) -> None:
        try:
            await self._loop.connect_accepted_socket(
                lambda: self._protocol_of(place),
                connection,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE_S if self._tls is not None else None,
            )
        except (OSError, TimeoutError) as error:  # ssl.SSLError is an OSError
            log.debug("a connection ended before its first request: %s", error)
            place.leave()
            connection.close()
        except asyncio.CancelledError:
            place.leave()
            connection.close()
            raise


def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
