"""Home Assistant's conversation agent, spoken to by the protocol's own client (issue 4, item 2)."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong

from companion.links import wyoming_agent
from companion.links.wyoming_agent import (
    MOST_CONNECTIONS,
    TEXT_CHARS,
    AgentAddress,
    Ask,
    WyomingAgent,
)
from companion.service.supervision import until
from companion.service.wyoming_event import MOST_BYTES
from companion.words.language import Language
from companion.words.said import SATELLITE, Said

HERE = ("127.0.0.1",)


@asynccontextmanager
async def serving(
    ask: Ask, peers: tuple[str, ...] = HERE, rooms: Mapping[str, str] | None = None
) -> AsyncIterator[WyomingAgent]:
    at = AgentAddress(host="127.0.0.1", port=0, peers=peers)
    known = rooms or {}
    agent = WyomingAgent(
        at, name="Koto", version="1", ask=ask, room_of=lambda one: known.get(one, "")
    )
    running = asyncio.create_task(agent.run())
    await until(lambda: agent.port != 0)
    yield agent
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def _echo(said: Said) -> str | None:
    return f"{said.language}: {said.text}" if said.text != "?" else None


async def _ask(agent: WyomingAgent, event: Event) -> Event | None:
    async with asyncio.timeout(30), AsyncTcpClient("127.0.0.1", agent.port) as client:
        await client.write_event(event)
        answer: Event | None = await client.read_event()
        return answer


async def test_it_tells_what_it_is_in_both_languages() -> None:
    """Home Assistant adds it by this; `languages` must hold the one asked for."""
    async with serving(_echo) as agent:
        told = await _ask(agent, Describe().event())
    assert told is not None
    (program,) = Info.from_event(told).handle
    assert program.name == "Koto"
    assert program.installed
    assert program.models[0].languages == ["ja", "en"]


@pytest.mark.parametrize(("tag", "heard"), [("ja", "ja"), ("en-GB", "en"), ("fr", "None")])
async def test_a_sentence_is_answered(tag: str, heard: str) -> None:
    async with serving(_echo) as agent:
        told = await _ask(agent, Transcript(text="台所の電気をつけて", language=tag).event())
    assert told is not None
    assert Handled.from_event(told).text == f"{heard}: 台所の電気をつけて"


@pytest.mark.parametrize(
    ("context", "place"),
    [
        ({"satellite_id": "assist_satellite.bed", "device_id": "d1"}, "bedroom"),
        ({"satellite_id": "assist_satellite.new", "device_id": "d1"}, "kitchen"),
        ({"device_id": "d1"}, "kitchen"),
        ({"conversation_id": "x"}, ""),
        ({"device_id": None, "satellite_id": ""}, ""),
    ],
)
async def test_what_a_satellite_knows_comes_in_with_its_sentence(
    context: dict[str, object], place: str
) -> None:
    """Issue 12.2: room and language were dropped on the way; no id of a hub gets any further."""
    heard: list[Said] = []

    async def ask(said: Said) -> str | None:
        heard.append(said)
        return "yes"

    rooms = {"assist_satellite.bed": "bedroom", "d1": "kitchen"}
    async with serving(ask, rooms=rooms) as agent:
        event = Transcript(text="turn on the light", language="en", context=context).event()
        assert await _ask(agent, event) is not None
    assert heard == [Said("turn on the light", SATELLITE, Language.EN, place)]


async def test_no_answer_is_said_to_be_none() -> None:
    """Never a stand-in (D-011)."""
    async with serving(_echo) as agent:
        told = await _ask(agent, Transcript(text="?").event())
        assert told is not None
        assert NotHandled.is_type(told.type)
        assert NotHandled.from_event(told).text == ""  # Home Assistant fails over an event of none
        assert (pong := await _ask(agent, Ping(text="x").event())) is not None
        assert Pong.from_event(pong).text == "x"


async def test_who_is_not_listed_is_not_heard() -> None:
    """T-09: an open port is nobody's voice in the room."""
    heard: list[str] = []

    async def ask(said: Said) -> str | None:
        heard.append(said.text)
        return "yes"

    async with serving(ask, peers=("192.0.2.1",)) as agent:
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        writer.write(b'{"type": "transcript", "data": {"text": "unlock"}}\n')
        with pytest.raises((ConnectionError, EOFError)):
            await _drained(reader)
        writer.close()
    assert heard == []
    assert agent.refused == 1


async def _drained(reader: asyncio.StreamReader) -> None:
    async with asyncio.timeout(30):
        if not await reader.read():
            raise EOFError


