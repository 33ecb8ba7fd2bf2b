"""A flood at the page's door (F20): hundreds of connections, requests without end, heads that
drip, browsers that stall. (Local control meanwhile: `companion bench loop_lag`.)

The attackers come from 127.0.0.2, the owner from 127.0.0.1: who they are is what the caps count.
With `elsewhere`, 127.0.0.1 alone is this machine, so that 127.0.0.2 and on play other machines of
the network.
"""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import AsyncIterator

import psutil
import pytest

from companion.web import guard, places, visitor, wire
from companion.web.guard import SESSION_COOKIE
from companion.web.keys import Keys
from companion.web.unix_socket import SOCKET_NAME
from tests.noted import Noted
from tests.unit.web.test_live import served
from tests.unit.web.twins import Household

ATTACKER = ("127.0.0.2", 0)
CONNECTIONS, STALLED, ASKED = 300, 50, 400
GROWTH_MB = 40.0


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.2 and on play other machines."""
    monkeypatch.setattr(visitor, "LOOPBACK", ("127.0.0.1/32", "::1/128"))


async def _connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=ATTACKER)


async def _answer(reader: asyncio.StreamReader) -> int:
    """The status of what comes, 0 when it was cut."""
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        head = await reader.readuntil(b"\r\n")
        return int(head.split()[1])
    return 0


async def _ask(port: int, *, attacker: bool = False) -> tuple[int, float]:
    """One request on a connection of its own: the status and the seconds it took."""
    began = time.perf_counter()
    where = ATTACKER if attacker else None
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=where)
    writer.write(f"GET /api/devices HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    status = await _answer(reader)
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return status, time.perf_counter() - began


async def test_who_asks_without_end_is_told_429(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F20: 400 requests as fast as they go; the owner is served all the while."""
    monkeypatch.setattr(places, "ACCEPTS_PER_S", 1.0)  # whatever the machine, it is too often
    async with served(home) as port:
        asked = await asyncio.gather(*(_flood(port, ASKED // 8) for _ in range(8)))
        statuses = [status for some in asked for status in some]
        mine, _ = await _ask(port)
    assert mine == 200
    assert set(statuses) <= {200, 429, 503}
    assert statuses.count(429) > 0
    assert statuses.count(200) >= 100


async def _flood(port: int, count: int) -> list[int]:
    return [(await _ask(port, attacker=True))[0] for _ in range(count)]


@contextlib.asynccontextmanager
async def _held(port: int, count: int, first: bytes) -> AsyncIterator[list[int]]:
    """So many connections that say `first` and then nothing; gives what the refused were told."""
    open_ones, told = [], []
    for _ in range(count):
        reader, writer = await _connect(port)
        writer.write(first)
        open_ones.append((reader, writer))
    await asyncio.sleep(0.3)
    for reader, _ in open_ones:
        if reader.at_eof() or reader._buffer:  # type: ignore[attr-defined]
            told.append(await _answer(reader))
    yield told
    for _, writer in open_ones:
        writer.close()
    await asyncio.gather(*(w.wait_closed() for _, w in open_ones), return_exceptions=True)


async def test_a_client_holds_so_many_connections_and_no_more(home: Household) -> None:
    """F20: the rest is refused in one line; descriptors stay bounded; others get in."""
    async with served(home) as port:
        before = len(os.listdir("/proc/self/fd"))
        async with _held(port, CONNECTIONS, b"GET / HTTP/1.1\r\nHo") as told:
            ours = len(os.listdir("/proc/self/fd")) - before - CONNECTIONS
            assert told.count(503) >= CONNECTIONS - places.PER_NETWORK - 2
            assert ours <= places.PER_NETWORK + 8
            assert (await _ask(port))[0] == 200


async def test_a_head_that_drips_is_cut(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """F20, T12: slow-loris, also after a first request on the same connection."""
    monkeypatch.setattr(wire, "HEAD_S", 0.4)
    monkeypatch.setattr(wire, "LOOK_EVERY_S", 0.1)
    whole = "GET /api/devices HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    async with served(home) as port:
        for first in ("", whole.format(port=port)):
            reader, writer = await _connect(port)
            writer.write(first.encode())
            if first:
                await reader.readuntil(b"\r\n\r\n")
            began = time.monotonic()
            with contextlib.suppress(ConnectionError):
                while not reader.at_eof() and time.monotonic() - began < 5:
                    writer.write(b"G")
                    await asyncio.sleep(0.05)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.02):
                            await reader.read(4096)
            assert time.monotonic() - began < 3
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


async def test_stalled_browsers_are_cut_and_cost_little(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F20: fifty that take nothing; each is cut, watchers and memory come back."""
    monkeypatch.setattr(guard, "SEND_TIMEOUT_S", 0.3)
    monkeypatch.setattr(wire, "LOOK_EVERY_S", 0.2)
    before = psutil.Process().memory_info().rss
    async with served(home) as port:
        stalled = [_stalled(port, f"127.0.0.{2 + n % 5}") for n in range(STALLED)]
        async with asyncio.timeout(60):
            while home.hub.watchers() < STALLED:
                await asyncio.sleep(0.02)
        text = "x" * 20_000
        async with asyncio.timeout(30):
            while home.hub.watchers():
                await home.journal.noted(Noted(text=text))
                await asyncio.sleep(0.005)
        for sock in stalled:
            sock.close()
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    print(f"F20: {STALLED} stalled browsers cut; memory {grown:+.1f} MB")
    assert grown <= GROWTH_MB


def _stalled(port: int, source: str) -> socket.socket:
    """A browser that asks for the stream and never reads."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.bind((source, 0))
    sock.connect(("127.0.0.1", port))
    sock.sendall(f"GET /api/events/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return sock


async def _speaks(port: int, source: str, cookie: str = "") -> int:
    """The status of one request of another machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    head = f"GET /api/devices HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    writer.write(f"{head}Cookie: {SESSION_COOKIE}={cookie}\r\nConnection: close\r\n\r\n".encode())
    status = await asyncio.wait_for(_answer(reader), 5)
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return status


async def test_silent_connections_close_the_page_for_nobody(
    home: Household, monkeypatch: pytest.MonkeyPatch, elsewhere: None
) -> None:
    """Issue 10, 9: 256 from five addresses say nothing, and come again as often as they are put
    out; a session, a new visitor, this machine and the command line are served all the while."""
    monkeypatch.setattr(places, "SETTLED_S", 0.0)
    keys = Keys(home.state_dir)
    keys.set_password("correct horse")
    token = keys.sessions.begin()
    keys.sessions.store()
    async with served(home) as port:
        silent: list[socket.socket] = []
        try:
            for turn in range(2):
                for number in range(256):
                    sock = socket.socket()
                    sock.bind((f"127.0.0.{2 + number % 5}", 0))
                    sock.connect(("127.0.0.1", port))
                    silent.append(sock)
                    await asyncio.sleep(0)
                assert await _speaks(port, "127.0.0.9", token) == 200, turn
                assert await _speaks(port, "127.0.0.10") == 401, turn
                assert await _speaks(port, "127.0.0.1", token) == 200, turn
                assert await _over_the_socket(home, keys.cli_token) == 200, turn
        finally:
            for sock in silent:
                sock.close()


async def _over_the_socket(home: Household, token: str) -> int:
    reader, writer = await asyncio.open_unix_connection(home.state_dir / SOCKET_NAME)
    writer.write(
        f"GET /api/devices HTTP/1.1\r\nHost: x\r\nX-Companion-Token: {token}\r\n\r\n".encode()
    )
    status = await asyncio.wait_for(_answer(reader), 5)
    writer.close()
    await writer.wait_closed()
    return status
