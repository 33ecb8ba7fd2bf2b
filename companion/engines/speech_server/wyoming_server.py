"""Wyoming client: sends one request to a Wyoming server and reads its answer, within bounds of time
and size."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from pydantic import Field
from wyoming.event import Event, async_write_event

from companion.engines.speech_server.address import Where
from companion.service.wyoming_event import read_event

MOST_EVENTS = 20_000
"""Of one answer: half an hour of sound in pieces of 0.1 s."""


class ServerFailed(RuntimeError):
    """Error: the server cannot be reached, gave no whole answer in time, or one that is none."""


class WyomingPlace(Where):
    """Settings of a Wyoming server."""

    host: str = Field("127.0.0.1", description="name or address of the server")
    port: int = Field(ge=1, le=65535, description="its port", examples=[10300])


class WyomingServer:
    """Client of one server, with a connection for each question."""

    def __init__(self, place: WyomingPlace) -> None:
        self._place = place

    @asynccontextmanager
    async def asked(self, *events: Event) -> AsyncIterator[AsyncIterator[Event]]:
        """Send the events and give what comes back, until the caller has enough. Raises
        `ServerFailed`."""
        place = self._place
        where = f"{place.host}:{place.port}"
        try:
            async with asyncio.timeout(place.deadline_s):
                async with asyncio.timeout(place.connect_timeout_s):
                    address = await place.address(place.host)
                    reader, writer = await asyncio.open_connection(address, place.port)
                try:
                    sending = asyncio.ensure_future(_send(writer, events))
                    yield _read_all(reader)
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
                    writer.transport.abort()
                    with suppress(OSError):
                        await writer.wait_closed()
        except TimeoutError as error:
            raise ServerFailed(f"no whole answer of {where} within its time") from error
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise ServerFailed(f"{where}: {error or type(error).__name__}") from error


async def _send(writer: asyncio.StreamWriter, events: Iterable[Event]) -> None:
    for event in events:
        await async_write_event(event, writer)


async def _read_all(reader: asyncio.StreamReader) -> AsyncIterator[Event]:
    for _ in range(MOST_EVENTS):
        yield await read_event(reader)
    raise ValueError("the answer has no end")
