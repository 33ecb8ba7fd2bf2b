"""Serial drive: talks in lines to a board that moves the wheeled base and stops it by its own
dead-man.

The board decides how to drive and when to stand; this only says where to, and that the planner
lives. Each line is `$BODY*HH`, `HH` the XOR of the body's bytes in hexadecimal (as in NMEA 0183);
a line that does not add up is dropped, by both sides.

- to the board: `GO,room`, `KA` (the planner lives), `ST` (stop now);
- from the board, ten times a second: `AT,room,0|1`, the room it is in and whether wheels turn.

The board must hold to this: wheels stand 0.5 s after the last `GO` or `KA`, and only a new `GO`
moves them again. A line that comes back is opened again; no goal is ever sent twice.
"""

import asyncio
import contextlib
import errno
import importlib
import os
import termios
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import DriveUnavailable
from companion.ports.clock import Clock
from companion.words.needs import Needs

SILENT_S = 0.5
"""Five lines of the board missed: as long as its dead-man waits for ours."""
REOPEN_S = 0.5
LINE_MOST = 120
NO_ANSWER = "the base does not answer; check its power and its cable"


LINES = {
    "ttyACM": ("cdc_acm",),
    "ttyUSB": ("usbserial",),
    "ttyAMA": (),
    "ttyTHS": (),
    "ttyS": (),
}
"""Kinds of serial lines as the kernel calls them, each with the module that brings it where it may
not be loaded yet when the service starts: boards, USB adapters, a Pi's and a Jetson's own."""


