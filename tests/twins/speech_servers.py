"""Servers that hear and speak by a script, on real sockets of this machine."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info
from wyoming.tts import Synthesize

from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES

TONE_HZ, LOUD, CHAR_S = 200.0, 12_000, 0.06
BY = Attribution(name="test", url="")
MODEL: dict[str, Any] = {
    "name": "scripted",
    "attribution": BY,
    "installed": True,
    "description": None,
    "version": None,
}


@dataclass
class WyomingTwin:
    """Hears its lines, one a clip, of which the last repeats; speaks tones. `fault`: `silent` (it
    never answers), `garbage`, `endless`, `hangs_up`, `deaf` (it offers no speech to text)."""

    lines: list[str] = field(default_factory=lambda: [""])
    language: str | None = None
    fault: str = ""
    asked: list[Event] = field(default_factory=list)
    heard_bytes: int = 0
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (event := await async_read_event(reader)) is not None:
                if not AudioChunk.is_type(event.type):
                    self.asked.append(event)
                else:
                    self.heard_bytes += len(event.payload or b"")
                for answer in self._answers(event):
                    if answer is None:
                        return
                    await async_write_event(answer, writer)
                if self.fault == "garbage" and self._ends(event):
                    writer.write(b"\x00garbage\n")
                    await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    def _ends(self, event: Event) -> bool:
        return any(kind.is_type(event.type) for kind in (Describe, AudioStop, Synthesize))

    def _answers(self, event: Event) -> Iterable[Event | None]:
        if not self._ends(event) or self.fault in ("silent", "garbage"):
            return
        if self.fault == "hangs_up":
            yield None
        elif self.fault == "endless":
            yield Event("transcript", {"text": "a"}, bytes(70_000))
        elif Describe.is_type(event.type):
            model = AsrModel(**MODEL, languages=["en", "ja"])
            asr = [] if self.fault == "deaf" else [AsrProgram(**MODEL, models=[model])]
            yield Info(asr=asr).event()
        elif Synthesize.is_type(event.type):
            yield from _tone(Synthesize.from_event(event).text)
        else:
            line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
            yield Transcript(text=line, language=self.language).event()

    def wanted(self) -> Transcribe:
        """How the last clip was announced."""
        return Transcribe.from_event([e for e in self.asked if Transcribe.is_type(e.type)][-1])


def _tone(text: str) -> Iterable[Event]:
    form = {"rate": HEARING_RATE_HZ, "width": SAMPLE_BYTES, "channels": 1}
    half = round(HEARING_RATE_HZ / TONE_HZ / 2)
    wave = LOUD.to_bytes(2, "little", signed=True) * half
    wave += (-LOUD).to_bytes(2, "little", signed=True) * half
    pcm = wave * round(len(text) * CHAR_S * HEARING_RATE_HZ / (2 * half))
    yield AudioStart(**form).event()
    for at in range(0, len(pcm), 4096):
        yield AudioChunk(audio=pcm[at : at + 4096], **form).event()
    yield AudioStop().event()


@asynccontextmanager
async def wyoming(twin: WyomingTwin) -> AsyncIterator[WyomingTwin]:
    """The server, listening on `twin.port`."""
    server = await asyncio.start_server(twin.serve, "127.0.0.1", 0)
    twin.port = server.sockets[0].getsockname()[1]
    try:
        yield twin
    finally:
        server.close()
        await server.wait_closed()


@dataclass
class HttpTwin:
    """Answers `audio/transcriptions`, one line a clip. `plain`: with the text alone. `fault`:
    `silent`, `garbage`, `fails`, `elsewhere`, `endless`."""

    lines: list[str] = field(default_factory=lambda: [""])
    plain: bool = False
    fault: str = ""
    forms: list[bytes] = field(default_factory=list)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                headers = await _headers(reader)
                body = await _body(reader, headers)
                if b"/audio/transcriptions" not in line:
                    await _send(writer, "200 OK", b'{"data": [{"id": "whisper-1"}]}')
                    continue
                self.forms.append(body)
                if self.fault == "silent":
                    await reader.read()  # until they leave
                    return
                await _send(writer, *self._answer())
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    def _answer(self) -> tuple[str, bytes]:
        known = {
            "garbage": ("200 OK", b"\x00garbage"),
            "fails": ("500 Oops", b"it broke"),
            "elsewhere": ("302 Found", b""),
            "endless": ("200 OK", b'"' + b"a" * (5 * 2**20) + b'"'),
        }
        if self.fault:
            return known[self.fault]
        line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        told: dict[str, Any] = {"text": line}
        if not self.plain:
            japanese = any(c > "\u3000" for c in line)
            noise = {"avg_logprob": -1.8, "no_speech_prob": 0.9}
            speech = {"avg_logprob": -0.2, "no_speech_prob": 0.01}
            told |= {"language": "japanese" if japanese else "english"}
            told["segments"] = [speech if line and line != "Thank you." else noise]
        return "200 OK", json.dumps(told).encode()


async def _headers(reader: asyncio.StreamReader) -> dict[str, str]:
    found: dict[str, str] = {}
    while line := (await reader.readline()).decode().strip():
        name, _, value = line.partition(":")
        found[name.lower()] = value.strip()
    return found


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    found = b""
    if headers.get("transfer-encoding") == "chunked":
        while size := int((await reader.readline()).strip() or b"0", 16):
            found += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    return found


async def _send(writer: asyncio.StreamWriter, status: str, body: bytes) -> None:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nLocation: http://example.invalid\r\n"
    )
    writer.write(head.encode() + b"\r\n" + body)
    await writer.drain()


@asynccontextmanager
async def http(twin: HttpTwin) -> AsyncIterator[HttpTwin]:
    """The server, listening at `twin.url`."""
    server = await asyncio.start_server(twin.serve, "127.0.0.1", 0)
    twin.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield twin
    finally:
        server.close()
        await server.wait_closed()
