"""Live: sends server-sent events at `/api/events/stream`, each with its type."""

import asyncio
import contextlib
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from companion.ports.record import Record
from companion.web.asked import ID_MAX
from companion.web.site import site_of
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.number import whole_number

LAST_WORD_S = 0.2
SHARED_MAX = 256
"""As many as one watcher may be behind."""
MISSED_MAX = 500
_PANES = {
    StreamKind.MESSAGE: "chat",
    StreamKind.ACTIVITY: "cli",
    StreamKind.EVENT: "cli",
    StreamKind.STATE: "inspector",
    StreamKind.VITALS: "vitals",
    StreamKind.APPROVAL: "chat",
    StreamKind.DEVICE: "inspector",
    StreamKind.HEALTH: "vitals",
}
"""Pane of each kind of message."""


class EventStream(StreamingResponse):
    """Server-sent events, until the client leaves, stalls, or the server stops."""

    media_type = "text/event-stream"

    def __init__(self, chunks: AsyncGenerator[bytes, None]) -> None:
        super().__init__(chunks, headers={"X-Accel-Buffering": "no"})
        self._chunks = chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, then end the body: the client may be there still, and it is the server that
        stops. The guard's `send` cuts a client that takes nothing; its browser comes back."""
        with contextlib.suppress(TimeoutError):
            try:
                await super().__call__(scope, receive, send)
            finally:
                await self._chunks.aclose()
            async with asyncio.timeout(LAST_WORD_S):
                await send({"type": "http.response.body", "body": b"", "more_body": False})


async def stream(request: Request) -> EventStream:
    """Live messages; `Last-Event-ID` brings what was missed from the record first."""
    site = site_of(request)
    last = whole_number(request.headers.get("last-event-id", ""), most=ID_MAX)
    position = EventId(last) if last is not None else None
    return EventStream(_chunks(site.parts.record, site.parts.stream.batches(), position))


async def _chunks(
    record: Record, messages: AsyncIterator[tuple[StreamMessage, ...]], last: EventId | None
) -> AsyncGenerator[bytes, None]:
    """Missed events, then live ones, with a ping when nothing happens."""
    yield b"retry: 1000\n: hello\n\n"
    if last is not None:
        for event in reversed(await record.recent(limit=MISSED_MAX, after=last)):
            yield encode(_missed(event))
    try:
        async for batch in messages:
            yield b"".join(map(_encoded, batch)) or b": ping\n\n"
    finally:
        if isinstance(messages, AsyncGenerator):
            await messages.aclose()


_shared: OrderedDict[int, tuple[StreamMessage, bytes]] = OrderedDict()
"""Blocks of the newest messages, by identity: twenty browsers are sent one and the same."""


def _encoded(message: StreamMessage) -> bytes:
    known = _shared.get(id(message))
    if known is not None and known[0] is message:
        return known[1]
    block = encode(message)
    _shared[id(message)] = message, block
    if len(_shared) > SHARED_MAX:
        _shared.popitem(last=False)
    return block


def encode(message: StreamMessage) -> bytes:
    """One SSE block; JSON keeps every newline of a text inside its one data line."""
    body: dict[str, Any] = {
        "kind": message.kind.value,
        "pane": _PANES[message.kind],
        "at": message.at.isoformat(),
        "event_id": message.event_id,
        "data": dict(message.data),
    }
    number = f"id: {message.event_id}\n" if message.event_id is not None else ""
    text = json.dumps(body, ensure_ascii=False, default=str)
    return f"{number}event: {message.kind.value}\ndata: {text}\n\n".encode("utf-8", "replace")


def _missed(event: Event) -> StreamMessage:
    return StreamMessage(
        kind=StreamKind.EVENT,
        at=event.at,
        event_id=event.id,
        data={"source": event.source.value, "kind": event.kind, "missed": True},
    )


ROUTES = (Route("/api/events/stream", stream, methods=["GET"]),)
