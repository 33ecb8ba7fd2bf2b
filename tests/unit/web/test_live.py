"""The live stream and the server behind it (B-103, T-35, F20)."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Message

from companion.web import guard, hub
from companion.web.app import serve
from companion.web.keys import Keys
from companion.web.parts import Address
from companion.web.routes import live
from companion.words.activity import StreamKind, StreamMessage
from companion.words.observation import Change
from tests.noted import Noted
from tests.unit.web.twins import EVENING, Household


@asynccontextmanager
async def served(home: Household, address: Address | None = None) -> AsyncIterator[int]:
    """The page on a free port; gives the port."""
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(
        serve(home.parts(), address or Address(port=0), started=told.set_result)
    )
    try:
        yield int((await asyncio.wait_for(told, 5)).rstrip("/").rsplit(":", 1)[1])
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Listener:
    """A bare SSE client."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self, headers: str = "") -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        ask = f"GET /api/events/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{headers}\r\n"
        self.writer.write(ask.encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b"200" in head.splitlines()[0]
        assert b"text/event-stream" in head

    async def next(self) -> dict[str, object]:
        while True:
            line = await asyncio.wait_for(self.reader.readline(), 5)
            if line.startswith(b"data: "):
                found = json.loads(line.removeprefix(b"data: "))
                assert isinstance(found, dict)
                return found

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


async def test_c_036_c_037_events_come_live_and_typed(home: Household) -> None:
    """B-103, T-35, C-036, C-037: typed messages with their pane, within a moment."""
    async with served(home) as port:
        listener = Listener(port)
        await listener.open()
        while not home.hub.watchers():
            await asyncio.sleep(0.01)
        began = time.monotonic()
        await home.see("hall", Change.APPEARED)
        got = await listener.next()
        assert time.monotonic() - began < 0.5
        assert (got["kind"], got["pane"], got["event_id"]) == ("event", "cli", 1)
        await listener.close()
        for _ in range(200):
            if not home.hub.watchers():
                break
            await asyncio.sleep(0.01)
        assert home.hub.watchers() == 0


async def test_what_was_missed_comes_first(home: Household) -> None:
    """T12: resync by Last-Event-ID from the record, oldest first, then live."""
    for _ in range(4):
        await home.see("hall", Change.APPEARED)
    async with served(home) as port:
        listener = Listener(port)
        await listener.open("Last-Event-ID: 2\r\n")
        assert [(await listener.next())["event_id"] for _ in range(2)] == [3, 4]
        await home.journal.noted(Noted())
        assert (await listener.next())["event_id"] == 5
        await listener.close()


@pytest.mark.parametrize("last", [b"\xb2", b"\xd9\xa1", b"1e400", b"nan", b"9" * 5000, b"-1"])
async def test_a_last_event_id_that_is_no_number_is_none(home: Household, last: bytes) -> None:
    """F21: `²` gave a 500; whatever is no id brings the live stream from now on."""
    async with served(home) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        ask = f"GET /api/events/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()
        writer.write(ask + b"Last-Event-ID: " + last + b"\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), 5)).split()[1] == b"200"
        writer.close()


async def test_it_stops_quickly_with_clients_open(home: Household) -> None:
    """F20, parts/limits.md 2.5: stopping with open streams takes at most 3 s, not for ever."""
    async with served(home) as port:
        listeners = [Listener(port) for _ in range(5)]
        for listener in listeners:
            await listener.open()
        began = time.monotonic()
    assert time.monotonic() - began < 3
    for listener in listeners:
        await listener.close()


async def test_a_stalled_client_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """F20: who takes nothing for the send limit is cut; the pump and its source end."""
    monkeypatch.setattr(guard, "SEND_TIMEOUT_S", 0.05)
    ended = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"x"
        finally:
            ended.set()

    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(60)

    response = live.EventStream(endless())  # type: ignore[arg-type]
    await asyncio.wait_for(response({"type": "http"}, receive, guard.timed(send)), 2)
    assert ended.is_set()


async def test_a_quiet_stream_pings(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUIET_S", 0.01)
    chunks = live._chunks(home.store.record, home.hub.batches(), None)
    assert b"retry" in await anext(chunks)
    assert await anext(chunks) == b": ping\n\n"
    await chunks.aclose()
    assert home.hub.watchers() == 0


def test_a_text_with_newlines_stays_one_data_line() -> None:
    """T10: text cannot forge a message of its own."""
    data = {"text": "a\n\nevent: approval\ndata: {}\r\n"}
    block = live.encode(StreamMessage(kind=StreamKind.MESSAGE, at=EVENING, data=data)).decode()
    assert block.count("\ndata: ") == 1
    assert block.count("event: ") == 2  # ours and the one inside the JSON text
    assert json.loads(block.split("data: ", 1)[1])["data"] == data


async def test_a_taken_port_is_an_error_not_the_end_of_the_house(home: Household) -> None:
    """uvicorn would call sys.exit; the household must get an OSError instead."""
    async with served(home) as port:
        with pytest.raises(OSError, match="in use"):
            await serve(home.parts(), Address(port=port))


async def test_it_binds_beyond_loopback_only_with_a_password(home: Household) -> None:
    """T8: the configured host counts once a password is set."""
    everywhere = Address(host="0.0.0.0", port=0)
    told: list[str] = []
    for expected in ("127.0.0.1", "0.0.0.0"):
        task = asyncio.create_task(serve(home.parts(), everywhere, started=told.append))
        while len(told) < (1 if expected == "127.0.0.1" else 2):
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert expected in told[-1]
        Keys(home.state_dir).set_password("correct horse")