@pytest.mark.parametrize(
    "garbage",
    [
        b"not json\n",
        b"[]\n",
        b'{"type": 1}\n',
        b'{"data_length": 10}\n',
        json.dumps({"type": "transcript", "data_length": MOST_BYTES + 1}).encode() + b"\n",
        json.dumps({"type": "transcript", "payload_length": -1}).encode() + b"\n",
        b'{"type": "transcript", "data_length": 3}\n{x}',
        b'{"type": "transcript", "data_length": 2}\n[]',
        b'{"type": "transcript", "data": [1]}\n',
        b'{"type": "transcript", "data": {"text": ["a"]}}\n',
        b'{"type": "transcript", "data": {"text": "a", "language": 5}}\n',
        b'{"type": "transcript", "data": {"text": "a", "context": [1]}}\n',
        b'{"type": "transcript", "data": {"text": "a", "context": {"device_id": 5}}}\n',
        b'{"type": "ping", "data": {"text": {}}}\n',
        b'{"type": "transcript", "data_length": 1e999, "data": "x"}\n',
        b"[" * 60_000 + b"\n",
        b'{"type":' * 8_000 + b"\n",
        b"x" * (MOST_BYTES * 2),
    ],
)
async def test_garbage_ends_the_conversation_and_nothing_else(
    garbage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """F10: bounded before it is read; the next caller is answered, and no traceback is left."""
    caplog.set_level(logging.DEBUG)
    async with serving(_echo) as agent:
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        writer.write(garbage)
        with pytest.raises((ConnectionError, EOFError)):
            await _drained(reader)
        writer.close()
        assert await _ask(agent, Describe().event()) is not None
        assert agent.failed == 0
    assert "Traceback" not in caplog.text


async def test_silent_connections_make_room_for_who_speaks() -> None:
    """Eight that said nothing kept Home Assistant out for ten minutes each."""
    async with serving(_echo) as agent:
        silent = [
            await asyncio.open_connection("127.0.0.1", agent.port)
            for _ in range(MOST_CONNECTIONS * 2)
        ]
        for _ in range(MOST_CONNECTIONS * 2):
            told = await _ask(agent, Transcript(text="hi", language="en").event())
            assert told is not None
        assert len(agent._talks) <= MOST_CONNECTIONS
        for _, writer in silent:
            writer.transport.abort()


async def test_each_address_has_places_of_its_own() -> None:
    """One satellite with all its places taken by answers under way keeps no other one out."""
    heard, enough = list[str](), asyncio.Event()

    async def slow(said: Said) -> str | None:
        heard.append(said.text)
        if said.text == "slow":
            await enough.wait()
        return "done"

    async with serving(slow, peers=("127.0.0.1", "127.0.0.2")) as agent:
        places = MOST_CONNECTIONS // 2
        asking = [
            asyncio.create_task(_ask(agent, Transcript(text="slow").event())) for _ in range(places)
        ]
        await until(lambda: len(heard) == places)
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        with pytest.raises((ConnectionError, EOFError)):
            await _drained(reader)
        writer.close()
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", agent.port, local_addr=("127.0.0.2", 0)
        )
        writer.write(b'{"type": "transcript", "data": {"text": "quick"}}\n')
        async with asyncio.timeout(30):
            assert b"handled" in await reader.readline()
        writer.close()
        enough.set()
        assert all(answer is not None for answer in await asyncio.gather(*asking))


@pytest.mark.parametrize("sent", [b"", b'{"type": "transcript"', b'{"type": "describe"}\n'])
async def test_silence_ends_a_connection(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing at all, half an event, or nothing more after one."""
    monkeypatch.setattr(wyoming_agent, "FIRST_S", 0.05)
    monkeypatch.setattr(wyoming_agent, "IDLE_S", 0.05)
    async with serving(_echo) as agent:
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        writer.write(sent)
        async with asyncio.timeout(30):
            await reader.read()
            await until(lambda: not agent._talks)
        writer.close()


async def test_a_mistake_of_ours_ends_one_conversation_and_is_counted() -> None:
    async def wrong(said: Said) -> str | None:
        if said.text == "wrong":
            raise KeyError("a mistake")
        return "done"

    async with serving(wrong) as agent:
        assert await _ask(agent, Transcript(text="wrong").event()) is None
        assert agent.failed == 1
        assert await _ask(agent, Transcript(text="right").event()) is not None


async def test_open_connections_leave_no_traceback_at_the_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """asyncio wrote one for each connection that was open when the service stopped."""
    async with serving(_echo) as agent:
        opened = [await asyncio.open_connection("127.0.0.1", agent.port) for _ in range(3)]
        await until(lambda: len(agent._talks) == 3)
    await asyncio.sleep(0)
    assert "Traceback" not in caplog.text
    for _, writer in opened:
        writer.close()


@pytest.mark.parametrize("peer", ["::ffff:192.0.2.7", "192.0.2.7", "0:0:0:0:0:ffff:c000:207"])
def test_an_address_is_known_in_each_of_its_forms(peer: str) -> None:
    """A listener on `::` names an IPv4 peer the IPv6 way."""
    assert wyoming_agent._plain(peer) == "192.0.2.7"


async def test_a_long_text_is_cut_and_many_callers_are_bounded() -> None:
    texts: list[str] = []
    enough = asyncio.Event()

    async def slow(said: Said) -> str | None:
        texts.append(said.text)
        await enough.wait()
        return "done"

    async with serving(slow) as agent:
        asking = [
            asyncio.create_task(_ask(agent, Transcript(text="a" * 9_000).event()))
            for _ in range(MOST_CONNECTIONS)
        ]
        await until(lambda: len(texts) == MOST_CONNECTIONS)
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        with pytest.raises((ConnectionError, EOFError)):
            await _drained(reader)
        writer.close()
        enough.set()
        answers = await asyncio.gather(*asking)
    assert {len(text) for text in texts} == {TEXT_CHARS}
    assert all(answer is not None and answer.type == "handled" for answer in answers)
