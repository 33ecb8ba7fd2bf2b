"""Wire: holds one authenticated WebSocket connection to Home Assistant.

Calls go out side by side and each waits for its own answer; events are given to whoever
subscribed, in order. The address is never followed elsewhere (no redirect, no proxy): the token
goes to the owner's hub or nowhere. Source: Home Assistant's WebSocket API.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from companion.links.home_assistant.hub import (
    CALL_TIMEOUT_S,
    Hear,
    HubAddress,
    HubAway,
    HubNoAnswer,
    HubSaidNo,
    HubUnsent,
    TokenRefused,
)
from companion.service.lookup import LOOKUPS
from companion.service.wire_json import NotJson, read_json

log = logging.getLogger("companion.hub")

OPEN_TIMEOUT_S = 10.0
PING_EVERY_S = 10.0
"""With a pong due within as long: a hub that hangs is noticed within 20 s."""
MAX_MESSAGE_BYTES = 16 * 2**20
"""A thousand entities with every attribute are some 1 MB."""
IN_A_ROW = 16
"""Messages given before others have their turn: below 1 ms of work each."""


@dataclass(slots=True)
class WireCounts:
    """Counts of messages received, for health and tests."""

    messages: int = 0
    unanswered: int = 0
    calls: int = field(default=0)


class _Straight(connect):
    """Connects to the address given, or not at all."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """A hub that sends us elsewhere is not followed."""
        return exc


class HubWire:
    """Made by `open_wire`; `read` must run for answers to arrive."""

    twofold = True

    def __init__(self, socket: ClientConnection, version: str) -> None:
        self._socket = socket
        self.version = version
        self.counts = WireCounts()
        self._last_id = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._hearing: dict[int, Hear] = {}
        self._closed = False

    async def call(self, kind: str, *, timeout_s: float = CALL_TIMEOUT_S, **fields: Any) -> Any:
        """Send one command and give its result.

        Raises `HubUnsent`, `HubNoAnswer`, `HubSaidNo`.
        """
        return (await self._ask(kind, None, timeout_s, fields))[1]

    async def subscribe(self, kind: str, hear: Hear, **fields: Any) -> int:
        """Hear what the hub tells from now on; the number ends it (`unsubscribe`)."""
        return (await self._ask(kind, hear, CALL_TIMEOUT_S, fields))[0]

    async def unsubscribe(self, number: int) -> None:
        """Hear no more of it."""
        self._hearing.pop(number, None)
        with contextlib.suppress(HubSaidNo):
            await self.call("unsubscribe_events", subscription=number)

    async def _ask(
        self, kind: str, hear: Hear | None, timeout_s: float, fields: Mapping[str, Any]
    ) -> tuple[int, Any]:
        if self._closed:
            raise HubUnsent("the connection is closed")
        self._last_id += 1
        number = self._last_id
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        if hear is not None:
            self._hearing[number] = hear
        self.counts.calls += 1
        try:
            async with asyncio.timeout(timeout_s):
                await self._socket.send(json.dumps({"id": number, "type": kind, **fields}))
                return number, await answer
        except HubAway:
            raise
        except (TimeoutError, ConnectionClosed, OSError) as error:
            self.counts.unanswered += 1
            raise HubNoAnswer(f"no answer to {kind}: {type(error).__name__}") from error
        finally:
            self._waiting.pop(number, None)

    async def read(self) -> None:
        """Give out what comes until the connection ends. Raises `HubAway` then."""
        try:
            in_a_row = 0
            async for raw in self._socket:
                for message in self._messages(raw):
                    self._give(message)
                    in_a_row += 1
                    if in_a_row >= IN_A_ROW:
                        in_a_row = 0
                        await asyncio.sleep(0)
        except (WebSocketException, OSError) as error:
            raise HubAway(f"the connection broke: {error}") from error
        finally:
            self._end()
        raise HubAway("the hub closed the connection")

    async def close(self) -> None:
        """Leave; idempotent."""
        self._end()
        await self._socket.close()

    def _end(self) -> None:
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(HubNoAnswer("the connection broke before the answer"))

    def _messages(self, raw: str | bytes) -> Iterator[Mapping[str, Any]]:
        try:
            found = read_json(raw, most_bytes=MAX_MESSAGE_BYTES)
        except NotJson as error:
            log.warning("a message of the hub is left out: %s", error)
            return
        for message in found if isinstance(found, list) else (found,):
            if isinstance(message, dict) and isinstance(message.get("id"), int):
                self.counts.messages += 1
                yield message

    def _give(self, message: Mapping[str, Any]) -> None:
        number, kind = message["id"], message.get("type")
        if kind == "event":
            hear, event = self._hearing.get(number), message.get("event")
            if hear is not None and isinstance(event, dict):
                hear(event)
            return
        answer = self._waiting.get(number)
        if kind != "result" or answer is None or answer.done():
            return
        if message.get("success"):
            answer.set_result(message.get("result"))
            return
        self._hearing.pop(number, None)
        said = message.get("error")
        said = said if isinstance(said, dict) else {}
        answer.set_exception(HubSaidNo(str(said.get("code")), str(said.get("message"))))


async def open_wire(address: HubAddress, token: str) -> HubWire:
    """Connect and show the token. Raises `HubAway`, `TokenRefused`."""
    try:
        await LOOKUPS.find(urlsplit(address.websocket).hostname or "")
        trust = await asyncio.to_thread(address.trust)
        socket = await _Straight(
            address.websocket,
            ssl=trust,
            proxy=None,
            compression=None,
            open_timeout=OPEN_TIMEOUT_S,
            close_timeout=1.0,
            max_size=MAX_MESSAGE_BYTES,
            ping_interval=PING_EVERY_S,
            ping_timeout=PING_EVERY_S,
            user_agent_header=None,
        )
    except (WebSocketException, OSError, TimeoutError, ValueError) as error:
        raise HubAway(f"{address.url}: {error or type(error).__name__}"[:160]) from error
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            return HubWire(socket, await _show_token(socket, token))
    except (WebSocketException, OSError, ValueError) as error:
        await socket.close()
        raise HubAway(f"{address.url}: {error or type(error).__name__}"[:160]) from error
    except BaseException:
        await socket.close()
        raise


async def _show_token(socket: ClientConnection, token: str) -> str:
    """The handshake of the API; gives the hub's version."""
    first = _object(await socket.recv())
    if first.get("type") != "auth_required":
        raise HubAway("this is no Home Assistant")
    await socket.send(json.dumps({"type": "auth", "access_token": token}))
    answer = _object(await socket.recv())
    if answer.get("type") == "auth_invalid":
        raise TokenRefused(str(answer.get("message", ""))[:80])
    if answer.get("type") != "auth_ok":
        raise HubAway("this is no Home Assistant")
    return str(answer.get("ha_version", ""))[:24]


def _object(raw: str | bytes) -> Mapping[str, Any]:
    """Raises `NotJson`, which is a `ValueError`."""
    found = read_json(raw, most_bytes=MAX_MESSAGE_BYTES)
    return found if isinstance(found, dict) else {}
