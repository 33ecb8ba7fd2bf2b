"""Satellite of a test: the far end of the Wyoming protocol, without a microphone of its own.

It serves like the program of a real satellite: the companion connects, it sends what the test says,
and it keeps what comes back.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from wyoming.audio import AudioChunk
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline

PIECE_BYTES = 2048


@dataclass
class TwinSatellite:
    """One satellite and everything that was sent to it."""

    port: int = 0
    got: list[Event] = field(default_factory=list)
    connections: int = 0
    hangs: bool = False
    """It takes what comes and answers nothing."""
    _writer: asyncio.StreamWriter | None = None
    _here: asyncio.Event = field(default_factory=asyncio.Event)

    def of(self, kind: str) -> list[Event]:
        """The events of one type that came, in order."""
        return [event for event in self.got if event.type == kind]

    async def first(self, kind: str, count: int = 1) -> Event:
        """The event of this type that came first, or the `count`th; waits for it."""
        while len(self.of(kind)) < count:
            await asyncio.sleep(0.01)
        return self.of(kind)[count - 1]

    async def send(self, event: Event) -> None:
        """Send one event to the companion; waits until it is there."""
        await self._here.wait()
        assert self._writer is not None
        await async_write_event(event, self._writer)

    async def calls(self, stage: PipelineStage, **form: object) -> None:
        """Ask for a pipeline, as after a local wake word (ASR) or for one to be found (WAKE)."""
        asked = RunPipeline(start_stage=stage, end_stage=PipelineStage.TTS).event()
        asked.data.update(form)
        await self.send(asked)

    async def hears(self, pcm: bytes, rate_hz: int = 16_000, channels: int = 1) -> None:
        """Send sound."""
        for at in range(0, len(pcm), PIECE_BYTES):
            piece = AudioChunk(rate_hz, 2, channels, pcm[at : at + PIECE_BYTES])
            await self.send(piece.event())

    def drop(self) -> None:
        """Cut the connection."""
        assert self._writer is not None
        self._here.clear()
        self._writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the companion."""
        self.connections += 1
        self._writer = writer
        self._here.set()
        try:
            while (event := await async_read_event(reader)) is not None:
                self.got.append(event)
                if Ping.is_type(event.type) and not self.hangs:
                    await async_write_event(Pong().event(), writer)
        except OSError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def satellite() -> AsyncIterator[TwinSatellite]:
    """A satellite on a free port of this machine."""
    twin = TwinSatellite()
    server = await asyncio.start_server(twin.serve, "127.0.0.1", 0)
    twin.port = server.sockets[0].getsockname()[1]
    try:
        yield twin
    finally:
        server.close()
        if twin._writer is not None:
            twin._writer.transport.abort()
        await server.wait_closed()
