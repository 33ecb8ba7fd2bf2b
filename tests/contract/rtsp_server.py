"""A small RTSP camera: Motion-JPEG over RTP in the RTSP connection (RFC 2326, 3550, 2435).

Enough of a camera for the real client (libav inside OpenCV) to connect, play and be cut off.
"""

import asyncio
import struct
from collections.abc import Iterator
from contextlib import suppress

FRAGMENT_BYTES = 1400
CLOCK_HZ = 90_000
SDP = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=cam\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 26\r\na=control:track0\r\n"
)


class RtspServer:
    """One stream at `/cam`, 20 frames a second."""

    def __init__(self, jpegs: tuple[bytes, ...]) -> None:
        self._jpegs = [_parted(jpeg) for jpeg in jpegs]
        self.given = self.connections = 0
        self.hung = self.closed = False
        self.port = 0
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self.closed = True
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        await asyncio.sleep(0.06)
        self.closed = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        playing: asyncio.Task[None] | None = None
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not self.closed:
                verb, number = _request(await reader.readuntil(b"\r\n\r\n"))
                writer.write(_reply(verb, number))
                if verb == "PLAY" and playing is None:
                    playing = asyncio.create_task(self._play(writer))
        if playing is not None:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        self.connections -= 1
        writer.close()

    async def _play(self, writer: asyncio.StreamWriter) -> None:
        sequence = 0
        while not self.closed:
            if not self.hung:
                stamp = self.given * CLOCK_HZ // 20
                for last, payload in _payloads(*self._jpegs[self.given % len(self._jpegs)]):
                    head = struct.pack("!BBHII", 0x80, 26 | (last << 7), sequence, stamp, 7)
                    framed = struct.pack("!BBH", 0x24, 0, len(head) + len(payload))
                    writer.write(framed + head + payload)
                    sequence = (sequence + 1) % 65536
                self.given += 1
                await writer.drain()
            await asyncio.sleep(0.05)
        writer.close()


def _request(raw: bytes) -> tuple[str, str]:
    """Verb and sequence number; what the client says between requests (RTCP) is skipped."""
    lines = raw[raw.rfind(b"\0") + 1 :].decode(errors="replace").split("\r\n")
    number = next((h.split(":")[1].strip() for h in lines if h.lower().startswith("cseq")), "0")
    return lines[0].split(" ")[0].strip("$"), number


def _reply(verb: str, number: str) -> bytes:
    head = f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n"
    if verb == "OPTIONS":
        head += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
    if verb == "DESCRIBE":
        head += f"Content-Type: application/sdp\r\nContent-Length: {len(SDP)}\r\n\r\n{SDP}"
        return head.encode()
    if verb == "SETUP":
        head += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
    return f"{head}Session: 1\r\n\r\n".encode()


def _parted(jpeg: bytes) -> tuple[int, int, bytes, bytes]:
    """Width, height, the two quantisation tables and the scan of a 4:2:0 JPEG."""
    at, tables, width, height = 2, b"", 0, 0
    while True:
        marker, size = struct.unpack("!HH", jpeg[at : at + 4])
        if marker == 0xFFDB:
            tables += jpeg[at + 5 : at + 69]
        elif marker == 0xFFC0:
            height, width = struct.unpack("!HH", jpeg[at + 5 : at + 9])
        at += 2 + size
        if marker == 0xFFDA:
            return width, height, tables, jpeg[at:-2]


def _payloads(width: int, height: int, tables: bytes, scan: bytes) -> Iterator[tuple[int, bytes]]:
    """RFC 2435 packets, the last one marked."""
    for at in range(0, len(scan), FRAGMENT_BYTES):
        part = scan[at : at + FRAGMENT_BYTES]
        head = struct.pack("!I", at) + bytes([1, 255, width // 8, height // 8])
        quantisation = struct.pack("!HH", 0, len(tables)) + tables if at == 0 else b""
        yield int(at + FRAGMENT_BYTES >= len(scan)), head + quantisation + part