class Settings(BaseModel):
    """Settings of the serial line and of the rooms that the base can reach."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    port: Path = Field(description="serial device", examples=["/dev/ttyACM0"])
    baud: int = Field(115200, gt=0, description="bits a second, as the board is set")
    rooms: tuple[str, ...] = Field(
        min_length=1, description="rooms the board knows the way to", examples=[["hall"]]
    )
    dock: str = Field("", description="room of its charging dock; empty: it has none")


def needs(settings: Settings) -> Needs:
    """Name the serial devices that the port's name stands for; a name that tells nothing
    (`/dev/serial/by-id/...`, `/dev/serial0`) may be any of them."""
    kinds = [kind for kind in LINES if settings.port.name.startswith(kind)][:1] or list(LINES)
    return Needs(
        devices=tuple(f"char-{kind}" for kind in kinds),
        groups=("dialout",),
        kernel_modules=tuple(module for kind in kinds for module in LINES[kind]),
        python=("serial",),
        extras=("base",),
    )


class SerialDrive:
    """Wheeled base on a serial line. Implements port `Drive`; all work is done on the event loop,
    and nothing waits for the line.

    pyserial opens the line and sets it up. Bytes are read and written by the loop itself: pyserial
    would spin on a line that takes nothing.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock
        self._line: Any = None
        self._fd: int | None = None
        self._shut_because = ""
        self._keeper: asyncio.Task[None] | None = None
        self._pending = b""
        self._room, self._moving = "", False
        self._heard_at = float("-inf")
        self.dropped = 0
        """Lines that did not add up."""

    async def open(self) -> None:
        """Open the line, and again whenever it is lost; idempotent. The base does not move."""
        if self._keeper is None:
            self._try_open()
            self._keeper = asyncio.create_task(self._keep_open(), name="base line")

    async def close(self) -> None:
        """Stop, and let go of the line; idempotent."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
        self._write("ST")
        self._lose()

    async def go_to(self, room: str) -> None:
        """Say where to. Raises `ValueError`, `DriveUnavailable`."""
        if room not in self._settings.rooms:
            raise ValueError(f"no way to {room!r}; there is one to {', '.join(self.rooms())}")
        self._answered()
        self._write(f"GO,{room}")
        # Until the board says otherwise: who asks at once shall not read that it stands.
        self._moving = room != self._room

    async def keep_alive(self) -> None:
        """The planner lives. Raises `DriveUnavailable`."""
        self._answered()
        self._write("KA")

    async def stop(self) -> None:
        """Stop now; where the line is lost, the board's dead-man has done it."""
        self._write("ST")

    def position(self) -> tuple[str, bool]:
        """As the board said last; a board that is not heard stands, by its own dead-man."""
        return self._room, self._moving and not self.trouble()

    def rooms(self) -> tuple[str, ...]:
        """Rooms that can be reached."""
        return self._settings.rooms

    def dock(self) -> str:
        """Room of its dock."""
        return self._settings.dock

    def trouble(self) -> str:
        """Why the line cannot be opened, or that the board is not heard."""
        if self._fd is None:
            return self._shut_because or NO_ANSWER
        silent = self._clock.monotonic() - self._heard_at > SILENT_S
        return NO_ANSWER if silent else ""

    def _answered(self) -> None:
        if trouble := self.trouble():
            raise DriveUnavailable(trouble)

    async def _keep_open(self) -> None:
        while True:
            await asyncio.sleep(REOPEN_S)
            if self._fd is None:
                self._try_open()

    def _try_open(self) -> None:
        line: Any = None
        try:
            # Exclusive: two programs on one line would each lose half of what the board says.
            line = _pyserial().Serial(baudrate=self._settings.baud, timeout=0, exclusive=True)
            line.port = str(self._settings.port)
            line.open()
            # What lay in the line before is nobody's wish any more; `open` emptied our side of it.
            line.reset_output_buffer()
        except (OSError, termios.error) as error:
            if line is not None:
                line.close()
            self._shut_because = self._why(error)
            return
        self._line = line
        self._fd, self._pending, self._shut_because = line.fileno(), b"", ""
        asyncio.get_running_loop().add_reader(self._fd, self._read)

    def _why(self, error: Exception) -> str:
        if isinstance(error, DriveUnavailable):
            return str(error)
        if isinstance(error, OSError) and error.errno == errno.EAGAIN:
            return f"another program uses the line {self._settings.port}"
        return f"the line {self._settings.port} cannot be opened: {error}"

    def _lose(self) -> None:
        fd, self._fd = self._fd, None
        self._heard_at, self._moving = float("-inf"), False
        if fd is not None:
            asyncio.get_running_loop().remove_reader(fd)
            self._line.close()

    def _write(self, body: str) -> None:
        if self._fd is None:
            return
        try:
            os.write(self._fd, framed(body))
        except BlockingIOError:
            return  # a line that takes nothing: the board hears nothing, and stands
        except OSError:
            self._lose()

    def _read(self) -> None:
        assert self._fd is not None
        try:
            got = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            got = b""
        if not got:
            self._lose()
            return
        *lines, rest = (self._pending + got).split(b"\n")
        self._pending = rest[-LINE_MOST:]
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        body = unframed(line)
        kind, _, facts = (body or "").partition(",")
        room, _, moving = facts.partition(",")
        if kind != "AT" or moving not in ("0", "1"):
            self.dropped += 1
            return
        self._room, self._moving = room, moving == "1"
        self._heard_at = self._clock.monotonic()


def _pyserial() -> Any:
    try:
        return importlib.import_module("serial")
    except ImportError as error:
        raise DriveUnavailable(
            "the package pyserial is missing: `companion doctor` says how to install it"
        ) from error


def framed(body: str) -> bytes:
    """Frame a body as a line with its checksum."""
    return f"${body}*{_sum(body.encode()):02X}\n".encode()


def unframed(line: bytes) -> str | None:
    """Read the body of a line; None where the checksum is wrong."""
    start, end = line.rfind(b"$"), line.rfind(b"*")
    if start < 0 or end < start:
        return None
    body = line[start + 1 : end]
    with contextlib.suppress(ValueError):
        if int(line[end + 1 :].strip(), 16) == _sum(body):
            return body.decode(errors="replace")
    return None


def _sum(body: bytes) -> int:
    total = 0
    for byte in body:
        total ^= byte
    return total


def build(settings: Settings, *, clock: Clock) -> SerialDrive:
    """Build the base; `open` opens the line."""
    return SerialDrive(settings, clock)
