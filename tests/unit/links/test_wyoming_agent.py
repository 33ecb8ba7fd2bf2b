"""Home Assistant's conversation agent, spoken to by the protocol's own client (issue 4, item 2)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.event import Event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong

from companion.household import until
from companion.links.wyoming_agent import (
    MOST_BYTES,
    MOST_CONNECTIONS,
    TEXT_CHARS,
    AgentAddress,
    Ask,
    WyomingAgent,
)
from companion.words.language import Language

HERE = ("127.0.0.1",)


@asynccontextmanager
async def serving(ask: Ask, peers: tuple[str, ...] = HERE) -> AsyncIterator[WyomingAgent]:
    at = AgentAddress(host="127.0.0.1", port=0, peers=peers)
    agent = WyomingAgent(at, name="Koto", version="1", ask=ask)
    running = asyncio.create_task(agent.run())
    await until(lambda: agent.port != 0)
    yield agent
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def _echo(text: str, language: Language | None) -> str | None:
    return f"{language}: {text}" if text != "?" else None


async def _ask(agent: WyomingAgent, event: Event) -> Event | None:
    async with asyncio.timeout(5), AsyncTcpClient("127.0.0.1", agent.port) as client:
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

    async def ask(text: str, language: Language | None) -> str | None:
        heard.append(text)
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
    async with asyncio.timeout(5):
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
        b"x" * (MOST_BYTES * 2),
    ],
)
async def test_garbage_ends_the_conversation_and_nothing_else(garbage: bytes) -> None:
    """F10: bounded before it is read; the next caller is answered."""
    async with serving(_echo) as agent:
        reader, writer = await asyncio.open_connection("127.0.0.1", agent.port)
        writer.write(garbage)
        with pytest.raises((ConnectionError, EOFError)):
            await _drained(reader)
        writer.close()
        assert await _ask(agent, Describe().event()) is not None


async def test_a_long_text_is_cut_and_many_callers_are_bounded() -> None:
    texts: list[str] = []
    enough = asyncio.Event()

    async def slow(text: str, language: Language | None) -> str | None:
        texts.append(text)
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
