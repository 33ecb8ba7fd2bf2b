"""Odd Wyoming connections: nothing raises, the silent make room, the next question is answered.

Each connection sends damaged events, goes silent in the middle of one, leaves, or does not take
its answer; after every few of them Home Assistant's own client asks and must be answered.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from contextlib import suppress

from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.handle import Handled

from companion.links.wyoming_agent import AgentAddress, WyomingAgent
from companion.service.supervision import until
from companion.service.wyoming_event import MOST_BYTES
from companion.words.said import Said
from tests.proof.bench.figure import Effort, Figure, NotMeasured
from tests.proof.bench.hub_fuzz import figures
from tests.proof.bench.odd import Odd, mistakes

IDS = ("I10-wyoming",)
CONNECTIONS = {Effort.SHORT: 100, Effort.LONG: 500}
ASK_EVERY = 10
ANSWER_S = 10.0
_KINDS = ("transcript", "describe", "ping", "audio-start", "", "unknown")

log = logging.getLogger(__name__)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Exceptions that nobody foresaw, and whether each question between them was answered."""

    async def answer(said: Said) -> str:
        return f"heard: {said.text}"

    at = AgentAddress(host="127.0.0.1", port=0, peers=("127.0.0.1",))
    agent = WyomingAgent(at, name="Koto", version="1", ask=answer)
    odd, left = Odd(), list[asyncio.StreamWriter]()
    asked = answered = 0
    with mistakes() as counted:
        running = asyncio.create_task(agent.run())
        try:
            await until(lambda: agent.port != 0, look_every_s=0.005)
            for number in range(1, CONNECTIONS[effort] + 1):
                await _one(odd, agent.port, left)
                if number % ASK_EVERY == 0:
                    asked += 1
                    answered += await _is_answered(agent.port)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            for writer in left:
                writer.transport.abort()
    detail = {"asked": asked, "answered": answered, "failed": agent.failed, "silent": len(left)}
    return figures(
        IDS[0],
        "Wyoming connections",
        CONNECTIONS[effort],
        counted,
        obeyed=asked == answered,
        detail=detail,
    )


async def _one(odd: Odd, port: int, left: list[asyncio.StreamWriter]) -> None:
    """One odd connection; half of them stay open, silent."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(OSError):
        writer.write(_bytes(odd))
        await writer.drain()
    if odd.dice.random() < 0.5:
        left.append(writer)
    else:
        writer.transport.abort()


def _bytes(odd: Odd) -> bytes:
    """An event or two, whole, odd, damaged, or none at all."""
    dice = odd.dice
    if dice.random() < 0.1:
        return b""
    if dice.random() < 0.1:
        return dice.randbytes(dice.choice((1, 200, MOST_BYTES * 2)))
    events = b""
    for _ in range(dice.randrange(1, 3)):
        data = odd.of({"text": ("hello", "電気をつけて"), "language": ("ja", "en"), "name": ("x",)})
        head = {"type": dice.choice(_KINDS) if dice.random() < 0.8 else odd.value()}
        head |= odd.of({"data": (data, {}), "data_length": (0, 2), "payload_length": (0, 3)})
        more = odd.document(odd.value()).encode()
        if dice.random() < 0.3:
            head["data_length"] = len(more)
        events += odd.document(json.loads(json.dumps(head))).encode() + b"\n" + more
    return events


async def _is_answered(port: int) -> bool:
    """Whether a whole question is answered now."""
    try:
        async with asyncio.timeout(ANSWER_S), AsyncTcpClient("127.0.0.1", port) as client:
            await client.write_event(Transcript(text="hello", language="en").event())
            answer = await client.read_event()
    except (OSError, TimeoutError) as error:
        log.info("no answer: %s", error)
        return False
    return answer is not None and Handled.is_type(answer.type)
