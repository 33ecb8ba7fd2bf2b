"""Engine `homeassistant_api`: talks to the hub through the package homeassistant-api, in a process
and environment of its own.

It is GPL-3, replaces `urllib3` for a whole environment and carries one call at a time; here it
does neither to us (ADR 0021). Registries are not told of by it: they are read again now and then.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.links.home_assistant.hub import (
    CALL_TIMEOUT_S,
    Hear,
    HubAddress,
    HubAway,
    HubNoAnswer,
    HubSaidNo,
    HubUnsent,
    Open,
    TokenRefused,
)
from companion.service.wire_json import read_object

PACKAGE = "homeassistant-api==6.1.0"
CHILD = Path(__file__).with_name("api_child.py")
START_TIMEOUT_S = 20.0
"""The package takes a second to load, on a small board several."""
LONGEST_LINE = 16 * 2**20
LOOK_AGAIN_S = 60.0
IN_A_ROW = 16
_KEPT = ("PATH", "HOME", "LANG", "SSL_CERT_FILE")


class ApiWire:
    """One child process; the same door as the WebSocket engine's."""

    version = "homeassistant-api 6.1.0"
    twofold = False

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._last = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._entities: dict[int, Hear] = {}
        self._looking: dict[int, Hear] = {}
        self._watched: dict[int, list[str]] = {}
        self._closed = False

    async def call(self, kind: str, *, timeout_s: float = CALL_TIMEOUT_S, **fields: Any) -> Any:
        """One command; behind those already given. Raises as `Wire.call`."""
        if kind == "supported_features":
            return None  # the package says its own
        return await self._ask(kind, fields, timeout_s)

    async def subscribe(self, kind: str, hear: Hear, **fields: Any) -> int:
        """States as they are and change; the registries now and then."""
        self._last += 1
        number = self._last
        if kind != "subscribe_entities":
            self._looking[number] = hear
            return number
        self._entities[number] = hear
        self._watched[number] = list(fields["entity_ids"])
        await self._watch()
        return number

    async def unsubscribe(self, number: int) -> None:
        """Hear no more of it."""
        self._entities.pop(number, None)
        self._looking.pop(number, None)
        if self._watched.pop(number, None):
            await self._watch()

    async def _watch(self) -> None:
        ids = sorted({i for some in self._watched.values() for i in some})
        await self._ask("watch", {"entity_ids": ids}, CALL_TIMEOUT_S)

    async def read(self) -> None:
        """Until the child ends. Raises `HubAway` then."""
        looking = asyncio.create_task(self._look_again(), name="hub-api-look")
        in_a_row = 0
        try:
            while message := await _line(self._process):
                if "away" in message:
                    raise HubAway(str(message["away"]))
                self._give(message)
                in_a_row = (in_a_row + 1) % IN_A_ROW
                if not in_a_row:
                    await asyncio.sleep(0)
            raise HubAway("the hub closed the connection")
        finally:
            self._end()
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def close(self) -> None:
        """End the child; idempotent."""
        self._end()
        await _end_child(self._process)

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            for hear in tuple(self._looking.values()):
                hear({})

    async def _ask(self, kind: str, fields: Mapping[str, Any], timeout_s: float) -> Any:
        stdin = self._process.stdin
        if self._closed or stdin is None or stdin.is_closing():
            raise HubUnsent("the connection is closed")
        self._last += 1
        number = self._last
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            async with asyncio.timeout(timeout_s):
                asked = {"n": number, "kind": kind, "fields": fields}
                stdin.write(json.dumps(asked).encode() + b"\n")
                await stdin.drain()
                return await answer
        except HubAway:
            raise
        except (TimeoutError, OSError) as error:
            # The package waits for this one answer before it takes another call.
            await self.close()
            raise HubNoAnswer(f"no answer to {kind}: {type(error).__name__}") from error
        finally:
            self._waiting.pop(number, None)

    def _give(self, message: Mapping[str, Any]) -> None:
        if isinstance(event := message.get("event"), dict):
            for hear in tuple(self._entities.values()):
                hear(event)
            return
        number = message.get("n")
        answer = self._waiting.get(number) if isinstance(number, int) else None
        if answer is None or answer.done():
            return
        if "error" in message:
            code, said = str(message["error"]), str(message.get("message"))
            answer.set_exception(HubSaidNo(code, said) if code else HubNoAnswer(said))
            return
        answer.set_result(message.get("result"))

    def _end(self) -> None:
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(HubNoAnswer("the connection broke before the answer"))


def api_engine(python: Path) -> Open:
    """The engine with the Python whose environment has the package."""

    async def opened(address: HubAddress, token: str) -> ApiWire:
        if address.ca_file:
            raise HubAway("links.home_assistant.ca_file is for the engine websocket only")
        if not await asyncio.to_thread(python.exists):
            raise HubAway(
                f"{PACKAGE} is not installed: `companion setup homeassistant "
                "--engine homeassistant_api`"
            )
        process = await asyncio.create_subprocess_exec(
            str(python),
            "-I",
            str(CHILD),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_LINE,
            env={k: os.environ[k] for k in _KEPT if k in os.environ},
        )
        try:
            return await _shown(process, address, token)
        except BaseException:
            await _end_child(process)
            raise

    return opened


async def _shown(process: asyncio.subprocess.Process, address: HubAddress, token: str) -> ApiWire:
    """Give the child the address and the token, and wait until it is connected."""
    assert process.stdin is not None
    process.stdin.write(json.dumps({"url": address.websocket, "token": token}).encode() + b"\n")
    try:
        async with asyncio.timeout(START_TIMEOUT_S):
            first = await _line(process)
    except TimeoutError as error:
        raise HubAway(f"{address.url}: no answer") from error
    if "refused" in first:
        raise TokenRefused(str(first["refused"]))
    if not first.get("up"):
        raise HubAway(f"{address.url}: {first.get('away', 'the engine ended')}"[:160])
    return ApiWire(process)


async def _line(process: asyncio.subprocess.Process) -> dict[str, Any]:
    """The next message of the child; empty at its end."""
    assert process.stdout is not None
    with contextlib.suppress(ValueError, ConnectionError):
        return read_object(await process.stdout.readline() or b"{}", most_bytes=LONGEST_LINE)
    return {}


async def _end_child(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()
