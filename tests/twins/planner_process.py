"""A planner that drives a base over its line, in a process that can be stopped or killed (F28)."""

import asyncio
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

from capabilities.mobility_move import MobilityMove
from capabilities.mobility_move import Settings as MoveSettings
from companion.service.clock import SystemClock
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from hardware.drive.serial_line import SerialDrive, Settings
from tests.twins.home import PLACES


async def main(port: str, room: str) -> None:
    clock = SystemClock(ZoneInfo("UTC"))
    drive = SerialDrive(Settings(port=Path(port), rooms=tuple(p.id for p in PLACES)), clock)
    await drive.open()
    while drive.trouble():
        await asyncio.sleep(0.01)
    move = MobilityMove(MoveSettings(stuck_s=300), drive, clock, PLACES)
    call = ActionCall(operation="go_to_room", payload={"room": room}, decision_event_id=EventId(1))
    sys.stdout.write("going\n")
    sys.stdout.flush()
    result = await move.perform(call)
    sys.stdout.write(f"{result.status.value} {result.failure_class}\n")
    sys.stdout.flush()
    await drive.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
