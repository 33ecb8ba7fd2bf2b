"""Benchmark from an appended event to twenty open pages, beside a bare server of the stream.

Both servers run here, the browsers in one process of their own; the rounds are interleaved.
"""

import asyncio
import json
import socket
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import psutil

from companion.app import Companion
from companion.web.routes.live import encode
from companion.words.activity import StreamKind, StreamMessage
from companion.words.ids import EventId
from tests.noted import Noted
from tests.proof.bench.browsers import HEAD
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.whole import child, line_of, living, shipped, tell

IDS = ("P19",)
BROWSERS = 20
EVENTS_PER_S = 100.0
EVENTS = {Effort.SHORT: 200, Effort.LONG: 6000}
BURST = 200
"""Messages at once; below what a watcher may be behind, so that none is dropped."""
ROUNDS = {Effort.SHORT: 5, Effort.LONG: 25}
STALLED_MESSAGES = {Effort.SHORT: 4000, Effort.LONG: 40_000}
P99_MS, SHARE, STALLED_MB = 20.0, 0.5, 5.0
"""Limits of the delay and of the burst."""
_HELLO = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1000\n: hello\n\n"


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Latency at 100 events a second, burst against the bare server, one client that stalls."""
    with tempfile.TemporaryDirectory() as folder:
        async with living(shipped(Path(folder)), staged=True) as (house, port):
            p50_ms, p99_ms = await _latency(house, port, EVENTS[effort])
            ours, bare = await _bursts(house, port, ROUNDS[effort])
            grown_mb = await _stalled(house, port, STALLED_MESSAGES[effort])
    return (
        Figure(
            id="P19",
            what=f"event append to {BROWSERS} browsers at 100 events/s, p99",
            value=p99_ms,
            limit=P99_MS,
            sense=Sense.AT_MOST,
            unit="ms",
            detail={"p50_ms": round(p50_ms, 2), "events": EVENTS[effort]},
        ),
        Figure(
            id="P19",
            what=f"burst of {BURST} messages to {BROWSERS} browsers",
            value=ours / bare,
            limit=SHARE,
            sense=Sense.AT_LEAST,
            against="a bare asyncio SSE server, same messages, same browsers",
            detail={"deliveries_per_s": round(ours), "bare_per_s": round(bare)},
        ),
        Figure(
            id="P19",
            what="memory one stalled browser costs",
            value=grown_mb,
            limit=STALLED_MB,
            sense=Sense.AT_MOST,
            unit="MB",
            detail={"messages": STALLED_MESSAGES[effort]},
        ),
    )


async def _latency(house: Companion, port: int, events: int) -> tuple[float, float]:
    """p50 and p99 in ms from before the append to the arrival at each browser."""
    begun: dict[int, float] = {}
    async with child("tests.proof.bench.browsers", (port, BROWSERS)) as browsers:
        assert await line_of(browsers) == "ready"
        await tell(browsers, str(events))
        next_at = time.monotonic()
        for number in range(events):
            before = time.monotonic()
            event = await house.storage.journal.noted(Noted(text=f"{number}"))
            begun[event.id] = before
            next_at += 1 / EVENTS_PER_S
            await asyncio.sleep(max(0.0, next_at - time.monotonic()))
        arrived = json.loads(await line_of(browsers))
    late = sorted(
        (at - begun[number]) * 1000
        for browser in arrived
        for number, at in browser
        if number in begun
    )
    return late[len(late) // 2], late[int(len(late) * 0.99)]


async def _bursts(house: Companion, port: int, rounds: int) -> tuple[float, float]:
    """Deliveries a second, ours and bare, medians of interleaved rounds."""
    ours: list[float] = []
    bare: list[float] = []
    async with (
        _bare_server() as (server, bare_port),
        child("tests.proof.bench.browsers", (port, BROWSERS)) as to_us,
        child("tests.proof.bench.browsers", (bare_port, BROWSERS)) as to_it,
    ):
        assert await line_of(to_us) == await line_of(to_it) == "ready"
        for _ in range(rounds):
            ours.append(await _burst(to_us, house.foundations.hub.publish))
            bare.append(await _burst(to_it, server.publish))
    return statistics.median(ours), statistics.median(bare)


async def _burst(
    browsers: asyncio.subprocess.Process, publish: Callable[[StreamMessage], None]
) -> float:
    """Deliveries a second of one burst."""
    messages = [_message(number) for number in range(BURST)]
    await tell(browsers, str(BURST))
    await asyncio.sleep(0.05)
    began = time.monotonic()
    for message in messages:
        publish(message)
    arrived = json.loads(await line_of(browsers))
    ended = max(at for browser in arrived for _, at in browser)
    return float(sum(map(len, arrived)) / (ended - began))


async def _stalled(house: Companion, port: int, messages: int) -> float:
    """MB this process grows by while one browser takes nothing."""
    with socket.create_connection(("127.0.0.1", port)) as lazy:
        lazy.sendall(HEAD.format(path="/api/events/stream", port=port).encode())
        await asyncio.sleep(0.2)
        before = psutil.Process().memory_info().rss
        for number in range(messages):
            house.foundations.hub.publish(_message(number))
            if number % 50 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0.1)
        return float(psutil.Process().memory_info().rss - before) / 1e6


def _message(number: int) -> StreamMessage:
    data = {"source": "device_state", "kind": "changed", "text": f"{number:0120d}"}
    at = datetime.now(UTC)
    return StreamMessage(kind=StreamKind.EVENT, at=at, event_id=EventId(number + 1), data=data)


class _Bare:
    """The least a server of this stream can do: encode once, write to everyone, in turns."""

    def __init__(self) -> None:
        self._clients: list[tuple[list[bytes], asyncio.Event]] = []

    def publish(self, message: StreamMessage) -> None:
        """To all."""
        block = encode(message)
        for waiting, ready in self._clients:
            waiting.append(block)
            ready.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client, until it leaves."""
        await reader.readuntil(b"\r\n\r\n")
        waiting: list[bytes] = []
        ready = asyncio.Event()
        self._clients.append((waiting, ready))
        writer.write(_HELLO)
        gone = asyncio.create_task(reader.read())
        gone.add_done_callback(lambda _: ready.set())
        while not gone.done():
            await ready.wait()
            ready.clear()
            writer.write(b"".join(waiting))
            waiting.clear()
            with suppress(ConnectionError):
                await writer.drain()
        self._clients.remove((waiting, ready))
        writer.close()


@asynccontextmanager
async def _bare_server() -> AsyncIterator[tuple[_Bare, int]]:
    bare = _Bare()
    server = await asyncio.start_server(bare.serve, "127.0.0.1", 0)
    try:
        yield bare, int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        await server.wait_closed()
