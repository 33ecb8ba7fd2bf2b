"""The base on a serial line: what is said, what is heard, and what a lost line means (F28)."""

import asyncio
import contextlib
import fcntl
import os
import pty
import sys
import termios
import tty
from array import array
from collections.abc import AsyncIterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.phrases.reasons import in_both, known
from companion.ports.body import DriveUnavailable
from companion.service.clock import SystemClock
from hardware.drive.serial_line import SerialDrive, Settings, framed, unframed

ROOMS = ("hall", "living")


class Line:
    """Both ends of a line, and the drive on one of them."""

    def __init__(self) -> None:
        self.bytes = b""
        self.board, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.board, False)
        port = Path(os.ttyname(self.slave))
        self.drive = SerialDrive(Settings(port=port, rooms=ROOMS), SystemClock(ZoneInfo("UTC")))

    async def says(self, *bodies: str) -> None:
        for body in bodies:
            os.write(self.board, framed(body))
        await self.read()

    async def read(self) -> None:
        """Until the drive has taken what the board wrote, and a turn to understand it."""
        waiting = array("i", [1])
        while waiting[0]:
            await asyncio.sleep(0.01)
            fcntl.ioctl(self.slave, termios.FIONREAD, waiting)
        await asyncio.sleep(0.01)

    def heard(self) -> list[str | None]:
        with contextlib.suppress(BlockingIOError):
            self.bytes += os.read(self.board, 4096)
        return [unframed(line) for line in self.bytes.splitlines()]

    async def hears(self, *bodies: str) -> None:
        """The kernel hands a line over in its own time."""
        while len(self.heard()) < len(bodies):
            await asyncio.sleep(0.01)
        assert self.heard() == list(bodies)


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    line = Line()
    await line.drive.open()
    yield line
    await line.drive.close()
    for end in (line.board, line.slave):
        os.close(end)


async def test_a_board_that_is_heard_is_driven(line: Line) -> None:
    await line.says("AT,hall,0")
    await line.drive.go_to("living")
    assert line.drive.position() == ("hall", True)
    await line.drive.keep_alive()
    await line.drive.stop()
    await line.hears("GO,living", "KA", "ST")
    await line.says("AT,living,0")
    assert line.drive.position() == ("living", False)
    assert line.drive.trouble() == ""


async def test_a_board_that_is_silent_drives_nowhere_and_counts_as_standing(line: Line) -> None:
    """F28: no goal into the dark; it says why, in both languages."""
    with pytest.raises(DriveUnavailable):
        await line.drive.go_to("living")
    await line.says("AT,hall,1")
    assert line.drive.position() == ("hall", True)
    await asyncio.sleep(0.6)
    assert line.drive.position() == ("hall", False)
    assert known(line.drive.trouble())
    with pytest.raises(DriveUnavailable):
        await line.drive.keep_alive()
    assert line.heard() == []


async def test_a_line_that_does_not_add_up_is_dropped(line: Line) -> None:
    for bad in (b"$AT,hall,1*00\n", b"AT,hall,1\n", b"$AT,hall,7*5A\n", b"\xff\x00\n", b"*$\n"):
        os.write(line.board, bad)
    await line.read()
    assert line.drive.dropped == 5
    assert line.drive.trouble()
    assert unframed(framed("GO,hall")) == "GO,hall"


async def test_no_such_room_and_no_such_line(tmp_path: Path) -> None:
    clock = SystemClock(ZoneInfo("UTC"))
    drive = SerialDrive(Settings(port=tmp_path / "ttyACM0", rooms=ROOMS), clock)
    await drive.open()
    try:
        with pytest.raises(ValueError, match="moon"):
            await drive.go_to("moon")
        with pytest.raises(DriveUnavailable, match=r"ttyACM0 cannot be opened.*No such file"):
            await drive.go_to("hall")
        assert "ttyACM0 を開けません: ファイルがありません" in in_both(drive.trouble()).ja
        await drive.stop()
        assert drive.position() == ("", False)
    finally:
        await drive.close()


async def test_a_line_in_use_is_told_and_taken_once_it_is_free(line: Line) -> None:
    """Two programs on one line would each lose half of what the board says."""
    port = Path(os.ttyname(line.slave))
    other = SerialDrive(Settings(port=port, rooms=ROOMS), SystemClock(ZoneInfo("UTC")))
    await other.open()
    try:
        assert "another program uses the line" in other.trouble()
        assert known(other.trouble())
        await line.drive.close()
        async with asyncio.timeout(60):
            while other.trouble():
                await line.says("AT,hall,0")
        assert other.position() == ("hall", False)
    finally:
        await other.close()


async def test_without_its_package_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra `base` was not installed: no crash at the start, and health names the package."""
    monkeypatch.setitem(sys.modules, "serial", None)
    clock = SystemClock(ZoneInfo("UTC"))
    drive = SerialDrive(Settings(port=Path("/dev/ttyACM0"), rooms=ROOMS), clock)
    await drive.open()
    try:
        assert "the package pyserial is missing" in drive.trouble()
        assert "pyserial がありません" in in_both(drive.trouble()).ja
    finally:
        await drive.close()
