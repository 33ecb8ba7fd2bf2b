"""Inflow: the bytes of one connection, read in gulps and cut before anybody looks at them.

In calm it reads as little as comes. While more waits than is heard it rests between two gulps, so
that a storm costs the loop a few hundred turns a second and not thousands: everybody else's work
takes dozens of turns, the owner's command among it.
"""

import asyncio
import logging
import socket
import ssl
from typing import Protocol

import aiomqtt

from companion.links.backlog import Backlog
from companion.links.packets import Malformed, Packets

log = logging.getLogger("companion.home")

SIP_BYTES, GULP_BYTES = 1024, 262_144
"""Read at once in calm: some dozen reports, fewer than would be merged. And after a rest: all that
5,000 reports a second of a hundred bytes leave in half a second."""
REST_FROM = 32
"""Messages waiting from which reading rests."""
REST_S = 0.004
"""A broker has twenty messages of QoS 1 on the way (mosquitto's `max_inflight_messages`): five
thousand a second are acknowledged in time, or it would drop them and nobody could count."""


class Caps(Protocol):
    """What a link says of lengths, and where it counts."""

    def cap(self, topic: str) -> int:
        """Longest payload of this topic, in bytes."""
        ...

    def refuse_long(self) -> None:
        """One was longer."""
        ...


class Inflow:
    """Reads for one entered client from `open` to `close`. What is no message goes to paho."""

    def __init__(self, client: aiomqtt.Client, backlog: Backlog, caps: Caps) -> None:
        self._client, self._paho, self._backlog = client, client._client, backlog
        self._packets = Packets(
            caps.cap,
            message=backlog.put,
            others=self._hand_on,
            acknowledge=self._paho._send_puback,
            oversized=caps.refuse_long,
        )
        self._loop = asyncio.get_running_loop()
        self._sock = self._paho.socket()
        self._resting: asyncio.TimerHandle | None = None
        self._rested = False
        self._for_paho = bytearray()
        self._ended = False

    def open(self) -> None:
        """Read from now on, in the place of aiomqtt's own reader. Whoever waits for a message is
        woken by the connection's end too."""
        self._paho._sock_recv = self._give  # type: ignore[method-assign]
        self._client._disconnected.add_done_callback(self._noticed)
        self._go_on(rested=False)

    def close(self) -> None:
        """No rest outlives the connection."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def heard(self) -> None:
        """Something was taken from the backlog; with little left there is no need to rest."""
        if self._resting is not None and len(self._backlog) < REST_FROM // 4:
            self._resting.cancel()
            self._go_on(rested=False)

    def gone(self) -> bool:
        """Whether the connection has ended."""
        return self._client._disconnected.done()

    def _noticed(self, ended: asyncio.Future[None]) -> None:
        """Wake who reads. Looked at here, for a broker that hung leaves an error nobody awaits,
        which asyncio would print as our mistake hours later."""
        if not ended.cancelled():
            ended.exception()
        self._backlog.something.set()

    def _go_on(self, *, rested: bool) -> None:
        self._resting, self._rested = None, rested
        if (sock := self._open_socket()) is not None:
            self._loop.add_reader(sock.fileno(), self._readable)
            self._look_inside_tls()

    def _rest(self) -> None:
        if (sock := self._open_socket()) is not None:
            self._loop.remove_reader(sock.fileno())
            self._resting = self._loop.call_later(REST_S, lambda: self._go_on(rested=True))

    def _open_socket(self) -> socket.socket | None:
        """The socket, while it is this connection's: paho lets it go when it is lost."""
        sock = self._paho.socket()
        return sock if sock is self._sock and isinstance(sock, socket.socket) else None

    def _readable(self) -> None:
        if self._resting is not None or (sock := self._open_socket()) is None:
            return
        size, self._rested = GULP_BYTES if self._rested else SIP_BYTES, False
        try:
            data = sock.recv(size)
            self._packets.feed(data)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except (OSError, Malformed) as error:
            log.info("the broker's connection broke: %s", error)
            data = b""
        if not data:
            self._end()
        elif len(self._backlog) >= REST_FROM:
            self._rest()
        else:
            self._look_inside_tls()

    def _look_inside_tls(self) -> None:
        """Bytes that TLS holds already make no socket readable."""
        if isinstance(self._sock, ssl.SSLSocket) and self._sock.pending():
            self._loop.call_soon(self._readable)

    def _end(self) -> None:
        """Let paho find out for itself, which closes the socket and tells aiomqtt."""
        self._ended = True
        self._paho.loop_read()

    def _hand_on(self, packet: bytes) -> None:
        self._for_paho += packet
        self._paho.loop_read()

    def _give(self, bufsize: int) -> bytes:
        """What paho takes for its socket."""
        if not self._for_paho and not self._ended:
            raise BlockingIOError
        given = bytes(self._for_paho[:bufsize])
        del self._for_paho[:bufsize]
        return given
