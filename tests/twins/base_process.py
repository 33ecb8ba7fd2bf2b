"""A base as a board of its own: a process with wheels, a dead-man and a serial line (F28).

Prints the path of its line, then obeys it until its stdin ends, and prints what its wheels did:
one JSON object with when it last heard a sign of life, when it last moved (both on the clock all
processes of a machine share) and its odometer.
"""

import asyncio
import json
import os
import pty
import sys
import tty
from contextlib import suppress
from zoneinfo import ZoneInfo

from companion.service.clock import SystemClock
from hardware.drive.serial_line import framed, unframed
from hardware.drive.simulated import Settings, SimulatedDrive
from tests.twins.home import PLACES

TELL_S = 0.1
LOOK_S = 0.002


class Board:
    """Wheels behind a line."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._clock = SystemClock(ZoneInfo("UTC"))
        self.wheels = SimulatedDrive(Settings(start="hall", hop_m=50.0), self._clock, PLACES)
        self._pending = b""
        self.heard_at = self.moved_at = 0.0
        self.goals = 0

    async def run(self) -> None:
        await self.wheels.open()
        asyncio.get_running_loop().add_reader(self._line, self._read)
        watching = asyncio.create_task(self._watch())
        try:
            while True:
                room, moving = self.wheels.position()
                with suppress(OSError):
                    os.write(self._line, framed(f"AT,{room},{int(moving)}"))
                await asyncio.sleep(TELL_S)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            asyncio.get_running_loop().remove_reader(self._line)
            await self.wheels.close()

    async def _watch(self) -> None:
        before = self.wheels.odometer_m()
        while True:
            await asyncio.sleep(LOOK_S)
            if (now := self.wheels.odometer_m()) != before:
                before, self.moved_at = now, self._clock.monotonic()

    def _read(self) -> None:
        with suppress(OSError):
            *lines, self._pending = (self._pending + os.read(self._line, 4096)).split(b"\n")
            for line in lines:
                if (body := unframed(line)) is not None:
                    asyncio.get_running_loop().create_task(self._obey(body))

    async def _obey(self, body: str) -> None:
        kind, _, room = body.partition(",")
        self.heard_at = self._clock.monotonic()
        if kind == "GO":
            self.goals += 1
            await self.wheels.go_to(room)
        elif kind == "KA":
            await self.wheels.keep_alive()
        else:
            await self.wheels.stop()

    def told(self) -> str:
        return json.dumps(
            {
                "heard_at": self.heard_at,
                "moved_at": self.moved_at,
                "odometer_m": self.wheels.odometer_m(),
                "moving": self.wheels.position()[1],
                "goals": self.goals,
            }
        )


async def main() -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    board = Board(ours)
    running = asyncio.create_task(board.run())
    sys.stdout.write(f"{os.ttyname(theirs)}\n")
    sys.stdout.flush()
    while await asyncio.to_thread(sys.stdin.readline):
        sys.stdout.write(f"{board.told()}\n")
        sys.stdout.flush()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())
