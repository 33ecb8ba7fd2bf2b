"""What stands behind each camera driver in its contract tests, and how often it was read (S8).

The programs of a Raspberry Pi and of a Jetson are small ones of our own on PATH, which write the
same bytes the real ones write; the network camera is an HTTP server in the test's own loop.
"""

import asyncio
import os
import shutil
import stat
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.words.frame import Frame
from tests.contract.rtsp_server import RtspServer
from tests.twins.sight import frame

CLIPS = Path(__file__).parents[1] / "data" / "video"
SIZE = (320, 240)
PLAYER = """#!{python}
import os, sys, time
from pathlib import Path
here = Path(__file__).parent
(here / "pid").write_text(str(os.getpid()))
(here / "asked").write_text("\\n".join(sys.argv[1:]))
if (here / "broken").exists():
    sys.exit((here / "broken").read_text())
shots = sorted((here / "shots").iterdir())
for i in range(10**6):
    with (here / "given").open("ab") as given:
        given.write(b".")
    sys.stdout.buffer.write(shots[i % len(shots)].read_bytes())
    sys.stdout.buffer.flush()
    while (here / "hung").exists():
        time.sleep(0.02)
    time.sleep(0.05)
"""


class OneRoom:
    """Port `Scenery`: one camera, a new frame every 10 ms."""

    def __init__(self) -> None:
        self.given = 0

    def cameras(self) -> tuple[str, ...]:
        return ("hall",)

    def place(self, camera: str) -> str:
        return "hall"

    async def next_frame(self, camera: str) -> Frame:
        await asyncio.sleep(0.01)
        self.given += 1
        return frame(self.given * 0.2, number=self.given)


@dataclass
class Backend:
    """Settings for a driver, and what its source was asked for."""

    settings: dict[str, Any]
    read: Callable[[], int] | None
    """Frames that left the source so far; None where the source cannot tell."""
    scenery: OneRoom = field(default_factory=OneRoom)
    folder: Path = Path()
    server: "MjpegServer | RtspServer | None" = None


@cache
def jpegs() -> tuple[bytes, ...]:
    """Twenty frames of a clip, as a camera would send them."""
    capture, out = cv2.VideoCapture(str(CLIPS / "walkin_b.mp4")), []
    for _ in range(20):
        _, picture = capture.read()
        _, encoded = cv2.imencode(".jpg", cv2.resize(picture, SIZE))
        out.append(encoded.tobytes())
    return tuple(out)


@cache
def raws() -> tuple[bytes, ...]:
    """The same as raw BGR."""
    return tuple(
        cv2.imdecode(_array(jpeg), cv2.IMREAD_COLOR).tobytes()  # type: ignore[union-attr]
        for jpeg in jpegs()
    )


def _array(data: bytes) -> Any:
    import numpy as np

    return np.frombuffer(data, np.uint8)


class MjpegServer:
    """`multipart/x-mixed-replace`, 20 frames a second; can hang, refuse and come back."""

    def __init__(self, shots: tuple[bytes, ...] = (), every_s: float = 0.05) -> None:
        self.shots = shots or jpegs()
        self._every_s = every_s
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
        await asyncio.sleep(1.5 * self._every_s)  # until every stream has noticed
        self.closed = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await self._pictures(await reader.readuntil(b"\r\n\r\n"), writer)
        self.connections -= 1
        writer.close()

    async def _pictures(self, asked: bytes, writer: asyncio.StreamWriter) -> None:
        if b"/cam" not in asked.split(b"\r\n")[0]:
            writer.write(b"HTTP/1.0 404 Not Found\r\n\r\n")
            return
        writer.write(b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=p\r\n")
        while not (self.closed or writer.is_closing()):
            if not self.hung:
                shot = self.shots[self.given % len(self.shots)]
                self.given += 1
                head = f"\r\n--p\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shot)}\r\n\r\n"
                writer.write(head.encode() + shot)
                await writer.drain()
            await asyncio.sleep(self._every_s)


def _program(folder: Path, name: str, shots: tuple[bytes, ...], path: pytest.MonkeyPatch) -> None:
    """A program of this name first on PATH, which plays the shots."""
    (folder / "shots").mkdir()
    for i, shot in enumerate(shots):
        (folder / "shots" / f"{i:02}").write_bytes(shot)
    program = folder / name
    program.write_text(PLAYER.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    path.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@asynccontextmanager
async def backend(
    driver: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Backend]:
    """The source of one driver; skips with the reason where the part is absent."""
    if driver.startswith("rtsp_or_mjpeg"):
        async with _network(driver.endswith(":rtsp")) as behind:
            yield behind
        return
    if driver == "usb" and not os.path.exists("/dev/video0"):  # noqa: ASYNC240 - a test
        pytest.skip("no V4L2 camera: there is no /dev/video0")
    if driver == "screen":
        pytest.skip("no display: test_screen brings its own, and its own cases")
    if driver == "jetson_csi:gst" and shutil.which("gst-launch-1.0") is None:
        pytest.skip("no GStreamer: gst-launch-1.0 is not installed")
    given, scenery = folder / "given", OneRoom()
    if driver == "picamera2":
        _program(folder, "rpicam-vid", jpegs(), monkeypatch)
    elif driver == "jetson_csi":
        _program(folder, "gst-launch-1.0", raws(), monkeypatch)
    counts: dict[str, Callable[[], int]] = {
        "picamera2": lambda: given.stat().st_size if given.exists() else 0,
        "jetson_csi": lambda: given.stat().st_size if given.exists() else 0,
        "simulated": lambda: scenery.given,
    }
    own = {"place": "hall", **_SETTINGS.get(driver, {})}
    yield Backend(own, counts.get(driver), scenery, folder)


_TEST_PICTURE = "videotestsrc is-live=true pattern=ball"
_PIXELS = {"width": SIZE[0], "height": SIZE[1], "fps": 20}
_SETTINGS: dict[str, dict[str, Any]] = {
    "picamera2": {"fps": 20},
    "jetson_csi": _PIXELS,
    "jetson_csi:gst": {**_PIXELS, "source": _TEST_PICTURE},
    "video_file": {"path": str(CLIPS / "static_room_a.mp4"), "loop": True},
}


@asynccontextmanager
async def _network(rtsp: bool) -> AsyncIterator[Backend]:
    server = RtspServer(jpegs()) if rtsp else MjpegServer()
    await server.start()
    url = f"{'rtsp' if rtsp else 'http'}://127.0.0.1:{server.port}/cam"
    try:
        own = {"url": url, "place": "hall", "fps": 20}
        yield Backend(own, lambda: server.given, server=server)
    finally:
        await server.stop()
